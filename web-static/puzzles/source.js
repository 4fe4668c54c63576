// The source of puzzles: the server, or the puzzles stored on this device if the server is out of
// reach.

import { readPuzzle } from "./attempt.js";
import { withoutReview, withPlace } from "./record.js";

/** The number of puzzles per request. The rest is stored for later, and for times offline. */
const BATCH = 20;
/** The most requests in search of a puzzle that the person has not had. The person can go on. */
const TRIES = 25;
/** Selections with ratings in the same interval of this width share their place. */
const BAND = 50;
/** The greatest distance from the wanted rating at which a stored puzzle saves a request. */
const NEAR = 75;

/**
 * Returns the source. `fetched(path)` returns JSON of the server or rejects with a `status` (0
 * without a connection); `record()` and `changeRecord(record)` access the device's record.
 * `lostPart()` resolves to {lostPuzzle({game, ask, isWanted})}, in the form of lost-game.js, or to
 * undefined.
 */
export function createSource({ fetched, store, record, changeRecord, lostPart }) {
  let online = true, rules = null, isAtEnd = false;
  // The selections in which the person has had all puzzles from the first one to the present place.
  const known = new Set();
  /** Returns a test for puzzles that the person has not had and that are not in use. */
  const freshness = (avoid) => {
    const had = new Set([...record().done, ...avoid]);
    return ({ id }) => !had.has(id);
  };
  return { rules: loadRules, daily, byId, next, lost, get isOnline() { return online; }, get isAtEnd() { return isAtEnd; } };

  async function ask(path) {
    try {
      const answer = await fetched(path);
      online = true;
      return answer;
    } catch (error) {
      online = error.status !== 0;
      throw error;
    }
  }

  /** Returns the rules with puzzles, as the server counts them; [] if the server has none. */
  async function loadRules() {
    try {
      rules ??= (await ask("api/puzzles")).rules ?? [];
      return rules;
    } catch {
      return [];
    }
  }

  /** Returns the puzzle of that day, or null. */
  async function daily(day, rule) {
    const kept = readPuzzle(store.daily(day, rule));
    if (kept) return kept;
    try {
      const { puzzle } = await ask(`api/puzzles/daily?date=${day}&rule=${rule}`);
      store.put([{ ...puzzle, day: `${day} ${rule}` }]);
      return readPuzzle(puzzle);
    } catch {
      return null;
    }
  }

  /** Returns the puzzle with that ID, or null. A puzzle that is gone is not reviewed any more. */
  async function byId(id) {
    const kept = readPuzzle(store.get(id));
    if (kept) return kept;
    try {
      const puzzle = await ask(`api/puzzles/${id}`);
      store.put([puzzle]);
      return readPuzzle(puzzle);
    } catch (error) {
      // A server without any puzzles may get them back.
      if (error.status === 404 && (await loadRules()).length) changeRecord(withoutReview(record(), id));
      return null;
    }
  }

  /**
   * Resolves to the puzzle from a lost game, {puzzle, game}, or to {missing}; without `game`, from
   * the last one. It is not stored, because no other mode may show it. While the server is busy,
   * the request is repeated as long as `isWanted()`.
   */
  async function lost(game, isWanted) {
    const part = await lostPart();
    return part ? part.lostPuzzle({ game, ask, isWanted }) : { missing: "offline" };
  }

  /**
   * Returns a puzzle near `rating` that the person has not had, or null. `filter` is {rule, kind,
   * theme}; `avoid` has IDs of puzzles that are in use. Without a puzzle, `isAtEnd` tells whether
   * the person has had all of them; otherwise another call goes on with the search.
   */
  async function next(filter, rating, avoid = []) {
    isAtEnd = false;
    const kept = stored(filter, rating, avoid);
    if (kept && Math.abs(kept.rating - rating) <= NEAR) return kept;
    try {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const { found, isKnown } = await batch(filter, rating);
        const fresh = found.filter(freshness(avoid)).map(readPuzzle).filter(Boolean);
        if (fresh.length) return nearest(fresh, rating);
        isAtEnd = !found.length && isKnown;
        if (isAtEnd) break;
      }
    } catch { /* Without a connection, any stored puzzle will do. */ }
    return kept;
  }

  /**
   * Fetches the next puzzles of a selection, and stores those that the person has not had. After
   * the last puzzle it begins again, because the store may have dropped some of them.
   */
  async function batch(filter, rating) {
    const near = Math.round(rating / BAND) * BAND, chosen = Object.entries(filter).filter(([, value]) => value), { seed, from } = record();
    const key = [...chosen.map(([, value]) => value), near].join(" ");
    if (!from[key]) known.add(key);
    const query = new URLSearchParams({ ...Object.fromEntries(chosen), rating: near, seed, from: from[key] ?? 0, count: BATCH });
    const { puzzles: found = [], next: place } = await ask(`api/puzzles/next?${query}`), fresh = found.filter(freshness([]));
    if (fresh.some(readPuzzle)) known.delete(key);
    store.put(fresh);
    changeRecord(withPlace(record(), key, found.length ? place ?? 0 : 0));
    return { found, isKnown: known.has(key) };
  }

  function stored({ rule, kind, theme }, rating, avoid) {
    const isFresh = freshness(avoid);
    const fits = (each) => each.rule === rule && (!kind || each.kind === kind) && (!theme || [each.themes].flat().includes(theme)) && !each.day && isFresh(each);
    return nearest(store.all().filter(fits).map(readPuzzle).filter(Boolean), rating);
  }
}

const nearest = (puzzles, rating) => puzzles.reduce((best, each) => (!best || Math.abs(each.rating - rating) < Math.abs(best.rating - rating) ? each : best), null);
