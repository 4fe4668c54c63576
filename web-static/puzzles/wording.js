// The sentences about a puzzle, an attempt and a mode.

import { T } from "../texts/texts.js";
import { dayWords } from "../texts/term-words.js";
import { ruleName } from "../texts/wording.js";
import { isDrill, isRefutation, isWin } from "./attempt.js";
import { nameAt } from "../game/places.js";
import { dayStreak, nextReview } from "./record.js";

/** Returns the name of a kind or a theme; the word on the wire if this page does not know it. */
export const kindName = (kind) => T.puzzleKinds[kind] ?? kind;
export const themeName = (theme) => T.puzzleThemes[theme] ?? theme;

/** Returns the name of a mode and the note about it. A single puzzle from a link has no note. */
export const modeName = (mode) => T.puzzleModes[mode] ?? T.puzzles;
export const modeNote = (mode) => T.puzzleModeNotes[mode] ?? "";

/** Returns the person's task. */
export function taskWords({ kind, ask, turn, answers }) {
  const side = turn.toUpperCase();
  if (kind === "drill") return Object.hasOwn(T.puzzleAsks, ask) ? T.puzzleAsks[ask]({ side, number: answers.length }) : T.puzzleAskOther({ side, number: answers.length });
  return T.puzzleTasks[kind](side);
}

/** Returns the facts about a puzzle for the line below its task. */
export function factWords({ rule, rating, moves, kind, shortest }, isOver) {
  const length = isOver && isWin({ kind }) && moves ? [shortest ? T.puzzleMoves(moves) : T.puzzleMovesUpTo(moves)] : [];
  return [ruleName(rule), ...(Number.isFinite(rating) ? [T.puzzleRating(Math.round(rating))] : []), ...length].join(" · ");
}

/** Returns the result of the last try; "" before the first one. */
export function resultWords({ attempt, verdict, line, counted, helped, hint }) {
  const { puzzle, state, mistakes, longer, found, choice } = attempt;
  if (puzzle.kind === "balance" && state !== "open") {
    const right = verdict === "solved" ? T.puzzleSolved : choice ? T.puzzleWrongSide : T.puzzleSolution;
    return T.puzzleChances({ right, chance: Math.round(100 * puzzle.chance), side: puzzle.turn.toUpperCase() });
  }
  if (isRefutation(puzzle, line)) return T.puzzleRefuted;
  if (state === "given-up") return T.puzzleSolution;
  if (state === "solved") return [mistakes || helped || counted === false ? T.puzzleSolvedLate : T.puzzleSolved, longer ? T.puzzleLonger : ""].filter(Boolean).join(" ");
  if (hint.length) return T.puzzleHinted(hint.map((index) => nameAt(index, puzzle.size)).join(", "));
  if (verdict === "wrong") return isDrill(puzzle) ? T.puzzleNotOne : T.puzzleWrong;
  if (verdict === "unknown") return T.puzzleUnknown;
  if (verdict === "right") return isDrill(puzzle) ? T.puzzleLeft(puzzle.answers.length - found.length) : longer ? T.puzzleRightLonger : T.puzzleRight;
  return "";
}

/** Returns the defender's move for screen readers; "" if there is none. */
export function replyWords({ puzzle, moves, state }) {
  if (!isWin(puzzle) || state !== "open" || !moves.length) return "";
  return T.puzzleReply({ side: puzzle.turn === "x" ? "O" : "X", point: nameAt(moves.at(-1), puzzle.size) });
}

/** Returns the person's standing: rating, days in a row, best results. */
export function standingWords(record, mode, today) {
  if (mode === "streak" || mode === "sprint") return [T.puzzleBest(record.best[mode])];
  const { rating, games } = record.rating, days = dayStreak(record, today);
  return [...(games ? [T.puzzleOwnRating(Math.round(rating))] : []), ...(days ? [T.puzzleDays(days)] : [])];
}

/** Returns why there is no puzzle, with the day of the next review. */
export function missingWords(missing, record) {
  return missing === "none-due" && record.reviews.length ? T.puzzleNextReview(dayWords(Date.parse(`${nextReview(record)}T12:00`))) : T.puzzleMissing[missing];
}
