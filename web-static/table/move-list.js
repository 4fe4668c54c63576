// The list of moves, each with the time that it took. A press on a move shows its position.

import { pointName } from "../game/game.js";
import { inSight, make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";

/** The time in ms below which tenths of a second are shown. */
const TENTHS = 10_000;

/** Returns a move's time: `3.2 s`, `48 s`, `2:05`. */
export function moveTime(milliseconds, language) {
  const seconds = Math.round(milliseconds / 1_000);
  if (milliseconds >= TENTHS && seconds >= 60) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const shown = milliseconds < TENTHS ? Math.round(milliseconds / 100) / 10 : seconds;
  return `${shown.toLocaleString(language)}\u00a0s`;
}

/**
 * Draws the moves, with their times in ms if they are known, and marks the one at `at`. Existing
 * elements stay.
 */
export function drawMoves(list, game, at, times) {
  const moves = (game?.moves ?? []).filter(({ pending }) => !pending), wanted = moves.map((move) => `${game.number} ${move.number} ${pointName(move, game.size)}`);
  const atEnd = list.parentElement.scrollHeight - list.parentElement.scrollTop - list.parentElement.clientHeight < 40;
  const same = [...list.children].findIndex((item, index) => item.dataset.move !== wanted[index]);
  for (const item of same < 0 ? [] : [...list.children].slice(same)) item.remove();
  for (const move of moves.slice(list.querySelectorAll("[data-move]").length)) {
    const point = pointName(move, game.size);
    list.append(make("li", { dataset: { move: `${game.number} ${move.number} ${point}` } },
      make("button", { type: "button", "aria-label": T.lookBackTo({ number: move.number, side: move.stone, point }), dataset: { number: move.number } },
        make("small", {}, String(move.number)), " ", make("span", { class: `token ${move.stone}`, "aria-hidden": "true" }), " ", point, " ", make("time"))));
  }
  if (!moves.length) list.replaceChildren(make("li", { class: "empty" }, T.noMoves));
  for (const button of list.querySelectorAll("button")) {
    const time = times[button.dataset.number - 1] ?? null;
    setText(button.querySelector("time"), time === null ? "" : moveTime(time, document.documentElement.lang));
    if (Number(button.dataset.number) === at) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  const shown = list.querySelector("[aria-current]");
  if (shown) inSight(list.parentElement, shown);
  else if (atEnd && !list.parentElement.querySelector(".opening:not([hidden])")) list.parentElement.scrollTop = list.parentElement.scrollHeight;
}
