// Reads the keys of a gomoku room: pure functions from the shared state to what a player wants to know, and from
// what a player wants to the delta that says so. Knows no DOM and no socket.

import { opponent, stoneOfMove } from "./stones.js";
import { DEFAULT_SIZE, SIZES } from "./tables.js";

export { DEFAULT_SIZE, SIZES } from "./tables.js";

/**
 * The game that `state` (a Map) describes, or null when none was ever started.
 *
 * Values are read as text whatever their JSON type; what makes no sense is passed over, so that no state, however
 * wrong, can break a page that shows it.
 */
export function readGame(state) {
  const number = text(state, "game");
  if (!number) return null;
  const size = SIZES.includes(Number(state.get("size"))) ? Number(state.get("size")) : DEFAULT_SIZE;
  const moves = readMoves(state, size);
  const result = ["x", "o", "draw"].includes(state.get("result")) ? state.get("result") : null;
  const phase = result ? null : text(state, "phase"), next = stoneOfMove(moves.length + 1);
  return {
    number, size, moves, result,
    rule: text(state, "rule") ?? "freestyle",
    opening: text(state, "opening") ?? "none",
    clock: text(state, "clock"),
    seats: { x: text(state, "x"), o: text(state, "o") },
    // Whom something is awaited from, and the stone that comes next: in an opening one side may place both.
    toMove: result ? null : (phase && ["x", "o"].find((side) => side === state.get("awaits"))) || next,
    next, phase,
    choices: phase ? (text(state, "choices") ?? "").split(" ").filter(Boolean) : [],
    reason: text(state, "reason"),
    line: readLine(text(state, "line"), size),
    offer: text(state, "offer"),
  };
}

function text(state, key) {
  const value = state.get(key);
  return typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : null;
}

function readMoves(state, size) {
  const count = Math.min(Number(text(state, "move") ?? 0) || 0, size * size);
  const moves = [];
  for (let number = 1; number <= count; number += 1) {
    const col = text(state, `col${number}`), row = text(state, `row${number}`);
    if (col === null || row === null || !onBoard({ col: +col, row: +row }, size)) break;
    moves.push({ number, stone: stoneOfMove(number), col: +col, row: +row });
  }
  return moves;
}

function readLine(line, size) {
  return (line ?? "").split(" ").filter(Boolean).map((pair) => {
    const [col, row] = pair.split(",").map(Number);
    return { col, row };
  }).filter((point) => onBoard(point, size));
}

const onBoard = ({ col, row }, size) => [col, row].every((at) => Number.isInteger(at) && at >= 0 && at < size);

/** `h8`: how players write a point; columns from `a` on the left with `i`, rows from 1 at the bottom. */
export const pointName = ({ col, row }, size) => String.fromCharCode(97 + col) + (size - row);

/** `stoneAt(col, row)` for the rules, from a list of moves. */
export function stonesOf(moves) {
  const stones = new Map(moves.map(({ col, row, stone }) => [`${col},${row}`, stone]));
  return (col, row) => stones.get(`${col},${row}`);
}

/** What the participant `me` may do now. `game` may be null. */
export function rights(game, me) {
  const none = { sides: [], move: false, resign: null, join: null, invite: null, start: Boolean(me) };
  if (!game || !me) return none;
  const sides = ["x", "o"].filter((side) => game.seats[side] === me);
  const running = !game.result;
  const both = sides.length === 2;
  const open = ["x", "o"].find((side) => !game.seats[side]) ?? null;
  return {
    sides,
    move: running && sides.includes(game.toMove) && !game.choices?.length,
    join: running ? open : null,
    // Who plays both sides resigns for the side to move.
    resign: running && sides.length ? (both ? game.toMove : sides[0]) : null,
    // Whoever plays alone may have the computer in the other seat.
    invite: running && sides.length === 1 ? open : null,
    start: !running || both || (sides.length ? game.moves.length < 2 || open !== null
      : ["x", "o"].every((side) => (game.seats[side] ?? "robot:").startsWith("robot:"))),
  };
}

/** The number a new game takes. */
const nextNumber = (game) => String(Number(game?.number ?? 0) + 1);

/** The `set` of *New Game*: `sides` are those `me` takes; the others go to the robot of that level, or stay open. */
export function newGame(game, me, { rule, sides, size = DEFAULT_SIZE, robot = null, more = {} }) {
  const set = { game: nextNumber(game), rule, ...more };
  if (size !== DEFAULT_SIZE) set.size = String(size);
  for (const side of sides) set[side] = me;
  for (const side of ["x", "o"]) if (robot && !set[side]) set[side] = `robot:${robot}`;
  return set;
}

/** The `set` that takes the seat `side`. */
export const joinSeat = (side, me) => ({ [side]: me });

/** The `set` of the next move at `point`. */
export function nextMove(game, { col, row }) {
  const number = game.moves.length + 1;
  return { move: String(number), [`col${number}`]: String(col), [`row${number}`]: String(row) };
}

/** The `set` with which `side` resigns. */
export const resignation = (side) => ({ result: opponent(side), reason: "resign" });

/** The move a `set` makes, or null: how the page tells a pending move from other changes. */
export function moveIn(set) {
  const number = Number(set.move);
  const col = Number(set[`col${number}`]), row = Number(set[`row${number}`]);
  return number >= 1 && Number.isInteger(col) && Number.isInteger(row) ? { number, col, row, stone: stoneOfMove(number) } : null;
}

/**
 * `game` with a move laid over it that still waits for the server's word, for optimistic display; the game itself
 * when the move no longer fits: its number has been played, the point is taken, the game is over or another.
 */
export function withPending(game, gameNumber, move) {
  const fits = game && move && game.number === gameNumber && !game.result
    && move.number === game.moves.length + 1 && !stonesOf(game.moves)(move.col, move.row);
  if (!fits) return game;
  return { ...game, moves: [...game.moves, { ...move, pending: true }], toMove: game.phase ? game.toMove : opponent(move.stone) };
}
