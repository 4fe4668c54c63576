// The words and rows of a race for the panel. Pure.

import { clockText } from "../puzzles/modes.js";
import { factWords, resultWords, taskWords } from "../puzzles/wording.js";
import { T } from "../texts/texts.js";
import { isOn, SPRINT_MINUTES } from "./model.js";

/** The minutes of a day. */
const DAY = 1_440;
/** The lengths in minutes that the page offers. */
const LENGTHS = ["1", "3", "5", "10", "1440", "10080"];

/**
 * Returns the view for the panel.
 *
 * @param race  of `raceOf`; `own` is the user's racer, if any; `place` counts unconfirmed answers.
 * @param run   the state of the user's run; `plays` tells whether the user may play now.
 * @param isEnding whether the user has asked for the end, and has to confirm it.
 * @param me    the user's ID; null before the server has sent it.
 */
export function panelView({ race, own, place, run, plays, rules, isHost, isEnding, nameOf, me }) {
  const { phase, terms, racers, puzzles } = race, { attempt, verdict } = run, isRunning = isOn(race), isNew = !own?.results.length;
  const isPlaying = plays && attempt;
  const show = { join: Boolean(me) && !own, start: !isRunning && (isHost || Boolean(own) && !isForClass(terms)), skip: plays, invite: !isRunning || race.isForClass, end: isRunning && isHost, leave: Boolean(own) && !isRunning };
  return {
    title: isPlaying ? taskWords(attempt.puzzle) : plays ? (run.missing ? T.raceMissing : T.loading) : titleWords(race, own, place),
    facts: isPlaying ? factWords(attempt.puzzle, false) : phase === "running" && own ? "" : termWords(terms),
    result: plays ? playWords(run, race) : phase === "over" ? overWords(racers, nameOf) : "", verdict: plays ? (verdict === "skipped" ? "wrong" : verdict) : "",
    show, startWords: phase === "over" ? T.raceAgain : T.raceStart, endWords: isEnding ? T.raceEndAsk : T.raceEnd, primary: show.start && (own || racers.length === 0) ? "start" : show.join ? "join" : "",
    terms, mayChange: show.start, rules, lengths: lengthsFor(isHost),
    rows: racers.map(({ id, rank, results, solved, failed, isDone }) => ({ rank, name: nameOf(id), mine: id === me, results, solved, failed, isDone: phase === "running" && isDone })),
    puzzles: phase === "over" && own && !isNew ? own.results.map((isSolved, index) => ({ id: puzzles[index], isSolved })) : [],
  };
}

/** Returns the length of a race in words. */
export function lengthWords(minutes) {
  const number = Number(minutes), days = number / DAY;
  return Number.isInteger(days) ? T.raceDays(days) : T.raceMinutes(number);
}

/** Returns the rest of the time in words. */
export function clockWords(end, now) {
  const days = Math.floor((end - now) / (DAY * 60_000));
  return days > 0 ? T.raceDays(days) : clockText(end, now);
}

/** Whether only the creator of the room may set and start such a race. */
const isForClass = ({ minutes }) => Number(minutes) > SPRINT_MINUTES;

/** Returns the lengths to choose from. Only the creator of the room may set those for a class. */
const lengthsFor = (isHost) => LENGTHS.filter((minutes) => isHost || !isForClass({ minutes }));

function termWords({ minutes, rating }) {
  return (isForClass({ minutes }) ? T.raceClassSummary : T.raceSummary)({ minutes: lengthWords(minutes), rating });
}

function titleWords({ phase, racers, puzzles }, own, place) {
  if (phase === "countdown") return T.raceReady;
  if (phase === "over") return T.racePhases.over;
  if (phase === "running") return own ? (place >= puzzles.length ? T.raceAllDone : T.raceTimeUp) : T.raceWatching;
  return racers.length ? T.raceWaiting : T.raceNobody;
}

/** Returns the result of the puzzle before, if any, and the task of the present one. */
export const puzzleWords = (run, race) => [playWords(run, race), taskWords(run.attempt.puzzle)].filter(Boolean).join(" ");

/** Returns the result of the last try, which may have decided the puzzle before. */
function playWords(run, { isForClass }) {
  const { attempt, verdict } = run;
  if (verdict === "solved") return T.puzzleSolved;
  if (verdict === "wrong" || verdict === "skipped") return (isForClass ? T.raceClassMistake : T.raceMistake)[verdict];
  return attempt ? resultWords({ attempt, verdict, line: null, hint: [] }) : "";
}

function overWords([first, ...others], nameOf) {
  if (!first || !first.solved) return "";
  const best = [first, ...others.filter(({ rank }) => rank === 1)];
  return best.length === 1 && others.length ? T.raceWinner({ name: nameOf(first.id), number: first.solved }) : T.puzzleScore(first.solved);
}
