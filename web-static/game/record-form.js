// Games as the server's API has them, in the form in which records.js reads them from a file. Pure.

import { stoneOfMove } from "./stones.js";
import { checkedTerms } from "./terms.js";

/**
 * Returns the record of a game of `/api/games/{id}` or `/api/rooms/{room}/games/{n}`. `called`
 * returns the name of a player {id, name} or null. A move has its `time` in ms, or null.
 */
export function recordForm({ rule, size, x, o, moves, times, result, reason }, called) {
  const terms = checkedTerms({ rule, size });
  const time = (index) => (Number.isFinite(times?.[index]) && times[index] >= 0 ? times[index] : null);
  return {
    size: terms.size, rule: terms.rule, names: { x: called(x), o: called(o) }, setup: [],
    moves: (Array.isArray(moves) ? moves : []).map((cell, index) => {
      const [col, row] = String(cell).split(",").map(Number);
      return { number: index + 1, stone: stoneOfMove(index + 1), col, row, time: time(index) };
    }),
    result: result ?? null, reason: reason ?? null,
  };
}
