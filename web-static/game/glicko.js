// Glicko-2 for one game at a time (Mark E. Glickman, "Example of the Glicko-2 system", 2013,
// glicko.net/glicko/glicko2.pdf), as Sources/GameState/Ratings/Glicko2.swift calculates ratings on
// the server. Pure. A rating is {rating, deviation, volatility, games}.

import { FIRST_RATING } from "./ratings.js";

/** The rating of a player without games. */
export const START = { rating: FIRST_RATING, deviation: 350, volatility: .06, games: 0 };
/** The number of points per unit of the calculation's scale. */
const SCALE = 173.7178;
/** The tolerance at which the search for the volatility ends. */
const TOLERANCE = 1e-6;

/**
 * Returns a player's rating after one game, which is a rating period. `score` is 1 for a win and 0
 * for a loss. `tau` constrains changes of the volatility.
 */
export function afterGame(player, opponent, score, tau) {
  const mu = (player.rating - FIRST_RATING) / SCALE, phi = player.deviation / SCALE, other = opponent.deviation / SCALE;
  const g = 1 / Math.sqrt(1 + 3 * other ** 2 / Math.PI ** 2);
  const expected = 1 / (1 + Math.exp(-g * (mu - (opponent.rating - FIRST_RATING) / SCALE)));
  const variance = 1 / (g ** 2 * expected * (1 - expected)), surprise = g * (score - expected);
  const volatility = nextVolatility(player.volatility, phi, variance, variance * surprise, tau);
  const after = 1 / Math.sqrt(1 / (phi ** 2 + volatility ** 2) + 1 / variance);
  return { rating: FIRST_RATING + SCALE * (mu + after ** 2 * surprise), deviation: Math.min(START.deviation, SCALE * after), volatility, games: player.games + 1 };
}

/** Step 5 of the paper: the Illinois variant of regula falsi. */
function nextVolatility(sigma, phi, variance, improvement, tau) {
  const a = Math.log(sigma ** 2), square = improvement ** 2, base = phi ** 2 + variance;
  const f = (x) => Math.exp(x) * (square - base - Math.exp(x)) / (2 * (base + Math.exp(x)) ** 2) - (x - a) / tau ** 2;
  let low = a, high = a - tau;
  if (square > base) high = Math.log(square - base);
  else while (f(high) < 0) high -= tau;
  let atLow = f(low), atHigh = f(high);
  while (Math.abs(high - low) > TOLERANCE) {
    const next = low + (low - high) * atLow / (atHigh - atLow), atNext = f(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}
