// The score between the two players of this table. The server's list of a player's finished games
// has the earlier games of the room, so every visitor sees the same score. Games that end later are
// taken from the room's state.

import { fetched } from "../net/fetching.js";
import { isRobot } from "../game/robots.js";
import { scoreBetween } from "../game/score.js";

/** The number of a player's newest games among which those of this room are looked up. */
const ASKED = 200;

/**
 * Creates the score.
 *
 * @param table    of table.js.
 * @param onChange is called when earlier games have arrived.
 * @returns {of(game)}: the score {[id]: points, games} of the players of `game`, or null.
 */
export function createScore({ table, onChange, ask = fetched }) {
  const finished = new Map(); // number → {number, x, o, result}, of one epoch of the room
  let shown = null; // that epoch
  let asked = null; // the players whose earlier games were requested
  return { of };

  function of(game) {
    const { x, o } = game.seats, { epoch } = table.replica;
    if (shown !== epoch) {
      finished.clear();
      [shown, asked] = [epoch, null];
    }
    if (!x || !o || x === o) return null;
    const isRecorded = game.result && game.reason !== "aborted" && game.moves.length > 1;
    if (isRecorded) finished.set(game.number, { number: game.number, x, o, result: game.result });
    fetchEarlier(game);
    return scoreBetween([...finished.values()], game.seats);
  }

  async function fetchEarlier({ number, seats }) {
    const { epoch } = table.replica, key = String([seats.x, seats.o].sort());
    if (number === "1" || !epoch || asked === key) return;
    asked = key;
    const person = [table.me, seats.x, seats.o].find((id) => Object.values(seats).includes(id) && !isRobot(id));
    if (!person) return;
    const { games = [] } = await ask(`api/people/${encodeURIComponent(person)}/games?limit=${ASKED}`).catch(() => ({}));
    if (shown !== epoch) return;
    const added = earlierGames(games, epoch).filter((game) => !finished.has(game.number));
    for (const game of added) finished.set(game.number, game);
    if (added.length) onChange();
  }
}

/** Returns those of the server's `games` that were played in the room of this epoch. */
export function earlierGames(games, epoch) {
  return (Array.isArray(games) ? games : []).filter(({ id }) => String(id).startsWith(`${epoch}-`))
    .map(({ number, x, o, result }) => ({ number: String(number), x: x?.id, o: o?.id, result }));
}
