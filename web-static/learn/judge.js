// The judgement of a try in a task. Pure.
//
// The report comes first: a try that it has already judged needs no work of the server. A lesson
// uses the grades, chances and proofs of the report, so the words of the two never contradict each
// other.

import { winningRow } from "../game/rules.js";
import { opponent } from "../game/stones.js";
import { isSame } from "../table/report-model.js";

/** The loss from which a move is no longer good, in percentage points, as in the report. */
export const INACCURACY = 10;

/**
 * Returns the verdict of the report about the try `point`, or null if the report does not know it.
 *
 * A verdict is {right, why, point, line, chance, before}: `line` is the proof, which begins with
 * the try; `chance` and `before` are the side's chances after and before it, in percent.
 *
 * A verdict is right because the try completes a `five`, is a proven win (`wins`), or `holds` where
 * almost every other move is proven to lose. It is also right as the `best` move that the report
 * knows, and as a `good` one that costs less than INACCURACY. Only a try with a proof `wins`: the
 * server judges the others, even the report's best move.
 *
 * A verdict is wrong because the try is a proven loss (`loses`), or its `cost` is INACCURACY or
 * more. It is `unproven` if only another move is proven to win.
 */
export function reportVerdict(task, point) {
  const { stones, side, rule, wins, loses, played, best, before, after, held } = task;
  const verdict = (right, why, more) => ({ right, why, point, line: [], ...more });
  const taken = new Map(stones.map(({ col, row, stone }) => [`${col},${row}`, stone]));
  if (winningRow((col, row) => taken.get(`${col},${row}`), point, side, rule)) return verdict(true, "five");
  if (isSame(point, played)) {
    if (loses) return verdict(false, "loses", { line: task.lossLine });
    return wins ? verdict(false, "unproven", { chance: after }) : verdict(false, "cost", { before, chance: after });
  }
  if (wins) return task.winLine.length && isSame(point, best) ? verdict(true, "wins", { line: task.winLine }) : null;
  if (held?.length) {
    const isHeld = held.some((each) => isSame(each, point));
    return isHeld ? verdict(true, "holds") : verdict(false, "loses", { line: task.lossOf(point) });
  }
  return isSame(point, best) ? verdict(true, "best", { chance: before }) : null;
}

/**
 * Returns the verdict of an analysis (study/engine.js) of the position after the try, in which the
 * opponent is to move; null as long as it is undecided.
 */
export function analysisVerdict(task, point, { done, lines, claims }) {
  const verdict = (right, why, more) => ({ right, why, point, line: [], ...more });
  const refuted = claims.find(({ kind }) => kind === "wins"), won = claims.find(({ kind, points }) => kind === "only-hold" && !points.length);
  if (refuted) return verdict(false, "loses", { line: [point, ...refuted.line] });
  if (won) return verdict(true, "wins", { line: [point, ...won.line] });
  const best = lines[0]?.chance ?? null;
  if (!done || best === null) return null;
  // Without a proof nothing is certain.
  const chance = Math.min(99, Math.max(1, 100 - Math.round(best)));
  if (task.wins) return verdict(false, "unproven", { chance });
  return task.before - chance < INACCURACY ? verdict(true, "good", { chance, before: task.before }) : verdict(false, "cost", { chance, before: task.before });
}

/** Returns the position after the try (study/position.js), with the opponent to move. */
export const positionAfter = ({ size, rule, side, stones }, point) => ({ size, rule, moves: [...stones, { ...point, stone: side }], next: opponent(side) });
