// Today's puzzle on the home page: a small board that leads to it.

import { miniBoard } from "../board/mini-board.js";
import { setText } from "../page/elements.js";
import { fetched } from "../net/fetching.js";
import { T } from "../texts/texts.js";

/** Returns the stones of a puzzle for a small board; null if the puzzle is damaged. */
export function stonesOf({ size, x, o, last }) {
  const stones = [["x", x], ["o", o]].flatMap(([stone, cells]) => (Array.isArray(cells) ? cells : []).map((cell) => ({ cell, stone, point: String(cell).split(",").map(Number) })));
  if (!stones.every(({ point: [col, row] }) => col >= 0 && row >= 0 && col < size && row < size)) return null;
  // The small board marks the last stone of its list.
  const sorted = [...stones.filter(({ cell }) => cell !== last), ...stones.filter(({ cell }) => cell === last)];
  return sorted.map(({ stone, point: [col, row] }) => ({ col, row, stone }));
}

/**
 * Shows the puzzle in `card`, if the server has puzzles. Returns a function that draws it in
 * another language.
 */
export async function showDailyPuzzle(card) {
  try {
    // A server without puzzles answers this request, too.
    if (!(await fetched("api/puzzles")).rules?.length) return () => {};
    const { puzzle } = await fetched("api/puzzles/daily"), moves = stonesOf(puzzle);
    if (!moves || !["x", "o"].includes(puzzle.turn)) return () => {};
    const board = miniBoard(T.todaysPuzzle), draw = () => {
      board.svg.setAttribute("aria-label", T.todaysPuzzle);
      setText(card.querySelector("p"), T.todaysPuzzleNote(puzzle.turn.toUpperCase()));
    };
    board.update({ size: puzzle.size, moves });
    card.querySelector("a").prepend(board.svg);
    draw();
    card.hidden = false;
    return draw;
  } catch {
    return () => {};
  }
}
