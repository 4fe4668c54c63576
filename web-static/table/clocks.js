// Both sides' clocks on the page. They follow the server's time, and redraw exactly when their text
// changes.

import { SHORT, face, remaining, untilNext } from "../game/clockwork.js";
import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";

/** The remaining times, in ms, at which screen readers hear the user's own time. */
const TOLD_AT = [60_000, 30_000, 10_000];

/**
 * Creates the clocks.
 *
 * @param now returns the server's time.
 * @param say announces words to screen readers.
 */
export function createClocks({ now, say }) {
  const faces = Object.fromEntries(["x", "o"].map((side) => {
    const time = make("b"), more = make("small");
    const element = make("div", { class: `clock ${side}`, role: "timer", "aria-live": "off", hidden: true }, time, more);
    return [side, { element, time, more }];
  }));
  let view = null, timer, told = {};

  document.addEventListener("visibilitychange", () => view && draw());
  return { update, element: (side) => faces[side].element };

  /**
   * Shows `clock` (clockwork.js), or none for null. `over` says whether the game is over, `mine`
   * lists the user's sides, and `name(side)` returns a name.
   */
  function update(next) {
    const isAnother = view?.game !== next.game;
    view = next.clock ? next : null;
    for (const { element } of Object.values(faces)) element.hidden = !view;
    if (isAnother) told = {};
    clearTimeout(timer);
    if (!view) return;
    for (const [side, { element }] of Object.entries(faces)) {
      const words = T.clockOf({ name: view.name(side), side });
      if (element.getAttribute("aria-label") !== words) element.setAttribute("aria-label", words);
    }
    draw();
  }

  function draw() {
    clearTimeout(timer);
    const { clock, over, mine } = view, time = now();
    for (const [side, { element, time: digits, more }] of Object.entries(faces)) {
      const left = remaining(clock, side, time), runs = !over && Boolean(clock.since) && clock.turn === side;
      setText(digits, face(left.running));
      setText(more, clock.setting.length ? T.periodsLeft({ periods: left.periods, length: clock.setting.length }) : "");
      element.classList.toggle("runs", runs);
      element.classList.toggle("low", !over && left.total < SHORT);
      if (!runs) continue;
      if (mine.length === 1 && mine[0] === side) tell(left);
      timer = setTimeout(draw, untilNext(left.running));
    }
  }

  /** Announces the user's own time, at a few moments only. */
  function tell({ total, periods }) {
    const { setting, since } = view.clock;
    if (told.since !== since) told = { since, total, periods };
    const passed = TOLD_AT.findLast?.((at) => told.total > at && total <= at && (setting.main + setting.length) * 1_000 > at);
    if (setting.length && periods < told.periods) say(T.periodBegins(periods));
    else if (passed) say(T.secondsLeft(passed / 1_000));
    told = { since, total, periods };
  }
}
