// The puzzle from a game that the user has lost. The server makes it (docs/PUZZLES.md).

import { opponent } from "../game/stones.js";
import { readWhileBusy } from "../net/while-busy.js";
import { readPuzzle } from "./attempt.js";
import { isGame } from "./modes.js";

/** The number of finished games among which the last lost one is looked for. */
const GAMES = 50;

/** Returns the ID of the last game that `me` lost to another participant; undefined if none. */
export const lastLost = (games, me) => games.find(({ x, o, result }) => x?.id !== o?.id && ["x", "o"].some((side) => ({ x, o })[side]?.id === me && result === opponent(side)))?.id;

/**
 * Resolves to {puzzle, game}, or to {missing} with the reason. Without `game`, it is the last game
 * that the user has lost: the account's, or else the one that this browser remembers. While the
 * server is busy, the request is repeated as long as `isWanted()`.
 *
 * @param ask    returns JSON of the server, or rejects with a `status`.
 * @param member resolves to the user, {id, claimed}, or to null if the user is unknown.
 */
export async function lostPuzzle({ game, ask, isWanted, member, memory }) {
  try {
    const id = game ?? await lostGame(ask, await member(), memory);
    if (!id) return { missing: "no-lost-game" };
    const puzzle = readPuzzle(await readWhileBusy(() => ask(`api/games/${id}/puzzle?missing=null`), isWanted));
    return puzzle ? { puzzle, game: id } : { missing: "none-in-game" };
  } catch ({ status }) {
    return { missing: status === 0 ? "offline" : status === 404 ? "none-in-game" : "more" };
  }
}

async function lostGame(ask, me, memory) {
  if (me?.claimed) {
    const { games = [] } = await ask(`api/people/${encodeURIComponent(me.id)}/games?limit=${GAMES}`);
    return lastLost(games, me.id);
  }
  const kept = readLost(memory);
  return kept && (!me || me.id === kept.me) ? kept.game : undefined;
}

/** Returns the last lost game that the table has noted, {game, me}; null if there is none. */
function readLost(memory) {
  try {
    const kept = JSON.parse(memory.get("lost") ?? "null");
    return isGame(kept?.game) ? kept : null;
  } catch {
    return null;
  }
}
