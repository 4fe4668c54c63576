// Winning rows. Pure. The server's referee decides. The page uses this file to show a move before
// the server answers. The five-in-a-row gadget uses it because an open room has no referee.
//
// Points are {col, row}, counted from the top left. `stoneAt(col, row)` returns "x", "o" or
// undefined, also off the board.

import { opponent } from "./stones.js";
import { EXACT_FIVE, OPEN_ENDED } from "./tables.js";

export { opponent, stoneOfMove } from "./stones.js";
export { RULES } from "./tables.js";

/** The length of a winning row. */
export const ROW = 5;

/** The steps along the four lines through a point. */
export const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/**
 * Returns the unbroken row of `stone` through `point` along `[dx, dy]`, including `point`, in the
 * order of the step.
 */
export function rowThrough(stoneAt, point, stone, [dx, dy]) {
  let { col, row } = point;
  while (stoneAt(col - dx, row - dy) === stone) { col -= dx; row -= dy; }
  const cells = [];
  while ((col === point.col && row === point.row) || stoneAt(col, row) === stone) {
    cells.push({ col, row });
    col += dx;
    row += dy;
  }
  return cells;
}

/**
 * Returns the winning row that `stone` at `point` makes under `rule`, or null. The server judges
 * renju's forbidden moves.
 */
export function winningRow(stoneAt, point, stone, rule) {
  for (const direction of DIRECTIONS) {
    const cells = rowThrough(stoneAt, point, stone, direction);
    if (wins(stoneAt, cells, stone, direction, rule)) return cells;
  }
  return null;
}

function wins(stoneAt, cells, stone, [dx, dy], rule) {
  if (cells.length < ROW || (cells.length > ROW && EXACT_FIVE[rule]?.includes(stone))) return false;
  if (!OPEN_ENDED.includes(rule)) return true;
  const first = cells[0], last = cells[cells.length - 1], other = opponent(stone);
  return stoneAt(first.col - dx, first.row - dy) !== other || stoneAt(last.col + dx, last.row + dy) !== other;
}
