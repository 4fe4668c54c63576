// Positions without moves, as in puzzles and proofs. Pure. Points are numbers, row × size + column.
// A position is {rule, size, stones}; `stones` maps a point to "x" or "o".

import { verdict } from "./renju.js";
import { winningRow } from "./rules.js";

/** Returns the point of a cell such as "7,4"; NaN if it is none. */
export function indexOf(cell, size) {
  const [col, row] = String(cell).split(",").map(Number);
  return col >= 0 && row >= 0 && col < size && row < size && Number.isInteger(col + row) ? row * size + col : NaN;
}

/** Returns a point as {col, row}. */
export const pointAt = (index, size) => ({ col: index % size, row: Math.floor(index / size) });
/** Returns a point as on the wire: "7,4". */
export const cellAt = (index, size) => `${index % size},${Math.floor(index / size)}`;
/** Returns a point as people write it: "h11". */
export const nameAt = (index, size) => `${String.fromCharCode(97 + index % size)}${size - Math.floor(index / size)}`;

/** Returns the position of a puzzle, whose stones are cells. */
export function positionOf({ rule, size, x, o }) {
  const stones = new Map();
  for (const [stone, cells] of [["x", x], ["o", o]]) for (const cell of cells) stones.set(indexOf(cell, size), stone);
  return { rule, size, stones };
}

/** Returns the position after the stone `stone` on `index`. */
export const withStone = (position, index, stone) => ({ ...position, stones: new Map(position.stones).set(index, stone) });

/** Returns the winning row that `stone` makes on `index`, as {col, row}; null without one. */
export function rowWith({ rule, size, stones }, index, stone) {
  const own = pointAt(index, size);
  const stoneAt = (col, row) => (col < 0 || row < 0 || col >= size || row >= size ? undefined : col === own.col && row === own.row ? stone : stones.get(row * size + col));
  return winningRow(stoneAt, own, stone, rule);
}

/** Returns the points on which `stone` would win, in board order. */
export function fivesOf(position, stone) {
  const found = [];
  for (let index = 0; index < position.size ** 2; index += 1) if (!position.stones.has(index) && rowWith(position, index, stone)) found.push(index);
  return found;
}

/** Returns why renju forbids X the point; undefined if it does not, or if the point is taken. */
export function forbiddenAt({ rule, size, stones }, index, stone) {
  if (rule !== "renju" || stone !== "x" || stones.has(index)) return undefined;
  const what = verdict(size, [...stones].map(([each, side]) => ({ ...pointAt(each, size), stone: side })), pointAt(index, size));
  return what === "legal" || what === "five" ? undefined : what;
}

/** Whether `stone` may be placed on the point. */
export const isLegal = (position, index, stone) => !position.stones.has(index) && !forbiddenAt(position, index, stone);
