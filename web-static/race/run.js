// The user's own puzzle in a race: fetched ahead, played by its proof, and answered once it is
// decided. No DOM.

import { cellAt } from "../game/places.js";
import { begin, readPuzzle, tried } from "../puzzles/attempt.js";

/** The number of puzzles to fetch ahead. */
const AHEAD = 4;
/** The pause before a puzzle that could not be fetched is fetched again, in ms. */
const PAUSE = 2_000;

/**
 * Returns the run. `fetched(path)` returns JSON of the server; `answer(id, cells)` sends an answer
 * and returns whether it was sent; `changed()` is called after every change of `state`.
 */
export function createRun({ fetched, answer, changed, clock = globalThis }) {
  // `verdict` is the verdict of the last try, which may belong to the previous puzzle.
  const state = { id: null, attempt: null, verdict: null, missing: false };
  const puzzles = new Map();
  let picks = [];
  return { state, prepare, show, pick, skip, reset };

  /** Fetches the next puzzles from a place on, and drops those that are no longer needed. */
  function prepare(ids, place) {
    for (const id of ids.slice(place, place + AHEAD)) load(id);
    // A race has up to 200 puzzles, and each is needed once.
    for (const id of puzzles.keys()) if (!ids.includes(id) || ids.indexOf(id) < place - 1) puzzles.delete(id);
  }

  /** Shows the puzzle at a place. */
  function show(ids, place) {
    prepare(ids, place);
    const id = ids[place] ?? null;
    if (id === state.id) return;
    Object.assign(state, { id, attempt: null, missing: false });
    picks = [];
    if (id !== null) open(id);
  }

  async function open(id) {
    const puzzle = await load(id);
    if (id !== state.id) return;
    Object.assign(state, { attempt: puzzle && begin(puzzle), missing: !puzzle });
    if (!puzzle) clock.setTimeout(() => id === state.id && state.missing && open(id), PAUSE);
    changed();
  }

  /** Returns the puzzle with that ID, or null if it cannot be fetched now. */
  function load(id) {
    if (!puzzles.has(id)) {
      puzzles.set(id, fetched(`api/puzzles/${id}`).then(readPuzzle, () => null).then((puzzle) => {
        if (!puzzle) puzzles.delete(id);
        return puzzle;
      }));
    }
    return puzzles.get(id);
  }

  /** Plays or marks a point. */
  function pick(index) {
    const { attempt, id } = state;
    if (!attempt || attempt.state !== "open") return;
    const { verdict, attempt: next } = tried(attempt, index);
    if (verdict === "illegal") return;
    Object.assign(state, { attempt: next, verdict });
    if (verdict !== "unknown") picks.push(cellAt(index, attempt.puzzle.size));
    if ((verdict === "solved" || verdict === "wrong") && !answer(id, picks)) {
      // The person can try again once there is space for the answer.
      Object.assign(state, { attempt: begin(attempt.puzzle), verdict: null });
      picks = [];
    }
    changed();
  }

  /** Goes on to the next puzzle, which counts as a mistake. */
  function skip() {
    const { id, verdict } = state;
    if (id === null) return;
    state.verdict = "skipped";
    if (answer(id, [])) return;
    state.verdict = verdict;
    changed();
  }

  /** Clears the state when another race begins. */
  function reset() {
    Object.assign(state, { id: null, attempt: null, verdict: null, missing: false });
    picks = [];
  }
}
