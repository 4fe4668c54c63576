// The whole past of a room: every delta in order, and the state after each. Pure.
//
// Deltas are kept as they came; every CHECKPOINT_EVERY of them the state is kept too, so that going anywhere costs
// at most that many deltas. Laws (Tests/web/timeline.test.mjs): the state at a revision is the one a client had that
// had applied exactly the deltas up to it, and a delta that does not come next is never taken.

import { merged } from "../net/state.js";

/** How many deltas a timeline holds; a game is some hundred. */
export const TIMELINE_LIMIT = 20_000;
/** A state is kept after so many deltas. */
const CHECKPOINT_EVERY = 64;

/** An empty timeline. */
export function createTimeline() {
  const deltas = [], checkpoints = [new Map()], games = [];
  let newest = new Map();

  return {
    append, stateAt,
    /** The revision of the last delta held. */
    get rev() { return deltas.length; },
    get full() { return deltas.length >= TIMELINE_LIMIT; },
    /** {number, from, to}: each game from its New Game to the delta before the next one. */
    get games() { return games.map((game, index) => ({ ...game, to: (games[index + 1]?.from ?? deltas.length + 1) - 1 })); },
    /** The delta that led to revision `rev`. */
    deltaAt: (rev) => deltas[rev - 1],
  };

  /** Takes the next delta; false when it is another one, or the timeline is full. */
  function append(delta) {
    if (delta?.rev !== deltas.length + 1 || deltas.length >= TIMELINE_LIMIT) return false;
    deltas.push(delta);
    newest = merged(new Map(newest), delta.set);
    if (typeof delta.set?.game === "string") games.push({ number: delta.set.game, from: delta.rev });
    if (deltas.length % CHECKPOINT_EVERY === 0) checkpoints.push(newest);
    return true;
  }

  /** The state after the delta of revision `rev`, a Map of its own; 0 is the empty room. */
  function stateAt(rev) {
    const nearest = Math.floor(rev / CHECKPOINT_EVERY);
    const state = new Map(checkpoints[nearest]);
    for (let next = nearest * CHECKPOINT_EVERY; next < rev; next += 1) merged(state, deltas[next].set);
    return state;
  }
}

/**
 * Brings `timeline` up to the room's newest revision, page by page.
 *
 * @param page    (from) => a promise of a page of `history`: {epoch, rev, deltas}
 * @param onPage  called after each page
 * @returns whether all is there; false when the timeline is full. Throws when the pages do not fit together.
 */
export async function loadHistory(timeline, page, onPage = () => {}) {
  for (;;) {
    if (timeline.full) return false;
    const { rev, deltas = [] } = await page(timeline.rev + 1);
    const before = timeline.rev;
    for (const delta of deltas) {
      // Live deltas may have come in while the page was on its way.
      if (delta.rev > timeline.rev && !timeline.append(delta) && !timeline.full) throw new Error("a gap in the history");
    }
    onPage();
    if (timeline.rev >= rev) return true;
    if (timeline.rev === before && !timeline.full) throw new Error("the history does not go on");
  }
}
