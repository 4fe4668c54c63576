// The small board of a report: a position of the game, or a move of a proof's line.

import { coordinates, element } from "../board/shapes.js";
import { miniBoard, placeOf } from "../board/mini-board.js";
import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { stonesAt } from "./report-model.js";

/**
 * Returns {element, show}. `show({moves, base, line, at, marks, text})` draws the position after
 * `base` moves and `at` moves of the line, with rings on the points `marks`. `text` describes the
 * position for the label of the board and the line below it. `step(change)` is called when the user
 * steps through the line, and `leave()` when the user returns to the game.
 */
export function reportBoard({ size, step, leave }) {
  const board = miniBoard(""), over = element("g", { "aria-hidden": "true" });
  // The letters and numbers stand in the edge around the lines.
  const edge = element("g", { "aria-hidden": "true" });
  edge.append(...coordinates(size, { at: placeOf, bottom: placeOf(size - 1) + 6.6, left: 2.9, drop: 1.6 }));
  const words = make("p", { class: "report-at", role: "status" }), count = make("span", {});
  const button = (label, sign, change) => make("button", { type: "button", class: "sign", "aria-label": label, onclick: () => step(change) }, sign);
  const back = button(T.reportBackLine, "‹", -1), on = button(T.reportOnLine, "›", 1);
  const bar = make("div", { class: "report-line", hidden: true }, make("div", { class: "row" }, back, on, count), make("button", { type: "button", onclick: leave }, T.reportLineEnd));
  return { element: make("div", { class: "report-board" }, board.svg, words, bar), show };

  function show({ moves, base, line, at, marks, text }) {
    const stones = stonesAt(moves, base, line ?? [], at);
    board.update({ size, moves: stones });
    board.svg.setAttribute("aria-label", text);
    over.replaceChildren(
      ...marks.map(({ col, row }) => element("circle", { class: "ring", cx: placeOf(col), cy: placeOf(row), r: 3.4 })),
      ...stones.slice(base).map(({ col, row, stone }, index) => {
        const number = element("text", { class: `line-number ${stone}`, x: placeOf(col), y: placeOf(row) + 2 });
        number.textContent = index + 1;
        return number;
      }));
    board.svg.append(edge, over);
    setText(words, text);
    bar.hidden = !line;
    if (!line) return;
    setText(count, T.reportLine({ number: at, count: line.length }));
    // A disabled button would lose the focus.
    back.setAttribute("aria-disabled", at <= 0);
    on.setAttribute("aria-disabled", at >= line.length);
  }
}
