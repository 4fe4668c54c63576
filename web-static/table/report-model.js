// The server's analysis of a game, as data. Everything in the answer is validated.

/** The kinds of moves that count as mistakes. */
export const TELLING = ["inaccuracy", "mistake", "blunder", "missed-win"];
/** The events whose proof is about the position before the move. */
const BEFORE = ["gave-up-win", "missed-only-move"];
const EVENTS = [...BEFORE, "lost", "lost-from-here"];

/** Returns a function that reads a point of a board of that size: null if it is none. */
const pointReader = (size) => (cell) => {
  const [col, row] = String(cell ?? "").split(",").map(Number);
  return [col, row].every((at) => Number.isInteger(at) && at >= 0 && at < size) ? { col, row } : null;
};

/** Whether two points are the same. */
export const isSame = (one, other) => one?.col === other?.col && one?.row === other?.row;

/** Whether the best move is known, and not the point. */
export const isOther = (best, point) => Boolean(best) && !isSame(best, point);

const percent = (value) => (Number.isFinite(value) && value >= 0 && value <= 100 ? value : null);
const list = (value) => (Array.isArray(value) ? value : []);

/**
 * Returns the valid moves of a report: {number, side, point, best, kind}. `kind` is null as long as
 * the server may still change it.
 */
export function readMoves(moves, size) {
  const point = pointReader(size);
  return list(moves).map((move) => (
    { number: move?.move, side: move?.move % 2 ? "x" : "o", point: point(move?.cell), best: point(move?.best), kind: typeof move?.kind === "string" ? move.kind : null }
  )).filter(({ number, point: at }) => Number.isInteger(number) && at);
}

/**
 * Returns the report: {complete, appraised, positions, moves, chances, events, accuracy,
 * turningPoint}.
 * `chances` has {chance, proven} of X before the first move and after each move, as far as they are
 * known. An event is {kind, number, side, base, line, points}; `base` is the number of moves before
 * its line.
 */
export function readReport(told, size) {
  const moves = readMoves(told?.moves, size).filter(({ number }, index) => number === index + 1);
  const chances = [told, ...list(told?.moves).slice(0, moves.length)].map((one) => percent(one?.chance));
  const known = chances.indexOf(null);
  return {
    complete: told?.complete !== false,
    appraised: Number.isInteger(told?.appraised) ? told.appraised : moves.length + 1,
    positions: Number.isInteger(told?.positions) ? Math.max(told.positions, moves.length + 1) : moves.length + 1,
    moves,
    chances: (known < 0 ? chances : chances.slice(0, known)).map((chance) => ({ chance, proven: chance === 0 || chance === 100 })),
    events: list(told?.events).map((event) => readEvent(event, moves, size)).filter(Boolean),
    accuracy: { x: percent(told?.summary?.x?.accuracy), o: percent(told?.summary?.o?.accuracy) },
    turningPoint: moves[told?.summary?.turningPoint - 1] ? told.summary.turningPoint : null,
  };
}

function readEvent(event, moves, size) {
  const kind = EVENTS.find((each) => each === event?.kind), move = moves[event?.move - 1];
  if (!kind || !move) return null;
  const base = BEFORE.includes(kind) ? move.number - 1 : move.number, point = pointReader(size);
  const line = list(event.line).map(point), taken = new Set(moves.slice(0, base).map(({ point: at }) => `${at.col},${at.row}`));
  // A line that cannot be played ends before the first such move.
  const end = line.findIndex((at) => !at || taken.has(`${at.col},${at.row}`) || !taken.add(`${at.col},${at.row}`));
  return {
    kind, number: move.number, side: kind === "lost-from-here" ? (move.side === "x" ? "o" : "x") : move.side, base,
    line: end < 0 ? line : line.slice(0, end), points: list(event.points).map(point).filter(Boolean),
  };
}

/** Returns the stones after `base` moves of the game and `at` moves of the line. */
export function stonesAt(moves, base, line = [], at = 0) {
  const played = moves.slice(0, base).map(({ point }) => point);
  return [...played, ...line.slice(0, at)].map(({ col, row }, index) => ({ col, row, stone: index % 2 ? "o" : "x" }));
}
