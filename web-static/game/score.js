// The score between the two players of a table, over all their games there. Pure.

/**
 * Returns the points of both players and the number of their games: {[id]: points, games}. A win
 * counts one point, a draw half a point.
 *
 * @param games  finished games of the room: {number, x, o, result}, where `x` and `o` are ids.
 * @param seats  {x, o}: the ids of the two players.
 */
export function scoreBetween(games, { x, o }) {
  const score = { [x]: 0, [o]: 0, games: 0 };
  for (const game of games) {
    const isTheirs = game.x === x && game.o === o || game.x === o && game.o === x;
    if (!isTheirs || !["x", "o", "draw"].includes(game.result)) continue;
    score.games += 1;
    if (game.result === "draw") [x, o].forEach((id) => { score[id] += 0.5; });
    else score[game[game.result]] += 1;
  }
  return score;
}

/** Returns points as players write them: `2`, `½`, `2½`. */
export const pointsText = (points) => `${points >= 1 || points === 0 ? Math.floor(points) : ""}${points % 1 ? "½" : ""}`;
