// The puzzle in front of the person: the choice of the next one, the effect of a try, and the notes
// in the person's record. No DOM.

import { begin, chosen, explanation, givenUp, hinted, hintOf, isClean, isDrill, refutationOf, tried } from "./attempt.js";
import { dayOf } from "./days.js";
import { afterResult, atTime, beginRun, isRun, isSingle, runRating } from "./modes.js";
import { cellAt, positionOf } from "../game/places.js";
import { dueReviews, isHelped, solvedDaily, THEME_WEIGHT, withBest, withHelp } from "./record.js";

/**
 * The weight of a result for the rating, by mode. Runs and reviews do not count. The results of the
 * mode "lost" are not noted at all, because the server's books do not have these puzzles.
 */
const WEIGHTS = { daily: 1, practice: 1, link: 1, theme: THEME_WEIGHT };

/**
 * Returns the session. `source` fetches puzzles, `records` {get(), set(record), note(puzzle,
 * result)} has the person's record, and `changed()` is called after every change of `state`.
 */
export function createSession({ source, records, now, changed }) {
  const state = {
    // The lost game of the mode "lost"; undefined for the last one.
    mode: "daily", theme: "", game: undefined, attempt: null, verdict: null, hint: [], run: null, loading: false, missing: null,
    // The line that is shown instead of the attempt, its points, and how many of them.
    line: null, step: 0,
    // The first result of this puzzle, the change of the rating, whether help was used, and the
    // cells that were tried.
    counted: null, gain: 0, helped: false, tries: [], day: dayOf(now()),
  };
  let asked = 0, lostMissing = null;
  const rule = () => records.get().rule, today = () => dayOf(now());
  return { state, open, openPuzzle, openLost, next, beginSprint, pick, choose, hint, giveUp, retry, showStep, explain, tick };

  /** Opens a mode with its first puzzle. */
  function open(mode, theme = state.theme) {
    Object.assign(state, { mode, theme, game: undefined, run: mode === "streak" ? beginRun(mode, now()) : null });
    if (mode !== "sprint") return load();
    asked += 1;
    show(null, { loading: false });
    return Promise.resolve();
  }

  /** Opens the puzzle with that ID, for a link. */
  function openPuzzle(id) {
    Object.assign(state, { mode: "link", run: null });
    return fetchWith(() => source.byId(id));
  }

  /** Opens the puzzle from that lost game; from the last one without `game`. */
  function openLost(game) {
    Object.assign(state, { mode: "lost", run: null, game });
    return load();
  }

  function beginSprint() {
    state.run = beginRun("sprint", now());
    return load();
  }

  /** Shows the next puzzle. A mode with one puzzle leads on, and a finished run begins anew. */
  function next() {
    const { mode } = state;
    if (isSingle(mode) && (state.attempt || mode === "link")) return open("practice");
    return isRun(mode) && state.run?.over ? open(mode) : load();
  }

  function load() {
    return fetchWith(() => wanted(state.mode));
  }

  async function lostPuzzle() {
    const number = asked, { puzzle = null, game, missing } = await source.lost(state.game, () => number === asked);
    if (number === asked) [state.game, lostMissing] = [game ?? state.game, missing];
    return puzzle;
  }

  function wanted(mode) {
    const filter = { rule: rule() }, used = state.attempt ? [state.attempt.puzzle.id] : [];
    if (mode === "daily") {
      state.day = today();
      return source.daily(state.day, rule());
    }
    if (mode === "lost") return lostPuzzle();
    if (mode === "review") return firstOf(dueReviews(records.get(), today()));
    if (isRun(mode)) return source.next(filter, runRating(mode, state.run.solved), used);
    const [name, value] = mode === "theme" ? state.theme.split(":") : [];
    return source.next(name && value ? { ...filter, [name]: value } : filter, records.get().rating.rating, used);
  }

  /** Returns the first of these puzzles that can be fetched, or null. */
  async function firstOf(ids) {
    for (const id of ids) {
      const puzzle = await source.byId(id);
      if (puzzle || !source.isOnline) return puzzle;
    }
    return null;
  }

  async function fetchWith(fetching) {
    const number = asked += 1;
    Object.assign(state, { loading: true, missing: null });
    changed();
    const puzzle = await fetching();
    // Another puzzle was asked for meanwhile.
    if (number === asked) show(puzzle, { missing: puzzle ? null : await reason(), loading: false });
  }

  /**
   * Returns why there is no puzzle: "none-due", "offline", "no-puzzles", "not-found", "all-done",
   * "no-lost-game", "none-in-game", or "more" if the next search may find one.
   */
  async function reason() {
    if (state.mode === "lost") return lostMissing;
    if (state.mode === "review" && !dueReviews(records.get(), today()).length) return "none-due";
    if (!source.isOnline) return "offline";
    if (!(await source.rules()).length) return source.isOnline ? "no-puzzles" : "offline";
    if (["link", "daily"].includes(state.mode)) return "not-found";
    return state.mode !== "review" && source.isAtEnd ? "all-done" : "more";
  }

  function show(puzzle, more) {
    Object.assign(state, { attempt: puzzle && begin(puzzle), verdict: null, hint: [], line: null, step: 0, counted: null, gain: 0, tries: [], helped: state.mode === "daily" && puzzle !== null && isHelped(records.get(), puzzle.id), ...more });
    changed();
  }

  /** Tries a point; after the puzzle of a defence, shows why another point loses. */
  function pick(index) {
    const { attempt } = state;
    if (!attempt || state.loading) return;
    if (attempt.state !== "open") return refute(index);
    if (state.line || state.run?.over) return;
    const result = tried(attempt, index);
    if (result.verdict === "illegal") return;
    take(result, index);
  }

  function choose(side) {
    if (state.attempt?.puzzle.kind === "balance" && state.attempt.state === "open") take(chosen(state.attempt, side));
  }

  function take({ verdict, attempt, refutation }, index) {
    const tries = index === undefined ? state.tries : [...state.tries, cellAt(index, attempt.puzzle.size)];
    Object.assign(state, { attempt, verdict, hint: [], tries });
    if (verdict === "solved") finish(isClean(attempt));
    else if (verdict === "wrong") fail(refutation ?? []);
    changed();
  }

  function finish(isSuccess) {
    const { attempt, mode, day } = state;
    count(isSuccess);
    if (mode === "daily" && !isHelped(records.get(), attempt.puzzle.id)) records.set(solvedDaily(records.get(), day));
    const line = explanation(attempt);
    if (line.length) Object.assign(state, { line, step: line.length });
    if (mode === "sprint" && !state.run.over) next();
  }

  function fail(refutation) {
    const { attempt, mode } = state;
    count(false);
    if (mode === "sprint" && !state.run.over) return next();
    if (isRun(mode)) {
      state.attempt = givenUp(attempt);
      return explain();
    }
    if (attempt.state === "given-up" || !refutation.length) return;
    Object.assign(state, { line: refutation, step: 1 });
  }

  /** Notes the first result of this puzzle. */
  function count(isSuccess) {
    if (state.counted !== null) return;
    const { puzzle } = state.attempt, before = records.get();
    state.counted = isSuccess;
    if (state.mode === "lost") return;
    const { tries, attempt: { choice } } = state;
    records.note(puzzle, { isSuccess, weight: WEIGHTS[state.mode] ?? 0, today: today(), tries, choice });
    state.gain = Math.round(records.get().rating.rating) - Math.round(before.rating.rating);
    if (!state.run) return;
    state.run = afterResult(state.run, puzzle.id, isSuccess, now());
    noteBest();
  }

  function noteBest() {
    records.set(withBest(records.get(), state.run.mode, state.run.solved));
  }

  /** Shows the next right point. The puzzle then counts as failed. */
  function hint() {
    if (state.attempt?.state !== "open" || state.line) return;
    Object.assign(state, { attempt: hinted(state.attempt), hint: hintOf(state.attempt) });
    afterHelp();
  }

  /** Shows the solution. */
  function giveUp() {
    if (state.attempt?.state !== "open") return;
    state.attempt = givenUp(state.attempt);
    state.verdict = null;
    afterHelp();
    explain();
  }

  function afterHelp() {
    state.helped = true;
    if (state.mode === "daily") records.set(withHelp(records.get(), state.attempt.puzzle.id));
    count(false);
    if (state.mode === "sprint" && !state.run.over) next();
    else if (isRun(state.mode) && state.attempt.state === "open") state.attempt = givenUp(state.attempt);
    changed();
  }

  /** Returns from a refutation to the puzzle, or begins a finished puzzle anew, without a count. */
  function retry() {
    if (!state.attempt) return;
    if (state.attempt.state !== "open") state.attempt = begin(state.attempt.puzzle);
    Object.assign(state, { line: null, step: 0, verdict: null, hint: [], counted: state.counted ?? false });
    changed();
  }

  /** Shows the puzzle's line from its start. */
  function explain() {
    const line = explanation(state.attempt);
    if (!line.length && !isDrill(state.attempt.puzzle)) return;
    Object.assign(state, { line, step: 0 });
    changed();
  }

  function refute(index) {
    const { puzzle } = state.attempt, line = refutationOf(puzzle, positionOf(puzzle), index);
    if (!line.length) return;
    Object.assign(state, { line, step: 1 });
    changed();
  }

  function showStep(step) {
    if (!state.line || step < 0 || step > state.line.length) return;
    state.step = step;
    changed();
  }

  /** Ends a sprint whose time is over. */
  function tick() {
    if (!state.run || atTime(state.run, now()) === state.run) return;
    asked += 1;
    state.run = atTime(state.run, now());
    if (state.attempt?.state === "open") state.attempt = givenUp(state.attempt);
    Object.assign(state, { loading: false, line: null });
    noteBest();
    if (state.attempt) explain();
    changed();
  }
}
