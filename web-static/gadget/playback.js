// The room's history as states to go through, one after the other. Pure but for `load`, which asks for pages.

/** How many changes are kept for playback. */
export const CHANGES_LIMIT = 20_000;

/** Every change so far, in order: asks for page after page. Null when there are too many. */
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

/** A place in the history, to be moved: `position` 0 is the empty room. */
export function createPlayback(changes) {
  const before = []; // what each change replaced, so that one can go back
  const state = new Map();
  let position = 0;
  return {
    get position() { return position; },
    get length() { return changes.length; },
    get state() { return state; },
    change: (number) => changes[number - 1],
    /** One change forward or back; what of it is to be told, or null at the end. */
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
