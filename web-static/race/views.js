// The words and rows of a race for the panel. Pure.

import { factWords, resultWords, taskWords } from "../puzzles/wording.js";
import { T } from "../texts/texts.js";
import { isOn } from "./model.js";

/**
 * Returns the view for the panel.
 *
 * @param race  of `raceOf`; `own` is the user's racer, if any; `place` counts unconfirmed answers.
 * @param run   the state of the user's run; `plays` tells whether the user may play now.
 * @param me    the user's ID; null before the server has sent it.
 */
export function panelView({ race, own, place, run, plays, rules, isHost, nameOf, me }) {
  const { phase, terms, racers, puzzles } = race, { attempt, verdict } = run, isRunning = isOn(race), isNew = !own?.results.length;
  const isPlaying = plays && attempt;
  const show = { join: Boolean(me) && !own, start: !isRunning && (Boolean(own) || isHost), skip: plays, invite: !isRunning, leave: Boolean(own) && !isRunning };
  return {
    title: isPlaying ? taskWords(attempt.puzzle) : plays ? (run.missing ? T.raceMissing : T.loading) : titleWords(race, own, place),
    facts: isPlaying ? factWords(attempt.puzzle, false) : phase === "running" && own ? "" : T.raceSummary({ minutes: T.raceMinutes(Number(terms.minutes)), rating: terms.rating }),
    result: plays ? playWords(run) : phase === "over" ? overWords(racers, nameOf) : "", verdict: plays ? (verdict === "skipped" ? "wrong" : verdict) : "",
    show, startWords: phase === "over" ? T.raceAgain : T.raceStart, primary: show.start && (own || racers.length === 0) ? "start" : show.join ? "join" : "",
    terms, mayChange: show.start, rules,
    rows: racers.map(({ id, rank, results, solved, failed, isDone }) => ({ rank, name: nameOf(id), mine: id === me, results, solved, failed, isDone: phase === "running" && isDone })),
    puzzles: phase === "over" && own && !isNew ? own.results.map((isSolved, index) => ({ id: puzzles[index], isSolved })) : [],
  };
}

function titleWords({ phase, racers, puzzles }, own, place) {
  if (phase === "countdown") return T.raceReady;
  if (phase === "over") return T.racePhases.over;
  if (phase === "running") return own ? (place >= puzzles.length ? T.raceAllDone : T.raceTimeUp) : T.raceWatching;
  return racers.length ? T.raceWaiting : T.raceNobody;
}

/** Returns the result of the puzzle before, if any, and the task of the present one. */
export const puzzleWords = (run) => [playWords(run), taskWords(run.attempt.puzzle)].filter(Boolean).join(" ");

/** Returns the result of the last try, which may have decided the puzzle before. */
function playWords(run) {
  const { attempt, verdict } = run;
  if (verdict === "solved") return T.puzzleSolved;
  if (verdict === "wrong" || verdict === "skipped") return T.raceMistake[verdict];
  return attempt ? resultWords({ attempt, verdict, line: null, hint: [] }) : "";
}

function overWords([first, ...others], nameOf) {
  if (!first || !first.solved) return "";
  const best = [first, ...others.filter(({ rank }) => rank === 1)];
  return best.length === 1 && others.length ? T.raceWinner({ name: nameOf(first.id), number: first.solved }) : T.puzzleScore(first.solved);
}
