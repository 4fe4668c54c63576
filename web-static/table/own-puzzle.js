// The puzzle from a game that the user has just lost (docs/PUZZLES.md).

import { fetched } from "../net/fetching.js";

/**
 * Notes the lost game for the puzzles (puzzles/lost-game.js). Resolves to whether the server has
 * made a puzzle from it.
 */
export async function hasPuzzle({ game, me, memory }) {
  memory.set("lost", JSON.stringify({ game, me }));
  return fetched(`api/games/${encodeURIComponent(game)}/puzzle?missing=null`).then(Boolean, () => false);
}
