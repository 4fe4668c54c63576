// The bar with which the user moves through a room's history. It uses the page's elements and the
// container, but no room.

import { createPlayback, loadChanges, CHANGES_LIMIT } from "./playback.js";
import { T } from "../texts/texts.js";

/** The time for which one change is shown, in ms, and the longest time for a whole history. */
const STEP_MS = { longest: 700, shortest: 40 };
const WHOLE_MS = 20_000;
/** The number of changes sent to the gadget in one turn of the event loop. */
const STEPS_PER_TURN = 100;

/**
 * @param bar     the element with a range, a play button, a live button and an output.
 * @param options {page(from), container(), name(id), notice(text), onChange()}.
 */
export function mountPlayback(bar, { page, container, name, notice, onChange }) {
  const slider = bar.querySelector("input"), output = bar.querySelector("output");
  const [play, live] = bar.querySelectorAll("button");
  let target = 0, moving = false, timer = null, opening = false;
  slider.addEventListener("input", () => {
    const position = Number(slider.value);
    pause();
    goTo(position);
  });
  play.addEventListener("click", () => (timer ? pause() : start()));
  live.addEventListener("click", close);
  return { open, close };

  async function open() {
    if (opening || container()?.playing) return;
    opening = true;
    try {
      const changes = await loadChanges(page, (rev) => notice(T.loadingHistory(rev)));
      notice(changes === null ? T.historyLong(CHANGES_LIMIT) : changes.length ? "" : T.noHistory);
      if (!changes?.length || !container()) return;
      slider.max = changes.length;
      target = 0;
      container().play(createPlayback(changes));
      bar.hidden = false;
      draw();
      onChange();
    } catch {
      notice(T.historyLost);
    } finally {
      opening = false;
    }
  }

  function close() {
    pause();
    bar.hidden = true;
    container()?.live();
    onChange();
  }

  function start() {
    const { playing } = container();
    if (!playing) return;
    if (playing.position >= playing.length) goTo(0);
    const pace = Math.min(STEP_MS.longest, Math.max(STEP_MS.shortest, WHOLE_MS / playing.length));
    timer = setInterval(() => {
      if (moving) return;
      if (container()?.playing && playing.position < playing.length) goTo(playing.position + 1);
      else pause();
    }, pace);
    draw();
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    draw();
  }

  /**
   * Moves to a position. The gadget gets every state on the way, in order, forwards or backwards.
   */
  function goTo(position) {
    target = position;
    if (!moving) move();
  }

  function move() {
    const { playing } = container() ?? {};
    moving = false;
    if (!playing) return;
    for (let steps = 0; steps < STEPS_PER_TURN && playing.position !== target; steps += 1) {
      if (!container().playStep(target > playing.position)) break;
    }
    moving = playing.position !== target && target >= 0 && target <= playing.length;
    if (moving) setTimeout(move);
    draw();
  }

  function draw() {
    const { playing } = container() ?? {};
    play.textContent = timer ? T.pauseIt : T.playIt;
    if (!playing) return;
    if (!moving) slider.value = playing.position;
    const change = playing.change(playing.position);
    output.textContent = [T.change({ at: playing.position, count: playing.length }), change && name(change.by)].filter(Boolean).join(" · ");
    bar.dataset.position = playing.position;
  }
}
