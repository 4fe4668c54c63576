// Reads proofs: certificates that a side wins, in the binary form of docs/PROOFS.md. Pure.
//
// A proof is {rule, size, turn, winner, x, o, claim, nodes, first, depths}. `claim` is {kind:
// "wins" | "loses" | "only-hold", points}. A turn of the loser is {rest, named: [{point, answer}]},
// and a node is {move} with such a turn. An answer is the index of a node, or null for a five.
// Points are numbers, row × size + column. `depths` has the number of the winner's moves in the
// longest line from each node.

import { opponent } from "./stones.js";

/** The greatest size of a proof in bytes, as in Proof.mostBytes. */
const MOST_BYTES = 48_000;
/** The rules in the order of their codes. They are a part of the format. */
const RULES = ["freestyle", "standard", "renju", "caro"];
const KINDS = ["wins", "loses", "only-hold"];
const SMALLEST = 5, LARGEST = 20;

/** Returns the bytes of a base64url text, or null. */
export function bytesOf(text) {
  if (typeof text !== "string" || !/^[\w-]*$/.test(text) || text.length % 4 === 1 || text.length > MOST_BYTES * 4 / 3 + 4) return null;
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** Returns the proof in a base64url text; null if it is not well-formed. */
export function readProof(text) {
  const bytes = bytesOf(text);
  try {
    return bytes && read(bytes);
  } catch {
    return null;
  }
}

/** Returns the number of the winner's moves in the longest line of an answer, with the five. */
export const depthOf = ({ depths }, answer) => (answer === null ? 1 : depths[answer]);

function read(bytes) {
  let place = 0;
  const must = (isTrue) => {
    if (!isTrue) throw new Error("not a proof");
  };
  const byte = (below = 256) => {
    must(place < bytes.length && bytes[place] < below);
    return bytes[place++];
  };
  const number = (below) => {
    let value = 0, shift = 0, next;
    do {
      next = byte();
      value += (next & 0x7f) * 2 ** shift;
      shift += 7;
      must(shift <= 21);
    } while (next >= 0x80);
    // There is only one form of each number.
    must(value < below && (next > 0 || shift === 7));
    return value;
  };
  must(byte() === 1);
  const rule = RULES[byte(RULES.length)], size = byte(LARGEST + 1), area = size * size;
  must(size >= SMALLEST);
  const points = () => {
    const found = [];
    for (let count = number(area + 1), next = 0; count > 0; count -= 1) {
      const point = next + number(area);
      must(point < area);
      found.push(point);
      next = point + 1;
    }
    return found;
  };
  const answer = (at) => {
    const back = number(at + 1);
    return back ? at - back : null;
  };
  const turnAt = (at) => {
    const rest = answer(at);
    return { rest, named: points().map((point) => ({ point, answer: answer(at) })) };
  };
  const turn = "xo"[byte(2)], x = points(), o = points(), kind = KINDS[byte(KINDS.length)];
  const claim = { kind, points: kind === "loses" ? [number(area)] : kind === "only-hold" ? points() : [] };
  const nodes = [], depths = [];
  for (let count = number(MOST_BYTES), at = 0; at < count; at += 1) {
    const node = { move: number(area), ...turnAt(at) };
    nodes.push(node);
    depths.push(1 + Math.max(1, ...[...node.named.map((reply) => reply.answer), node.rest].map((each) => (each === null ? 1 : depths[each]))));
  }
  const first = turnAt(nodes.length);
  must(place === bytes.length && !x.some((point) => o.includes(point)) && (kind === "only-hold" || !first.named.length));
  return { rule, size, turn, winner: kind === "wins" ? turn : opponent(turn), x, o, claim, nodes, first, depths };
}
