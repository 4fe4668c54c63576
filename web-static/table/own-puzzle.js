// The puzzle from a game that the user has just lost (docs/PUZZLES.md).

import { fetched } from "../net/fetching.js";
import { readWhileBusy } from "../net/while-busy.js";

/**
 * Notes the lost game for the puzzles (puzzles/lost-game.js). Resolves to whether the server has
 * made a puzzle from it. While the server is busy, it is asked again as long as `isWanted()`.
 */
export async function hasPuzzle({ game, isWanted, me, memory }) {
  memory.set("lost", JSON.stringify({ game, me }));
  return readWhileBusy(() => fetched(`api/games/${encodeURIComponent(game)}/puzzle?missing=null`), isWanted).then(Boolean, () => false);
}
