// A small board without interaction: wood, lines and stones.

import { element } from "./shapes.js";

const STEP = 10, EDGE = 8, RADIUS = 4.4;

/** Returns the place of a line of the board in the drawing, for marks. */
export const placeOf = (index) => EDGE + index * STEP;

/**
 * Returns a board. `update({size, moves, line})` draws the changes. Stones are {col, row, stone}.
 */
export function miniBoard(words) {
  const svg = element("svg", { class: "mini", role: "img", "aria-label": words });
  const stones = element("g", {});
  let drawn = { size: 0, moves: [] };
  return { svg, update };

  function update({ size, moves, line }) {
    // New moves are added. Any other change redraws all stones.
    const goesOn = size === drawn.size && drawn.moves.every(({ col, row }, index) => moves[index]?.col === col && moves[index]?.row === row);
    if (size !== drawn.size) build(size);
    if (!goesOn) stones.replaceChildren();
    for (const move of moves.slice(stones.childElementCount)) stones.append(stone(move, goesOn && drawn.moves.length > 0));
    for (const old of stones.querySelectorAll(".last, .won")) old.classList.remove("last", "won");
    stones.lastElementChild?.classList.add("last");
    const won = new Set((line ?? []).map(({ col, row }) => `${col},${row}`));
    moves.forEach(({ col, row }, index) => stones.children[index].classList.toggle("won", won.has(`${col},${row}`)));
    drawn = { size, moves };
  }

  function build(size) {
    const side = 2 * EDGE + (size - 1) * STEP, end = side - EDGE;
    const lines = Array.from({ length: size }, (_, index) => EDGE + index * STEP).map((at) => `M${at} ${EDGE}V${end}M${EDGE} ${at}H${end}`).join("");
    svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
    svg.replaceChildren(element("rect", { class: "wood", width: side, height: side, rx: 5 }), element("path", { class: "lines-of", d: lines }), stones);
    stones.replaceChildren();
  }
}

function stone({ col, row, stone: side }, isNew) {
  return element("circle", { class: `dot ${side}${isNew ? " new" : ""}`, cx: EDGE + col * STEP, cy: EDGE + row * STEP, r: RADIUS });
}
