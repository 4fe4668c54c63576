// Reads proofs in their binary form (docs/PROOFS.md) and plays their lines. Pure.
//
// The server has checked each proof that it sends. This file only follows it: it never decides that
// a side wins. Points are {col, row}; inside this file a cell is the number `row * size + col`.

import { forbiddenPoints } from "./renju.js";
import { winningRow } from "./rules.js";
import { opponent } from "./stones.js";

const VERSION = 1;
/** The rules and the kinds of claims, in the order of their codes. */
const RULES = ["freestyle", "standard", "renju", "caro"], CLAIMS = ["wins", "loses", "only-hold"];
/** The longest text of a proof: 48,000 bytes in base64url. */
const MOST_LETTERS = 64_000;
/** The smallest and the largest side of a board in a proof. */
const LEAST_SIDE = 5, MOST_SIDE = 20;

/**
 * Returns the proof in base64url: {rule, size, turn, winner, claim: {kind, points}, stones, nodes,
 * first}. Returns null if the text is not a proof.
 */
export function readProof(text) {
  try {
    return typeof text === "string" && text.length <= MOST_LETTERS ? parse(atob(text.replace(/-/g, "+").replace(/_/g, "/"))) : null;
  } catch {
    return null;
  }
}

function parse(bytes) {
  let place = 0;
  const fail = () => { throw new RangeError("not a proof"); };
  const byte = () => (place < bytes.length ? bytes.charCodeAt(place++) : fail());
  const number = (most) => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const next = byte();
      value += (next & 0x7f) * 2 ** shift;
      // Three bytes hold every number of a proof, and the last one is 0 only if it is the first.
      if (shift > 14 || value > most || shift && !next) fail();
      if (next < 0x80) return value;
    }
  };
  const cells = (area) => {
    const count = number(area), found = [];
    for (let next = 0; found.length < count; next = found.at(-1) + 1) {
      found.push(next + number(area));
      if (found.at(-1) >= area) fail();
    }
    return found;
  };
  /** Reads a turn of the loser. An answer is the index of a node, or null for a five. */
  const turn = (index, area) => {
    const answer = () => {
      const distance = number(index);
      return distance ? index - distance : null;
    };
    const rest = answer(), named = cells(area);
    return { rest, named: new Map(named.map((cell) => [cell, answer()])) };
  };

  if (byte() !== VERSION) fail();
  const rule = RULES[byte()] ?? fail(), size = byte(), area = size * size;
  if (size < LEAST_SIDE || size > MOST_SIDE) fail();
  const mover = ["x", "o"][byte()] ?? fail(), stones = new Map();
  for (const stone of ["x", "o"]) for (const cell of cells(area)) stones.set(cell, stones.has(cell) ? fail() : stone);
  const kind = CLAIMS[byte()] ?? fail(), points = kind === "loses" ? [number(area - 1)] : kind === "only-hold" ? cells(area) : [];
  const nodes = [], count = number(bytes.length);
  while (nodes.length < count) {
    const move = number(area - 1), replies = turn(nodes.length, area);
    nodes.push({ move, ...replies, depth: 1 + depthOf(nodes, replies) });
  }
  const first = turn(count, area);
  if (place < bytes.length) fail();
  return { rule, size, turn: mover, winner: kind === "wins" ? mover : opponent(mover), claim: { kind, points }, stones, nodes, first };
}

/** Returns the number of the winner's moves in the longest line of an answer or a turn. */
const depthOfAnswer = (nodes, answer) => (answer === null ? 1 : nodes[answer].depth);
const depthOf = (nodes, { rest, named }) => Math.max(...[rest, ...named.values()].map((answer) => depthOfAnswer(nodes, answer)));

const pointIn = ({ size }, cell) => ({ col: cell % size, row: Math.floor(cell / size) });
const cellIn = ({ size }, { col, row }) => row * size + col;

/**
 * Returns the longest line of a proof, from its position to the five: [{col, row}]. In a proof that
 * all moves but a few lose, `reply` is the loser's first move; without it, the longest resistance.
 * Returns [] if the proof says nothing about `reply`.
 */
export function proofLine(proof, reply = null) {
  const { size, rule, nodes, winner, claim, first } = proof, loser = opponent(winner);
  const stones = new Map(proof.stones), line = [];
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
    const deepest = [...named].filter(([cell]) => isLegal(cell)).sort(([, one], [, other]) => depthOfAnswer(nodes, other) - depthOfAnswer(nodes, one))[0];
    if (deepest && depthOfAnswer(nodes, deepest[1]) >= depthOfAnswer(nodes, rest)) {
      place(deepest[0], loser);
      return win(deepest[1]);
    }
    // A stone on a five is the reply that people expect.
    const cell = [...fives(), ...all].find((each) => isLegal(each) && !named.has(each) && !held.includes(each));
    if (cell !== undefined) {
      place(cell, loser);
      return win(rest);
    }
    if (!deepest) return true; // The loser has no legal reply.
    place(deepest[0], loser);
    return win(deepest[1]);
  }

  function answered(cell) {
    if (stones.has(cell) || claim.points.includes(cell)) return false;
    place(cell, loser);
    return win(first.named.has(cell) ? first.named.get(cell) : first.rest);
  }

  if (claim.kind === "wins") return win(first.rest) ? line : [];
  if (claim.kind === "loses") return place(claim.points[0], loser) || win(first.rest) ? line : [];
  return (reply ? answered(cellIn(proof, reply)) : resist(first, claim.points)) ? line : [];
}
