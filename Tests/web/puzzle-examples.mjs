// Hand-made puzzles, with proofs in their binary form (docs/PROOFS.md).

import { nameAt } from "../../web-static/game/places.js";

export const SIZE = 15;
export const at = (name) => (SIZE - Number(name.slice(1))) * SIZE + name.charCodeAt(0) - 97;
export const cells = (names) => names.split(" ").filter(Boolean).map((name) => `${name.charCodeAt(0) - 97},${SIZE - Number(name.slice(1))}`);
export const names = (points) => points.map((point) => nameAt(point, SIZE)).join(" ");

/** The example of docs/PROOFS.md, whose bytes are documented there. */
export const EXAMPLE = {
  rule: "freestyle", size: 15, turn: "x", x: cells("h11 h10 h9 e8 f8 g8"), o: cells("h12 d8"), claim: { kind: "wins" },
  nodes: [{ move: cells("h8")[0], rest: null, named: [] }], first: { rest: 0, named: [] },
};
export const EXAMPLE_BYTES = "01 00 0f 00 06 43 0e 0e 0b 00 00 02 34 37 00 01 70 00 00 01 00";
export const DOUBLE_FOUR = { id: "AAAAAAAAAA0", rule: "freestyle", size: 15, turn: "x", x: EXAMPLE.x, o: EXAMPLE.o, last: "7,3", kind: "fours", themes: ["four-four"], moves: 2, shortest: true, several: false, rating: 1_450, proof: proofText(EXAMPLE), also: [] };

/** X wins with e8 and then g8: a four that O must stop on f8, then a double four. */
export const LONGER = {
  rule: "freestyle", size: 15, turn: "x", x: cells("h11 h10 h9 e8 f8 g8"), o: cells("h12 d8"), claim: { kind: "wins" },
  // X plays h7, a four; O stops it on h8 and takes the double four away, so that this wins only by
  // the pair of nodes below.
  nodes: [{ move: cells("i8")[0], rest: null, named: [] }, { move: cells("h7")[0], rest: null, named: [[cells("h8")[0], 0]] }], first: { rest: 1, named: [] },
};

/** O holds only on h8: any other move loses to the double four there. */
export const DEFENCE = {
  ...DOUBLE_FOUR, id: "AAAAAAAAAA1", turn: "o", kind: "defence", points: ["7,7"], x: cells("h11 h10 h9 e8 f8 g8"), o: cells("h12 d8 a1"),
  proof: proofText({ ...EXAMPLE, turn: "o", o: cells("h12 d8 a1"), claim: { kind: "only-hold", points: ["7,7"] }, first: { rest: 0, named: [] } }),
};
export const DRILL = { ...DOUBLE_FOUR, id: "AAAAAAAAAA2", kind: "drill", ask: "fours", points: cells("h8 h7 i8"), proof: undefined };
export const BALANCE = { ...DOUBLE_FOUR, id: "AAAAAAAAAA3", kind: "balance", chance: .7, proof: undefined };

/** Returns the base64url text of a proof. */
export function proofText({ rule, size, turn, x, o, claim, nodes, first }) {
  const bytes = [1, ["freestyle", "standard", "renju", "caro"].indexOf(rule), size, "xo".indexOf(turn)];
  const index = (cell) => Number(cell.split(",")[1]) * size + Number(cell.split(",")[0]);
  const number = (value) => {
    for (; value >= 0x80; value >>= 7) bytes.push(0x80 | value & 0x7f);
    bytes.push(value);
  };
  const list = (cells) => {
    const points = cells.map(index).sort((one, other) => one - other);
    number(points.length);
    points.forEach((point, place) => number(place ? point - points[place - 1] - 1 : point));
  };
  const turnAt = ({ rest, named }, at) => {
    const sorted = [...named].sort(([one], [other]) => index(one) - index(other)), answer = (to) => number(to === null ? 0 : at - to);
    answer(rest);
    list(sorted.map(([cell]) => cell));
    for (const [, to] of sorted) answer(to);
  };
  list(x);
  list(o);
  bytes.push(["wins", "loses", "only-hold"].indexOf(claim.kind));
  if (claim.kind === "loses") number(index(claim.point));
  if (claim.kind === "only-hold") list(claim.points);
  number(nodes.length);
  nodes.forEach((node, at) => {
    number(index(node.move));
    turnAt(node, at);
  });
  turnAt(first, nodes.length);
  return Buffer.from(bytes).toString("base64url");
}
