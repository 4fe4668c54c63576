// Plays the lines of proofs (proofs.js). Pure.
//
// The server has checked each proof that it sends. This file only follows it: it never decides that
// a side wins.

import { depthOf } from "./proofs.js";
import { forbiddenPoints } from "./renju.js";
import { winningRow } from "./rules.js";
import { opponent } from "./stones.js";

const pointIn = ({ size }, cell) => ({ col: cell % size, row: Math.floor(cell / size) });
const cellIn = ({ size }, { col, row }) => row * size + col;

/**
 * Returns the longest line of a proof, from its position to the five: [{col, row}]. In a proof that
 * all moves but a few lose, `reply` is the loser's first move; without it, the longest resistance.
 * Returns [] if the proof says nothing about `reply`.
 */
export function proofLine(proof, reply = null) {
  const { size, rule, nodes, winner, claim, first } = proof, loser = opponent(winner);
  const stones = new Map(["x", "o"].flatMap((stone) => proof[stone].map((cell) => [cell, stone]))), line = [];
  const stoneAt = (col, row) => (col >= 0 && row >= 0 && col < size && row < size ? stones.get(row * size + col) : undefined);
  const all = Array.from({ length: size * size }, (_, cell) => cell);
  const place = (cell, stone) => {
    stones.set(cell, stone);
    line.push(pointIn(proof, cell));
    return winningRow(stoneAt, line.at(-1), stone, rule) !== null;
  };
  const fives = () => all.filter((cell) => {
    if (stones.has(cell)) return false;
    stones.set(cell, winner);
    const row = winningRow(stoneAt, pointIn(proof, cell), winner, rule);
    stones.delete(cell);
    return row;
  });
  const isForbidden = () => {
    const found = rule === "renju" && loser === "x" ? forbiddenPoints({ size, moves: [...stones].map(([cell, stone]) => ({ ...pointIn(proof, cell), stone })) }) : null;
    return (cell) => Boolean(found?.has(`${cell % size},${Math.floor(cell / size)}`));
  };

  /** Plays the winner's turn. Returns whether the line reaches a five. */
  function win(answer) {
    const cell = answer === null ? fives()[0] : nodes[answer].move;
    if (cell === undefined || stones.has(cell)) return false;
    return place(cell, winner) || answer !== null && resist(nodes[answer]);
  }

  /** Plays the loser's longest reply, except those in `held`. */
  function resist({ rest, named }, held = []) {
    const forbidden = isForbidden(), isLegal = (cell) => !stones.has(cell) && !forbidden(cell);
    const deepest = named.filter(({ point }) => isLegal(point)).sort((one, other) => depthOf(proof, other.answer) - depthOf(proof, one.answer))[0];
    const play = (point, answer) => {
      place(point, loser);
      return win(answer);
    };
    if (deepest && depthOf(proof, deepest.answer) >= depthOf(proof, rest)) return play(deepest.point, deepest.answer);
    // A stone on a five is the reply that people expect.
    const cell = [...fives(), ...all].find((each) => isLegal(each) && named.every(({ point }) => point !== each) && !held.includes(each));
    if (cell !== undefined) return play(cell, rest);
    // Without a legal reply, the loser has lost.
    return deepest ? play(deepest.point, deepest.answer) : true;
  }

  function answered(cell) {
    if (stones.has(cell) || claim.points.includes(cell)) return false;
    place(cell, loser);
    const reply = first.named.find(({ point }) => point === cell);
    return win(reply ? reply.answer : first.rest);
  }

  if (claim.kind === "wins") return win(first.rest) ? line : [];
  if (claim.kind === "loses") return place(claim.points[0], loser) || win(first.rest) ? line : [];
  return (reply ? answered(cellIn(proof, reply)) : resist(first, claim.points)) ? line : [];
}
