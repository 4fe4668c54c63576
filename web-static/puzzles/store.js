// The fetched puzzles on this device, so that puzzles work without a connection.

/** The largest size of all stored puzzles, in letters of their JSON. The oldest are dropped. */
export const STORE_LIMIT = 600_000;

/**
 * Returns the stored puzzles of `memory`. `pinned(id)` tells which ones to drop last, because they
 * are needed again.
 */
export function createStore(memory, pinned = () => false) {
  let kept = read(memory.get("puzzles.fetched"));
  const save = () => memory.set("puzzles.fetched", JSON.stringify(kept));
  return {
    get: (id) => kept.find((each) => each.id === id),
    all: () => kept,
    /** Returns the puzzle of the day, if it is stored. */
    daily: (day, rule) => kept.find((each) => each.day === `${day} ${rule}`),
    /** Stores puzzles. A stored puzzle of the day keeps its day. */
    put(puzzles) {
      const ids = new Set(puzzles.map(({ id }) => id)), days = new Map(kept.filter(({ id, day }) => day && ids.has(id)).map(({ id, day }) => [id, day]));
      kept = [...kept.filter(({ id }) => !ids.has(id)), ...puzzles.map((each) => (days.has(each.id) ? { day: days.get(each.id), ...each } : each))];
      let size = kept.reduce((sum, each) => sum + sizeOf(each), 0);
      for (const isPinned of [false, true]) {
        for (let at = 0; size > STORE_LIMIT && at < kept.length;) {
          if (Boolean(pinned(kept[at].id)) === isPinned) [size] = [size - sizeOf(kept[at]), kept.splice(at, 1)];
          else at += 1;
        }
      }
      save();
    },
  };
}

const sizeOf = (puzzle) => JSON.stringify(puzzle).length + 1;

function read(text) {
  try {
    const given = JSON.parse(text ?? "[]");
    return Array.isArray(given) ? given.filter((each) => typeof each?.id === "string") : [];
  } catch {
    return [];
  }
}
