// The course of a lesson: the tasks of one side of a game, the current one, and the result of each.
// The browser stores it, so that the user can continue after a reload. Pure.

/** The number of lessons that a browser keeps. The one used least recently is deleted first. */
export const KEPT = 40;
/** The results of a task: solved without help, or seen the answer. Without one it is open. */
const RESULTS = ["found", "shown"];
const KEY = "learn";
/** The longest stored text that is read, in characters. */
const MOST_LETTERS = 64_000;

/** Returns the stored lessons, the most recently used one first. Invalid ones are left out. */
function stored(memory) {
  const text = memory.get(KEY) ?? "";
  if (text.length > MOST_LETTERS) return [];
  try {
    return JSON.parse(text).filter((each) => typeof each?.id === "string" && typeof each.results === "object" && each.results);
  } catch {
    return [];
  }
}

/**
 * Creates the lesson about one side of a game.
 *
 * @param memory  this browser's storage (page/memory.js).
 * @param game    the game's id, or null if the lesson cannot be stored.
 * @param side    the side whose mistakes are the tasks.
 * @param numbers the numbers of the moves that are the tasks.
 */
export function createLesson({ memory, game, side, numbers }) {
  const id = game && `${game} ${side}`, kept = id ? stored(memory).find((each) => each.id === id) : null;
  const results = new Map(numbers.map((number) => [number, kept?.results[number]]).filter(([, result]) => RESULTS.includes(result)));
  let at = numbers.includes(kept?.at) && isOpen(kept.at) ? kept.at : numbers.find(isOpen) ?? null;
  return {
    finish, next, again, resultOf: (number) => results.get(number) ?? null,
    /** The number of the current move; null at the end of the lesson. */
    get at() { return at; },
    /** The place of the current task, from 1, the number of tasks, and of those solved or seen. */
    get place() { return numbers.indexOf(at) + 1; },
    get count() { return numbers.length; },
    get found() { return numbers.filter((number) => results.get(number) === "found").length; },
    get done() { return results.size; },
  };

  function isOpen(number) {
    return !results.has(number);
  }

  /** Stores the result of the current task. The first result counts. */
  function finish(result) {
    if (at !== null && isOpen(at)) results.set(at, result);
    save();
  }

  /**
   * Goes to the next open task. After the last one, `at` is null, and then this function begins
   * with the tasks that were skipped.
   */
  function next() {
    at = numbers.slice(numbers.indexOf(at) + 1).find(isOpen) ?? null;
    save();
  }

  /** Begins again. */
  function again() {
    results.clear();
    at = numbers[0] ?? null;
    save();
  }

  function save() {
    if (!id) return;
    const own = { id, at, results: Object.fromEntries(results) };
    memory.set(KEY, JSON.stringify([own, ...stored(memory).filter((each) => each.id !== id)].slice(0, KEPT)));
  }
}
