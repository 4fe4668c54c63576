// The link that opens a puzzle's position on the analysis board. Pure.

import { stoneOfMove } from "../game/stones.js";
import { studyAddress } from "../page/address.js";
import { forbiddenAt, indexOf, nameAt, positionOf, rowWith, withStone } from "../game/places.js";

/** The most stones that the search for an order tries, before it gives up. */
const SEARCHED = 3_000;

/**
 * Returns the stones of a puzzle in an order in which they can be played, as points: X and O
 * alternate, `last` comes last, no five comes early, and renju forbids no move. Null without such
 * an order, because the analysis board has positions of games only.
 */
export function orderOf({ rule, size, turn, x, o, last }) {
  const left = { x: x.map((cell) => indexOf(cell, size)), o: o.map((cell) => indexOf(cell, size)) }, count = x.length + o.length;
  if (stoneOfMove(count + 1) !== turn || x.length !== Math.ceil(count / 2)) return null;
  const final = last === undefined ? NaN : indexOf(last, size), order = [];
  let tried = 0;
  const search = (position) => {
    if (order.length === count) return true;
    const stone = stoneOfMove(order.length + 1), isEnd = order.length === count - 1;
    for (const [place, index] of left[stone].entries()) {
      if ((index === final && !isEnd) || (tried += 1) > SEARCHED || rowWith(position, index, stone) || forbiddenAt(position, index, stone)) continue;
      left[stone].splice(place, 1);
      order.push(index);
      if (search(withStone(position, index, stone))) return true;
      order.pop();
      left[stone].splice(place, 0, index);
    }
    return false;
  };
  return search(positionOf({ rule, size, x: [], o: [] })) ? order : null;
}

/** Returns the address; `moves` are played after the position. Null if the board cannot show it. */
export function analysisAddress(puzzle, moves, title) {
  const order = orderOf(puzzle);
  if (!order) return null;
  const line = [...order, ...moves].map((index) => nameAt(index, puzzle.size)).join("");
  return studyAddress("", { rule: puzzle.rule, size: puzzle.size, title }, line && `#${line}`);
}
