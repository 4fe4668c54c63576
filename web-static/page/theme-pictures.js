// The choice of a board, as pictures: a corner of each board with stones of both colours.

import { backdrop, defs, element, stoneShape } from "../board/shapes.js";
import { make } from "./elements.js";

/** The visible part of a board: points from one edge. */
const POINTS = 4, SIDE = 40 * (POINTS + 1);
let drawn = 0;

function picture(theme) {
  const ids = `picture${drawn += 1}`, svg = element("svg", { viewBox: `20 20 ${SIDE - 40} ${SIDE - 40}`, class: "board-picture", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" });
  svg.dataset.theme = theme;
  svg.append(defs(ids), backdrop(POINTS, SIDE));
  for (const [x, y, stone] of [[2, 2, "x"], [3, 2, "o"], [3, 3, "x"]]) {
    const place = element("g", { transform: `translate(${x * 40} ${y * 40})` });
    place.append(stoneShape({ stone }, ids, false));
    svg.append(place);
  }
  return svg;
}

/**
 * Returns the choice. `words(value)` returns the name of each board, and `choose(value)` is called
 * for a new one.
 */
export function boardChoice({ values, words, legend, value, choose }) {
  return make("fieldset", { class: "board-choice" }, make("legend", {}, legend), values.map((each) => {
    const input = make("input", { type: "radio", name: "theme", value: each, checked: each === value, onchange: () => choose(each) });
    // With "auto", the system's light or dark mode decides, so the pictures show both boards.
    const pictures = make("span", { class: "board-pictures" }, each === "auto" ? [picture("wood"), picture("night")] : picture(each));
    return make("label", { class: "option" }, input, pictures, make("span", { class: "board-name" }, words(each)));
  }));
}
