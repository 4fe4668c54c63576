// The bar that plays a proof's line on the board, move by move.

import { pointName } from "../game/game.js";
import { make, setText } from "../page/elements.js";
import { iconButton } from "../page/icons.js";
import { T } from "../texts/texts.js";

/** The time between two moves of a line that plays by itself, in ms. */
const STEP = 700;

/**
 * Returns {element, open(line), close(), step(change), line, at}. An open line plays by itself,
 * unless the user prefers less motion, until the user steps. `onChange()` is called for each move.
 * `size` is that of the board.
 */
export function lineBar(size, onChange) {
  let line = [], at = 0, timer = null;
  const count = make("span", { role: "status" }), back = iconButton("back", T.learnBack, () => step(-1)), on = iconButton("on", T.learnOn, () => step(1));
  const element = make("div", { class: "learn-line", hidden: true }, back, count, on);
  return {
    element, open, close, step,
    get line() { return line; },
    get at() { return at; },
  };

  function open(points) {
    close();
    line = points;
    if (!line.length) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!isCalm) timer = setInterval(() => go(at + 1), STEP);
    go(isCalm ? line.length : 1);
    on.focus({ preventScroll: true });
  }

  function pause() {
    clearInterval(timer);
    timer = null;
  }

  function close() {
    pause();
    [line, at] = [[], 0];
    element.hidden = true;
  }

  function step(change) {
    pause();
    if (line.length) go(at + change);
  }

  function go(to) {
    at = Math.max(1, Math.min(line.length, to));
    if (at === line.length) pause();
    element.hidden = false;
    // A screen reader could not keep up with a line that plays by itself.
    count.setAttribute("aria-live", timer ? "off" : "polite");
    setText(count, T.learnLine({ number: at, count: line.length, point: pointName(line[at - 1], size) }));
    // A disabled button would lose the focus.
    back.setAttribute("aria-disabled", at === 1);
    on.setAttribute("aria-disabled", at === line.length);
    onChange();
  }
}
