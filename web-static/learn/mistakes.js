// The mistakes of one side that a report names, as tasks: the position before each of them, and all
// that the report knows about it. Pure.

import { isOther, readReport } from "../table/report-model.js";
import { proofLine } from "../game/proof-line.js";
import { readProof } from "../game/proofs.js";
import { opponent } from "../game/stones.js";

/** The grades that make a task without a proven event: a loss of a fifth of the chance or more. */
const COSTLY = ["mistake", "blunder", "missed-win"];
/** The events about a move of the side that made it. */
const EVENTS = ["gave-up-win", "lost", "missed-only-move"];

/** Returns the numbers of a side's moves that make a task. */
export function mistakeNumbers(report, side) {
  const eventful = new Set(report.events.filter(({ kind }) => EVENTS.includes(kind)).map(({ number }) => number));
  return report.moves
    .filter((move) => move.side === side && move.kind !== "opening" && (eventful.has(move.number) || COSTLY.includes(move.kind)))
    // In a lost position no move is better than another.
    .filter(({ number }) => report.chances[number] && chanceOf(report.chances[number - 1], side) > 0)
    .map(({ number }) => number);
}

/** Returns the chance of a side, in percent. */
const chanceOf = ({ chance }, side) => (side === "x" ? chance : 100 - chance);

/**
 * Returns the tasks of a side, from the server's complete report `told`. A task is {number, side,
 * size, rule, stones, played, best, before, after, wins, loses, held, winLine, lossLine,
 * lossOf(point)}:
 *
 * - `before` and `after` are the side's chances before and after its move, in percent. `wins` and
 *   `loses` say that they are proven.
 * - `held` are the points outside which every move loses, or null.
 * - `winLine` is the proven win before the move, `lossLine` the proven loss that begins with the
 *   move. `lossOf(point)` is the proven loss that begins with another move. Each is [] without a
 *   proof.
 */
export function tasksOf(told, { size, rule, side }) {
  const report = readReport(told, size);
  return mistakeNumbers(report, side).map((number) => taskOf(told, report, { size, rule, side, number }));
}

function taskOf(told, report, { size, rule, side, number }) {
  const move = report.moves[number - 1], stones = report.moves.slice(0, number - 1).map((each) => ({ ...each.point, stone: each.side, number: each.number }));
  const eventOf = (kind) => report.events.find((event) => event.kind === kind && event.number === number);
  const proofOf = (kind) => readProof(list(told.events).find((event) => event?.kind === kind && event.move === number)?.proof);
  const claimAfter = (count, winner) => {
    const claim = list(told.moves).find((each) => each?.move === count)?.claim;
    return claim?.winner === winner ? readProof(claim.proof) : null;
  };
  const before = chanceOf(report.chances[number - 1], side), after = chanceOf(report.chances[number], side);
  const wins = before === 100, loses = after === 0, held = eventOf("missed-only-move")?.points ?? null;

  /** Returns the line of an event; without the event, that of a claim about the same position. */
  const lineOf = (kind, claim) => [lineIn(proofOf(kind)), eventOf(kind)?.line ?? [], lineIn(claim)].find(({ length }) => length) ?? [];
  const winLine = wins ? lineOf("gave-up-win", claimAfter(number - 1, side)) : [], loss = loses ? lineOf("lost", claimAfter(number, opponent(side))) : [];
  const only = held ? proofOf("missed-only-move") : null;
  const best = winLine[0] ?? (isOther(move.best, move.point) ? move.best : null);
  return {
    number, side, size, rule, stones, played: move.point, best, before, after, wins, loses,
    held, winLine, lossLine: loss.length ? [move.point, ...loss] : [],
    lossOf: (point) => (only ? proofLine(only, point) : []),
  };
}

const list = (value) => (Array.isArray(value) ? value : []);
const lineIn = (proof) => (proof ? proofLine(proof) : []);
