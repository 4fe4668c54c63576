// The deltas of the gadget's players. They are the page's deltas; in a room without a referee, the
// gadget adds the keys that a referee would set. All functions are pure.

import { DEFAULT_SIZE, newGame, nextMove, resignation, stonesOf } from "../../game/game.js";
import { winningRow } from "../../game/rules.js";

/** The keys of a single game, which a new game deletes. */
const OF_ONE_GAME = /^(?:col|row)\d+$|^(?:x|o|size|clock|result|reason|line|offer|xTime|oTime|turnAt)$/;

/**
 * Returns the delta that starts a new game: it sets the game's number and the seats, and deletes
 * the keys of the old game. In a room with a referee, the referee deletes them.
 */
export function freshGame(state, game, me, sides, refereed) {
  const set = newGame(game, me, { rule: "freestyle", sides });
  if (refereed) return set;
  const old = [...state.keys()].filter((key) => OF_ONE_GAME.test(key)).map((key) => [key, null]);
  return { ...Object.fromEntries(old), opening: "none", move: "0", ...set };
}

/** Returns the delta of the next move. Without a referee, includes the result if the game ends. */
export function moveAt(game, point, refereed) {
  const set = nextMove(game, point);
  if (refereed) return set;
  const stones = new Map([...game.moves, { ...point, stone: game.toMove }].map((move) => [`${move.col},${move.row}`, move.stone]));
  const line = winningRow((col, row) => stones.get(`${col},${row}`), point, game.toMove, game.rule);
  if (line) return { ...set, result: game.toMove, reason: "five", line: line.map(({ col, row }) => `${col},${row}`).join(" ") };
  return stones.size === (game.size ?? DEFAULT_SIZE) ** 2 ? { ...set, result: "draw", reason: "full" } : set;
}

export { resignation, stonesOf };

/** Returns the keys that guard a delta: its own keys, the game's number and the move's number. */
export const guardOf = (set) => [...new Set(["game", "move", ...Object.keys(set)])];
