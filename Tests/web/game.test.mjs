// game.js: the game in a room's keys, and the moves that a player may make.

import test from "node:test";
import assert from "node:assert/strict";
import {
  joinSeat, moveIn, newGame, nextMove, pointName, readGame, resignation, rights, stonesOf, withPending,
} from "../../web-static/game/game.js";
import { randomFrom, seed } from "./helpers.mjs";

const state = (keys) => new Map(Object.entries(keys));
const GAME = { game: "1", rule: "standard", x: "p-a", move: "2", col1: "7", row1: "7", col2: "8", row2: "6" };

test("an empty room has no game", () => {
  assert.equal(readGame(new Map()), null);
  assert.deepEqual(rights(null, "p-a"), { sides: [], move: false, resign: null, join: null, invite: null, start: true, free: ["x", "o"] });
});

test("a game's seats, moves and turn are read from the room's keys", () => {
  const game = readGame(state(GAME));
  assert.equal(game.size, 15);
  assert.deepEqual(game.seats, { x: "p-a", o: null });
  assert.deepEqual(game.moves.map((move) => move.stone + pointName(move, 15)), ["xh8", "oi9"]);
  assert.equal(game.toMove, "x");
  assert.equal(stonesOf(game.moves)(8, 6), "o");
  assert.equal(stonesOf(game.moves)(9, 6), undefined);
});

test("numbers are read like strings of digits", () => {
  const game = readGame(state({ ...GAME, game: 1, move: 2, col1: 7, row1: 7, size: 19 }));
  assert.deepEqual([game.number, game.moves.length, game.size], ["1", 2, 19]);
});

test("a finished game has its winning row and no side to move", () => {
  const game = readGame(state({ ...GAME, result: "x", reason: "five", line: "3,7 4,7 5,7 6,7 7,7" }));
  assert.equal(game.toMove, null);
  assert.deepEqual(game.line[4], { col: 7, row: 7 });
});

test("corners and the centre have the names players write", () => {
  const names = [[0, 0], [14, 0], [0, 14], [14, 14], [7, 7]].map(([col, row]) => pointName({ col, row }, 15));
  assert.deepEqual(names, ["a15", "o15", "a1", "o1", "h8"]);
});

test(`random states never break the reading of a game (SEED=${seed})`, () => {
  const random = randomFrom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const keys = ["game", "rule", "size", "move", "x", "o", "result", "reason", "line", "col1", "row1", "col2", "row2"];
  const values = ["1", "2", "-1", "1e9", "x", "draw", "99,99 a,b", "", null, true, [1], { a: 1 }, 3, 1e300, -0.5, "<img>"];
  for (let round = 0; round < 5_000; round += 1) {
    const game = readGame(new Map(keys.filter(() => random() < 0.7).map((key) => [key, pick(values)])));
    rights(game, "p-a");
    for (const move of game?.moves ?? []) assert.ok(move.col >= 0 && move.col < game.size && Number.isInteger(move.row));
    for (const point of game?.line ?? []) assert.ok(point.row >= 0 && point.row < game.size);
  }
});

test("a participant's rights follow from seats, turn, moves and result", () => {
  const full = { ...GAME, o: "p-b" };
  const of = (keys, me, ...here) => rights(readGame(state(keys)), me, ...here);
  assert.deepEqual(of(full, "p-a"), { sides: ["x"], free: ["x", "o"], move: true, join: null, invite: null, resign: "x", start: false });
  assert.deepEqual(of(full, "p-b"), { sides: ["o"], free: ["x", "o"], move: false, join: null, invite: null, resign: "o", start: false });
  assert.deepEqual(of(full, "p-c"), { sides: [], free: [], move: false, join: null, invite: null, resign: null, start: false });
  assert.deepEqual(of({ ...GAME, o: "p-a" }, "p-a"), { sides: ["x", "o"], free: ["x", "o"], move: true, join: null, invite: null, resign: "x", start: true });
  assert.equal(of(GAME, "p-b").join, "o");
  assert.equal(of(GAME, "p-b").invite, null, "only who plays invites the computer");
  assert.equal(of(GAME, "p-a").invite, "o");
  assert.equal(of({ ...GAME, result: "x" }, "p-a").invite, null);
  assert.equal(of({ ...full, move: "1" }, "p-c").start, false, "a game of two others is theirs from its first move on");
  assert.equal(of({ ...full, move: "0" }, "p-c").start, false);
  assert.equal(of({ ...full, move: "0" }, "p-b").start, true);
  assert.equal(of({ ...GAME, move: "0" }, "p-c").start, false, "and of who waits for another");
  assert.equal(of({ ...GAME, x: null, move: "0" }, "p-c").start, true);
  const over = { ...full, result: "x" }, after = (...here) => (({ start, free }) => ({ start, free }))(of(over, "p-c", (id) => here.includes(id)));
  assert.deepEqual(after("p-a", "p-b"), { start: false, free: [] }, "the next game is the players' while both are present");
  assert.deepEqual(after("p-b"), { start: true, free: ["x"] }, "a spectator does not take the seat of a player who is present");
  assert.deepEqual(after(), { start: true, free: ["x", "o"] });
  assert.deepEqual(of({ ...over, o: "robot:3" }, "p-c", () => true).free, ["o"], "a robot can be replaced");
  assert.equal(of({ ...full, result: "x" }, "p-a").move, false);
  assert.equal(of(full, undefined).start, false);
});

test("a player's actions become the deltas that the protocol documents", () => {
  const game = readGame(state(GAME));
  assert.deepEqual(newGame(null, "p-a", { rule: "renju", sides: ["x"] }), { game: "1", rule: "renju", x: "p-a" });
  assert.deepEqual(newGame(game, "p-a", { rule: "caro", sides: ["x", "o"], size: 19 }),
    { game: "2", rule: "caro", size: "19", x: "p-a", o: "p-a" });
  assert.deepEqual(newGame(null, "p-a", { rule: "freestyle", sides: ["o"], robot: 3 }), { game: "1", rule: "freestyle", o: "p-a", x: "robot:3" });
  assert.deepEqual(joinSeat("o", "p-b"), { o: "p-b" });
  assert.deepEqual(nextMove(game, { col: 3, row: 4 }), { move: "3", col3: "3", row3: "4" });
  assert.deepEqual(resignation("x"), { result: "o", reason: "resign" });
  assert.deepEqual(moveIn(nextMove(game, { col: 3, row: 4 })), { number: 3, col: 3, row: 4, stone: "x" });
  assert.equal(moveIn({ o: "p-b" }), null);
});

test("a pending move is shown only while it fits the game", () => {
  const game = readGame(state(GAME)), move = { number: 3, col: 3, row: 4, stone: "x" };
  const shown = withPending(game, "1", move);
  assert.deepEqual(shown.moves.at(-1), { ...move, pending: true });
  assert.equal(shown.toMove, "o");
  assert.equal(game.moves.length, 2);
  assert.equal(withPending(game, "2", move), game, "another game");
  assert.equal(withPending(game, "1", { ...move, number: 2 }), game, "its number has been played");
  assert.equal(withPending(game, "1", { ...move, col: 7, row: 7 }), game, "the point is taken");
  assert.equal(withPending({ ...game, result: "o" }, "1", move).moves.length, 2, "the game is over");
  assert.equal(withPending(null, "1", move), null);
});
