// What a player of the gadget changes: the page's own deltas, and in a room without a referee what the referee would add.
// Pure.

import { DEFAULT_SIZE, newGame, nextMove, resignation, stonesOf } from "../../game/game.js";
import { winningRow } from "../../game/rules.js";

/** Keys that belong to one game and go when another begins. */
const OF_ONE_GAME = /^(?:col|row)\d+$|^(?:x|o|size|clock|result|reason|line|offer|xTime|oTime|turnAt)$/;

/** New Game as one delta: the counter, the seats, and every key of the old game deleted. */
export function freshGame(state, game, me, sides, refereed) {
  const set = newGame(game, me, { rule: "freestyle", sides });
  if (refereed) return set;
  const old = [...state.keys()].filter((key) => OF_ONE_GAME.test(key)).map((key) => [key, null]);
  return { ...Object.fromEntries(old), opening: "none", move: "0", ...set };
}

/** The next move, with the result where it ends the game. */
export function moveAt(game, point, refereed) {
  const set = nextMove(game, point);
  if (refereed) return set;
  const stones = new Map([...game.moves, { ...point, stone: game.toMove }].map((move) => [`${move.col},${move.row}`, move.stone]));
  const line = winningRow((col, row) => stones.get(`${col},${row}`), point, game.toMove, game.rule);
  if (line) return { ...set, result: game.toMove, reason: "five", line: line.map(({ col, row }) => `${col},${row}`).join(" ") };
  return stones.size === (game.size ?? DEFAULT_SIZE) ** 2 ? { ...set, result: "draw", reason: "full" } : set;
}

export { resignation, stonesOf };

/** What a change is guarded by: the keys that it writes, and that the game is still the same one. */
export const guardOf = (set) => [...new Set(["game", "move", ...Object.keys(set)])];
