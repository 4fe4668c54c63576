// Conversions between the keys of a gomoku room and the page's model: from the shared state to a
// game, and from a player's action to a delta. Pure: no DOM, no socket.

import { isPerson, robotOf } from "./robots.js";
import { opponent, stoneOfMove } from "./stones.js";
import { DEFAULT_SIZE, SIZES } from "./tables.js";

export { DEFAULT_SIZE, SIZES } from "./tables.js";

/**
 * Returns the game in `state` (a Map), or null if none was ever started.
 *
 * Values are read as text whatever their JSON type. Invalid ones are ignored, so that no state can
 * break the page.
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
    // The side that has to act, and the colour of the next stone. In an opening one side may place
    // both colours.
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

/**
 * Returns a point's name, such as `h8`: columns from `a` on the left, without skipping `i`, and
 * rows from 1 at the bottom.
 */
export const pointName = ({ col, row }, size) => String.fromCharCode(97 + col) + (size - row);

/** Returns `stoneAt(col, row)`, as the rules need it, for a list of moves. */
export function stonesOf(moves) {
  const stones = new Map(moves.map(({ col, row, stone }) => [`${col},${row}`, stone]));
  return (col, row) => stones.get(`${col},${row}`);
}

/**
 * Returns the actions that participant `me` may take now. `game` may be null. `isHere(id)` tells
 * whether a participant is in the room. `free` are the sides that `me` may take in a New Game.
 */
export function rights(game, me, isHere = () => true) {
  const none = { sides: [], move: false, resign: null, join: null, invite: null, start: Boolean(me), free: ["x", "o"] };
  if (!game || !me) return none;
  const sides = ["x", "o"].filter((side) => game.seats[side] === me);
  const running = !game.result;
  const both = sides.length === 2;
  const open = ["x", "o"].find((side) => !game.seats[side]) ?? null;
  // A participant without a seat takes none from a player who is still in the room.
  const free = ["x", "o"].filter((side) => sides.length || !isPerson(game.seats[side]) || !isHere(game.seats[side]));
  return {
    sides, free,
    move: running && sides.includes(game.toMove) && !game.choices?.length,
    join: running ? open : null,
    // A player of both sides resigns for the side to move.
    resign: running && sides.length ? (both ? game.toMove : sides[0]) : null,
    // A player who sits alone may invite the computer to the other seat.
    invite: running && sides.length === 1 ? open : null,
    start: (running ? both || (sides.length ? game.moves.length < 2 || open !== null
      : ["x", "o"].every((side) => !isPerson(game.seats[side]))) : free.length > 0),
  };
}

/** Returns the number of the next game. */
const nextNumber = (game) => String(Number(game?.number ?? 0) + 1);

/**
 * Returns the `set` of a New Game. `me` takes `sides`; the other seats go to a robot of level
 * `robot`, or stay open.
 */
export function newGame(game, me, { rule, sides, size = DEFAULT_SIZE, robot = null, more = {} }) {
  const set = { game: nextNumber(game), rule, ...more };
  if (size !== DEFAULT_SIZE) set.size = String(size);
  for (const side of sides) set[side] = me;
  for (const side of ["x", "o"]) if (robot && !set[side]) set[side] = robotOf(robot);
  return set;
}

/** Returns the `set` that takes the seat `side`. */
export const joinSeat = (side, me) => ({ [side]: me });

/** Returns the `set` of the next move, at `point`. */
export function nextMove(game, { col, row }) {
  const number = game.moves.length + 1;
  return { move: String(number), [`col${number}`]: String(col), [`row${number}`]: String(row) };
}

/** Returns the `set` with which `side` resigns. */
export const resignation = (side) => ({ result: opponent(side), reason: "resign" });

/**
 * Returns the move in a `set`, or null. The page uses it to find pending moves among other changes.
 */
export function moveIn(set) {
  const number = Number(set.move);
  const col = Number(set[`col${number}`]), row = Number(set[`row${number}`]);
  return number >= 1 && Number.isInteger(col) && Number.isInteger(row) ? { number, col, row, stone: stoneOfMove(number) } : null;
}

/**
 * Returns `game` with an unconfirmed move added, for optimistic display. Returns `game` itself if
 * the move no longer fits, because its number has been played, the point is taken, or the game is
 * over or another one.
 */
export function withPending(game, gameNumber, move) {
  const fits = game && move && game.number === gameNumber && !game.result
    && move.number === game.moves.length + 1 && !stonesOf(game.moves)(move.col, move.row);
  if (!fits) return game;
  return { ...game, moves: [...game.moves, { ...move, pending: true }], toMove: game.phase ? game.toMove : opponent(move.stone) };
}
