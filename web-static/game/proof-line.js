// The lines of proofs (proofs.js). Pure. Points are numbers, as in places.js.
//
// The server has checked each proof that it sends. This file only follows it: it never decides that
// a side wins.

import { fivesOf, isLegal, pointAt, rowWith, withStone } from "./places.js";
import { depthOf } from "./proofs.js";
import { opponent } from "./stones.js";

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

/** Returns the answer of a loser's turn to the reply `index`. */
export function answerTo({ named, rest }, index) {
  const reply = named.find(({ point }) => point === index);
  return reply ? reply.answer : rest;
}

/**
 * Returns the longest line of a proof, from its position to the five: [{col, row}]. In a proof that
 * all moves but a few lose, `reply` is the loser's first move; without it, the longest resistance.
 * Returns [] if the proof says nothing about `reply`.
 */
export function proofLine(proof, reply = null) {
  const { rule, size, claim, first } = proof, loser = opponent(proof.winner);
  const position = { rule, size, stones: new Map(["x", "o"].flatMap((stone) => proof[stone].map((point) => [point, stone]))) };
  const after = (point, answer) => [point, ...lineOf(proof, withStone(position, point, loser), answer)];
  const line = () => {
    if (claim.kind === "wins") return lineOf(proof, position, first.rest);
    if (claim.kind === "loses") return after(claim.points[0], first.rest);
    const resistance = reply ? { point: reply.row * size + reply.col } : longestReply(proof, position, first, claim.points);
    if (!resistance || position.stones.has(resistance.point) || claim.points.includes(resistance.point)) return [];
    return after(resistance.point, answerTo(first, resistance.point));
  };
  return line().map((point) => pointAt(point, size));
}
