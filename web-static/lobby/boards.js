// Positions as the lobby and the showcase describe them: points by their names.

import { stoneOfMove } from "../game/stones.js";
import { DEFAULT_SIZE, SIZES } from "../game/tables.js";

/** Returns the moves that `names` lists, up to the first one that is not a free point. */
export function movesOf(names, size = DEFAULT_SIZE) {
  const points = String(names).split(" ").filter(Boolean).map((name) => (/^[a-t]\d{1,2}$/.test(name) ? [name.charCodeAt(0) - 97, size - Number(name.slice(1))] : []));
  return movesOn(points, size);
}

/** The same for points as the server's API has them, `column,row`. */
export const movesAt = (cells, size) => movesOn(cells.map((cell) => (/^\d{1,2},\d{1,2}$/.test(cell) ? cell.split(",").map(Number) : [])), size);

function movesOn(points, size) {
  const moves = [], taken = new Set(), isOn = (at) => at >= 0 && at < size;
  for (const [col, row] of points) {
    if (!isOn(col) || !isOn(row) || taken.has(`${col},${row}`)) break;
    taken.add(`${col},${row}`);
    moves.push({ number: moves.length + 1, stone: stoneOfMove(moves.length + 1), col, row });
  }
  return moves;
}

/** Returns a board of the lobby as {size, moves}; null for an invalid one. */
export function boardOf(value) {
  const size = Number(value?.size);
  return SIZES.includes(size) && typeof value.moves === "string" ? { size, moves: movesOf(value.moves, size) } : null;
}

/** Returns the longest row of five or more that the last move makes; [] if there is none. */
export function lineOf(moves) {
  const last = moves.at(-1);
  if (!last) return [];
  const has = (col, row) => moves.some((move) => move.stone === last.stone && move.col === col && move.row === row);
  for (const [dc, dr] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    let from = 0, to = 0;
    while (has(last.col + (from - 1) * dc, last.row + (from - 1) * dr)) from -= 1;
    while (has(last.col + (to + 1) * dc, last.row + (to + 1) * dr)) to += 1;
    if (to - from >= 4) return Array.from({ length: to - from + 1 }, (_, step) => ({ col: last.col + (from + step) * dc, row: last.row + (from + step) * dr }));
  }
  return [];
}
