// The room's history as a sequence of states. Pure except for `loadChanges`, which requests pages.

/** The largest number of changes for playback. */
export const CHANGES_LIMIT = 20_000;

/** Loads every change so far in order, page by page. Resolves to null if there are too many. */
export async function loadChanges(page, onProgress = () => {}) {
  const changes = [];
  for (;;) {
    const { deltas = [], rev } = await page(changes.length + 1);
    onProgress(rev);
    if (rev > CHANGES_LIMIT) return null;
    for (const { rev: at, set, by, at: time } of deltas) {
      if (at !== changes.length + 1) throw new Error("a hole in the history");
      changes.push({ set, by, time });
    }
    if (!deltas.length || changes.length >= rev) return changes;
  }
}

/** Returns a movable position in the history. Position 0 is the empty room. */
export function createPlayback(changes) {
  const before = []; // the values that each change replaced, for going back
  const state = new Map();
  let position = 0;
  return {
    get position() { return position; },
    get length() { return changes.length; },
    get state() { return state; },
    change: (number) => changes[number - 1],
    /**
     * Moves one change forward or back. Returns the keys to send to the gadget, or null at the end.
     */
    step(forward) {
      if (forward ? position >= changes.length : position <= 0) return null;
      if (forward) {
        const { set } = changes[position];
        before[position] = Object.fromEntries(Object.keys(set).map((key) => [key, state.get(key) ?? null]));
        position += 1;
        return write(set);
      }
      position -= 1;
      return write(before[position]);
    },
  };

  function write(set) {
    for (const [key, value] of Object.entries(set)) {
      if (value === null) state.delete(key);
      else state.set(key, value);
    }
    return set;
  }
}
