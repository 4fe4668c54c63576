// A board without interaction that looks like the one at the table.

import { EDGE, STEP, backdrop, defs, element, stoneShape } from "./shapes.js";

/** The side of a drawing with `size` points per side. */
export const sideOf = (size) => 2 * EDGE + (size - 1) * STEP;

/**
 * Returns `update({size, moves, line})` for a drawing in `svg`. Moves are {col, row, stone}. `ids`
 * begins the ids of gradients. If the document already contains the drawing of `shown` (the same
 * view), it stays.
 */
export function drawPicture(svg, ids, shown = null) {
  let drawn = shown ?? { size: 0, moves: [] };
  let stones = svg.querySelector(".stones");
  return update;

  function update({ size, moves, line = [] }) {
    if (size !== drawn.size || !stones) build(size);
    // Equal moves at the beginning keep their stones.
    let same = drawn.moves.findIndex(({ col, row }, index) => moves[index]?.col !== col || moves[index]?.row !== row);
    if (same < 0) same = drawn.moves.length;
    while (stones.children.length > same) stones.lastElementChild.remove();
    for (const move of moves.slice(same)) stones.append(placed(move, ids));
    const won = new Set(line.map(({ col, row }) => `${col},${row}`));
    moves.forEach(({ col, row }, index) => {
      const { classList } = stones.children[index];
      classList.toggle("won", won.has(`${col},${row}`));
      classList.toggle("latest", index === moves.length - 1 && !won.size);
    });
    drawn = { size, moves };
  }

  function build(size) {
    svg.setAttribute("viewBox", `0 0 ${sideOf(size)} ${sideOf(size)}`);
    stones = element("g", { class: "stones" });
    svg.replaceChildren(defs(ids), backdrop(size, sideOf(size)), stones);
    drawn = { size, moves: [] };
  }
}

/**
 * Returns a stone at its point. It is not animated: each frame would draw the whole board with its
 * shadow anew, because the shadow is a filter.
 */
function placed({ col, row, stone, number }, ids) {
  const group = element("g", { class: "placed", transform: `translate(${EDGE + col * STEP} ${EDGE + row * STEP})` });
  group.append(stoneShape({ stone, number, last: true }, ids));
  return group;
}
