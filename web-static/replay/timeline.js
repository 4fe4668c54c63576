// The complete past of a room: every delta in order, and the state after each. Pure.
//
// Deltas are stored as they came. Every CHECKPOINT_EVERY deltas the state is stored, too, so that
// any state costs at most that many deltas. Laws (Tests/web/timeline.test.mjs): the state at a
// revision equals that of a client that has applied exactly the deltas up to it, and a delta out of
// order is never accepted.

import { merged } from "../net/state.js";

/** The largest number of deltas in a timeline. A game has some hundred. */
export const TIMELINE_LIMIT = 20_000;
/** The number of deltas between two stored states. */
const CHECKPOINT_EVERY = 64;

/** Returns an empty timeline. */
export function createTimeline() {
  const deltas = [], checkpoints = [new Map()], games = [];
  let newest = new Map();

  return {
    append, stateAt,
    /** The revision of the last delta. */
    get rev() { return deltas.length; },
    get full() { return deltas.length >= TIMELINE_LIMIT; },
    /** The games, {number, from, to}: each from its New Game to the delta before the next one. */
    get games() { return games.map((game, index) => ({ ...game, to: (games[index + 1]?.from ?? deltas.length + 1) - 1 })); },
    /** Returns the delta that led to revision `rev`. */
    deltaAt: (rev) => deltas[rev - 1],
  };

  /** Appends the next delta. Returns false for any other delta, or if the timeline is full. */
  function append(delta) {
    if (delta?.rev !== deltas.length + 1 || deltas.length >= TIMELINE_LIMIT) return false;
    deltas.push(delta);
    newest = merged(new Map(newest), delta.set);
    if (typeof delta.set?.game === "string") games.push({ number: delta.set.game, from: delta.rev });
    if (deltas.length % CHECKPOINT_EVERY === 0) checkpoints.push(newest);
    return true;
  }

  /** Returns the state at revision `rev`, as a new Map. Revision 0 is the empty room. */
  function stateAt(rev) {
    const nearest = Math.floor(rev / CHECKPOINT_EVERY);
    const state = new Map(checkpoints[nearest]);
    for (let next = nearest * CHECKPOINT_EVERY; next < rev; next += 1) merged(state, deltas[next].set);
    return state;
  }
}

/**
 * Loads the history page by page, up to the room's newest revision.
 *
 * @param page   (from) resolves to a page of `history`: {epoch, rev, deltas}.
 * @param onPage is called after each page.
 * @returns whether the history is complete; false if the timeline is full. Throws if the pages do
 *   not fit together.
 */
export async function loadHistory(timeline, page, onPage = () => {}) {
  for (;;) {
    if (timeline.full) return false;
    const { rev, deltas = [] } = await page(timeline.rev + 1);
    const before = timeline.rev;
    for (const delta of deltas) {
      // Live deltas may have arrived while the page was loading.
      if (delta.rev > timeline.rev && !timeline.append(delta) && !timeline.full) throw new Error("a gap in the history");
    }
    onPage();
    if (timeline.rev >= rev) return true;
    if (timeline.rev === before && !timeline.full) throw new Error("the history does not go on");
  }
}
