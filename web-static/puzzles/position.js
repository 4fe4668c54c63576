// Positions of puzzles, and the lines that a certificate shows. Pure. Points are numbers, row ×
// size + column. A position is {rule, size, stones}; `stones` maps a point to "x" or "o".

import { depthOf } from "../game/proofs.js";
import { verdict } from "../game/renju.js";
import { opponent, winningRow } from "../game/rules.js";

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

/** Returns the position of a puzzle, without moves. */
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

/**
 * Returns the loser's reply after which the certificate is longest, {point, answer}, as
 * Proof.longestReply does; null without a legal reply.
 */
export function longestReply(proof, position, { rest, named }, held = []) {
  const loser = opponent(proof.winner), legal = named.filter(({ point }) => isLegal(position, point, loser));
  let longest = null;
  for (const reply of legal) if (!longest || depthOf(proof, reply.answer) > depthOf(proof, longest.answer)) longest = reply;
  if (longest && depthOf(proof, longest.answer) >= depthOf(proof, rest)) return longest;
  const taken = new Set([...held, ...named.map(({ point }) => point)]);
  for (const index of [...fivesOf(position, proof.winner), ...Array(position.size ** 2).keys()]) {
    if (!taken.has(index) && isLegal(position, index, loser)) return { point: index, answer: rest };
  }
  return longest;
}

/**
 * Returns the rest of the line in which the loser resists longest, as points: from the winner's
 * turn with that answer to the five.
 */
export function lineOf(proof, position, answer) {
  const line = [], loser = opponent(proof.winner);
  for (let now = position, next = answer; ;) {
    if (next === null) return [...line, ...fivesOf(now, proof.winner).slice(0, 1)];
    const node = proof.nodes[next];
    if (now.stones.has(node.move)) return line;
    line.push(node.move);
    if (rowWith(now, node.move, proof.winner)) return line;
    now = withStone(now, node.move, proof.winner);
    const reply = longestReply(proof, now, node);
    if (!reply) return line;
    line.push(reply.point);
    now = withStone(now, reply.point, loser);
    next = reply.answer;
  }
}
