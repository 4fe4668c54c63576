// The home page: its boards and finished games, the user's own games, the search for an opponent,
// the lesson's positions, the course of a rating, and drawing lots.

import test from "node:test";
import assert from "node:assert/strict";
import { boardOf, lineOf, movesAt, movesOf } from "../../web-static/lobby/boards.js";
import { recentGames } from "../../web-static/lobby/finished.js";
import { bestOf, featured } from "../../web-static/lobby/featured.js";
import { SHOWCASE } from "../../web-static/lobby/showcase.js";
import { byUrgency, createOwnGames, ownGame, JOINED, RETRY } from "../../web-static/lobby/own-games.js";
import { followGames } from "../../web-static/lobby/head-games.js";
import { levelFor } from "../../web-static/lobby/seeking-strip.js";
import { createMemory } from "../../web-static/page/memory.js";
import { isRobot } from "../../web-static/game/robots.js";
import { createGameNotes, createOwnRooms } from "../../web-static/page/own-rooms.js";
import { leaveWish, takeWish } from "../../web-static/page/arrival.js";
import { forbiddenPoints } from "../../web-static/game/renju.js";
import { TEXTS as TERMS } from "../../web-static/texts/en/terms.js";
import { TEXTS as FIRST } from "../../web-static/texts/en/first.js";
import { TEXTS as HOME } from "../../web-static/texts/en/home.js";
import { T, useTexts } from "../../web-static/texts/texts.js";
import { text } from "./site.mjs";
import { fiveWith, STEPS, stonesOf } from "../../web-static/lobby/lesson.js";
import { course, steps } from "../../web-static/lobby/rating-graph.js";
import { sideBy } from "../../web-static/lobby/friend-dialog.js";
import { speedOf } from "../../web-static/game/terms.js";

useTexts({ ...FIRST, ...HOME, ...TERMS });

const SIZE = 9;
const point = (name) => ({ col: name.charCodeAt(0) - 97, row: SIZE - Number(name.slice(1)) });
const all = [...Array(SIZE * SIZE).keys()].map((index) => ({ col: index % SIZE, row: Math.floor(index / SIZE) }));
const put = (stones, at, stone) => [...stones, { ...at, stone }];
const free = (stones) => all.filter(({ col, row }) => !stones.some((other) => other.col === col && other.row === row));
const fives = (stones, side) => free(stones).filter((at) => fiveWith(stones, at, side));
const isRight = (step, at) => step.right.some((name) => point(name).col === at.col && point(name).row === at.row);

/** Returns a browser's storage. */
function storage() {
  const kept = new Map();
  return createMemory(() => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) }));
}

test("every finished game of the home page is legal and ends with the five that its last move makes", () => {
  for (const [index, { rule, best, moves: names }] of SHOWCASE.entries()) {
    const moves = movesOf(names), called = `game ${index}, ${rule}`;
    assert.equal(moves.length, names.split(" ").length, `${called}: every move is on a free point`);
    assert.ok(["freestyle", "standard", "renju"].includes(rule) && ["x", "o"].includes(best), called);
    for (let count = 1; count < moves.length; count += 1) assert.equal(lineOf(moves.slice(0, count)).length, 0, `${called}: no five before the end, after move ${count}`);
    const line = lineOf(moves);
    assert.ok(rule === "freestyle" || (rule === "renju" && moves.at(-1).stone === "o") ? line.length >= 5 : line.length === 5, `${called}: ${JSON.stringify(line)}`);
    if (rule !== "renju") continue;
    moves.slice(0, -1).forEach(({ col, row, stone }, number) => {
      const isForbidden = stone === "x" && forbiddenPoints({ size: 15, moves: moves.slice(0, number) }).has(`${col},${row}`);
      assert.equal(isForbidden, false, `${called}: move ${number + 1}`);
    });
  }
});

test("the home page's document contains the first game's board, eight moves before its end", () => {
  const html = text("home.html"), moves = movesOf(SHOWCASE[0].moves);
  const drawn = [...html.matchAll(/<g class="placed[^"]*" transform="translate\((\d+) (\d+)\)"><g class="stone (x|o)">/g)].map(([, x, y, stone]) => ({ col: x / 40 - 1, row: y / 40 - 1, stone }));
  assert.deepEqual(drawn, moves.slice(0, -8).map(({ col, row, stone }) => ({ col, row, stone })));
});

test("boards of the lobby are read as far as they are valid", () => {
  assert.deepEqual(boardOf({ size: "15", moves: "h8 i9" }).moves, [{ number: 1, stone: "x", col: 7, row: 7 }, { number: 2, stone: "o", col: 8, row: 6 }]);
  assert.deepEqual(boardOf({ size: "15", moves: "h8 p1 i9" }).moves.length, 1);
  assert.deepEqual(boardOf({ size: "19", moves: "s19 s19" }).moves, [{ number: 1, stone: "x", col: 18, row: 0 }]);
  for (const bad of [null, undefined, {}, { size: "16", moves: "" }, { size: "15", moves: 3 }]) assert.equal(boardOf(bad), null);
  assert.deepEqual(lineOf(movesOf("a1 o15 b1 o14 c1 o13 d1 o12")), []);
  assert.equal(lineOf(movesOf("a1 o15 b1 o14 c1 o13 d1 o12 e1")).length, 5);
});

test("a recent game is replayed only if each of its moves is on a free point of its board", () => {
  const game = { id: "abc-1", rule: "standard", size: 15, x: { id: "p-1", name: "Ann", rating: 1510 }, o: { id: "robot:3", name: "Bud" }, result: "x", reason: "five", moves: ["7,7", "8,8", "0,14"] };
  const [found] = recentGames([game]);
  assert.deepEqual(found.moves.map(({ number, stone, col, row }) => [number, stone, col, row]), [[1, "x", 7, 7], [2, "o", 8, 8], [3, "x", 0, 14]]);
  assert.deepEqual([found.size, found.href, found.title()], [15, "?record=abc-1", "Ann (1510) – Bud"]);
  assert.equal(recentGames([{ ...game, x: { id: "p-1" }, o: undefined }])[0].title(), `${T.someone} – ${T.someone}`, "players without a name");
  assert.match(found.note(false), /^Recent game · Standard/);
  assert.match(found.note(true), /^X wins/);
  for (const moves of [undefined, [], ["7,7", "7,7"], ["15,0"], ["7,7", "-1,3"], ["7"], [null]]) assert.deepEqual(recentGames([{ ...game, moves }]), [], JSON.stringify(moves));
  assert.equal(recentGames([{ ...game, size: 19, moves: ["18,18"] }]).length, 1);
  assert.deepEqual(movesAt(["0,0", "1,0", "0,0", "2,0"], 15).length, 2);
});

test("the featured game is the one with the strongest players whose board is known", () => {
  const board = { size: "15", moves: "h8" }, play = (room, x, o, more = { board }) => ({ room, x: { rating: x }, o: { rating: o }, ...more });
  assert.equal(bestOf([play("a", 1500, 1500), play("b", 1700, 1600), play("c", 1900, 1900, {})]).room, "b");
  assert.equal(bestOf([]), null);
  assert.equal(bestOf([play("c", 1900, 1900, {})]), null);
});

test("the featured game stays until its board disappears", () => {
  const board = { size: "15", moves: "h8" }, play = (room, x, o, more = { board }) => ({ room, x: { rating: x }, o: { rating: o }, ...more });
  const plays = [play("a", 1500, 1500), play("b", 1700, 1600)];
  assert.equal(featured(plays, "a").room, "a");
  assert.equal(featured([play("a", 1500, 1500, {}), plays[1]], "a").room, "b");
  assert.equal(featured([play("a", 1500, 1500, {})], "a"), null);
});

test("the level to offer follows the rating, otherwise the last level, otherwise the first one", () => {
  assert.deepEqual([400, 800, 1500, 1700, 5000].map((rating) => levelFor(rating)), [1, 1, 6, 7, 10]);
  assert.deepEqual([levelFor(null, 8), levelFor(null, NaN), levelFor(undefined, 11)], [8, 3, 3]);
});

test("running games are kept per participant, up to eight, until they end or are old", () => {
  const memory = storage();
  let now = 0;
  const rooms = createOwnRooms(memory, () => now);
  rooms.note({ room: "a", me: "p-1", isComputer: false });
  rooms.note({ room: "b", me: "p-1", secret: "s", isComputer: true });
  rooms.note({ room: "a", me: "p-2", isComputer: false });
  assert.deepEqual(rooms.list("p-1").map(({ room, secret }) => [room, secret]), [["a", undefined], ["b", "s"]]);
  rooms.drop("a", "p-1");
  assert.deepEqual([rooms.list("p-1").length, rooms.list("p-2").length], [1, 1]);
  rooms.note({ room: "c", me: "p-3", secret: "s", isComputer: false });
  rooms.clear("p-3");
  assert.deepEqual([rooms.list("p-3"), rooms.list("p-1").length], [[], 1], "a sign-out removes the rooms of one participant");
  now = 2 * 86_400_000;
  assert.deepEqual([rooms.list("p-1"), rooms.list("p-2").length], [[], 1], "games against the computer expire first");
  for (let number = 0; number < 20; number += 1) rooms.note({ room: `r${number}`, me: "p-1", isComputer: false });
  assert.equal(rooms.list("p-1").length, 8);
  assert.ok(memory.get("games").length < 2_048, memory.get("games"));
  memory.set("games", "[1, null, {}, \"x\"");
  assert.deepEqual(rooms.list("p-1"), []);
  memory.set("games", "[1, null, {}, \"x\"]");
  assert.deepEqual(rooms.list("p-1"), []);
});

test("a wish for a table is taken once, and only by that table", () => {
  const memory = storage(), done = [], actions = { focus: () => done.push("focus"), share: () => done.push("share") };
  leaveWish(memory, "a", { start: { robot: 3 } });
  assert.equal(takeWish(memory, "b").start, undefined);
  assert.equal(takeWish(memory, "a").start, undefined, "another table has discarded it");
  leaveWish(memory, "a", { start: { robot: 3 }, focus: true });
  const wish = takeWish(memory, "a");
  assert.deepEqual(wish.start, { robot: 3 });
  wish.grant(actions);
  wish.grant(actions);
  assert.deepEqual(done, ["focus"], "once, and nothing else");
  assert.equal(takeWish(memory, "a").start, undefined);
  memory.set("arrival", "{");
  assert.equal(takeWish(memory, "a").start, undefined, "garbled");
});

test("a table's running game is noted, and dropped when it is over or the user has left the seat", () => {
  const rooms = createOwnRooms(storage()), note = createGameNotes(rooms, isRobot), table = { room: "a", secret: "s", me: "p-1", replica: { known: true } };
  const view = (more, sides = ["x"]) => ({ agreed: { number: "1", seats: { x: "p-1", o: "p-2" }, result: null, ...more }, agreedRights: { sides } });
  const kept = () => rooms.list("p-1").map(({ room, secret }) => `${room} ${secret}`);
  note({ ...table, replica: { known: false } }, view());
  assert.deepEqual(kept(), [], "not before the table is known");
  note(table, view());
  assert.deepEqual(kept(), ["a s"]);
  note(table, view({ result: "x" }));
  assert.deepEqual(kept(), []);
  for (const other of [view({}, []), view({}, ["x", "o"]), { agreed: null, agreedRights: { sides: [] } }]) {
    note(table, other);
    assert.deepEqual(kept(), []);
  }
});

const snapshot = (room, state) => ({ type: "snapshot", room, epoch: "e", rev: 1, state, participants: [{ id: "p-2", name: "Bob", place: 1 }] });
const running = { game: "1", x: "p-1", o: "p-2", move: "0", rule: "freestyle", clock: "300+3", xTime: "300000", oTime: "300000", turn: "x" };

/**
 * Returns own games over a connection and a server that the test plays. If it is `slow`, it answers
 * for a room when the test calls `answers[room]`, with an error if there is one. `refused` has the
 * status of each room that the server does not answer for.
 */
function follower(states, slow = false, refused = {}) {
  const memory = storage(), rooms = createOwnRooms(memory), entered = [], left = [], asked = [], answers = {};
  const connection = { enter: (room) => entered.push(room), leave: (room) => left.push(room), rejoin() {}, serverTime: () => 0 };
  const ask = async ({ room }) => {
    asked.push(room);
    if (slow) await new Promise((resolve, reject) => { answers[room] = (error) => (error ? reject(error) : resolve()); });
    if (refused[room]) return { status: refused[room], ok: false, json: async () => ({ code: "unavailable" }) };
    // As the server answers readers who have not joined: without participants.
    return states[room] ? { status: 200, ok: true, json: async () => ({ ...snapshot(room, states[room]), participants: [], seated: [{ id: "p-2", name: "Bob" }] }) } : { status: 404, ok: false };
  };
  const own = createOwnGames({ connection, rooms, self: () => ({ id: "p-1" }), here: "here", onChange() {}, ask });
  return { own, rooms, entered, left, asked, answers };
}

test("own games join only rooms in which the user plays, and forget the others", async () => {
  const { own, rooms, entered, left, asked } = follower({ a: running, listed: running, over: { ...running, result: "o" }, other: { ...running, x: "p-3" } });
  for (const room of ["here", "a", "over", "other", "gone"]) rooms.note({ room, me: "p-1", isComputer: false });
  own.refresh();
  await new Promise(setImmediate);
  assert.deepEqual(asked.sort(), ["a", "gone", "other", "over"], "the table's own room is left out");
  assert.deepEqual(entered, ["a"], "no other room is joined");
  assert.deepEqual(rooms.list("p-1").map(({ room }) => room).sort(), ["a", "here"]);
  own.add({ room: "listed" });
  await new Promise(setImmediate);
  assert.deepEqual(rooms.list("p-1").map(({ room }) => room).sort(), ["a", "here", "listed"], "a game that the lobby lists is kept for other documents");
  assert.deepEqual(own.list.map(({ room, opponent }) => [room, opponent]), [["a", "Bob"], ["listed", "Bob"]], "before the rooms are joined");
  own.receive(snapshot("a", running));
  const [game] = own.list;
  assert.deepEqual([game.room, game.opponent, game.mine, game.href, own.clockRuns], ["a", "Bob", true, "?room=a", true]);
  own.receive({ type: "delta", room: "a", rev: 2, set: { result: "o", reason: "time" } });
  own.receive({ type: "delta", room: "listed", rev: 2, set: { result: "o", reason: "time" } });
  assert.deepEqual([own.list, left, own.clockRuns, rooms.list("p-1").length], [[], ["a", "listed"], false, 1]);
});

test("a room that a busy server does not answer for is kept, and asked for again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const refused = { a: 503, b: 429 }, { own, rooms, entered } = follower({ a: running, b: running }, false, refused);
  for (const room of ["a", "b"]) rooms.note({ room, secret: "s", me: "p-1", isComputer: false });
  own.refresh();
  await own.ready(3_000);
  assert.deepEqual(entered, []);
  assert.deepEqual(rooms.list("p-1").map(({ room, secret }) => [room, secret]).sort(), [["a", "s"], ["b", "s"]], "with their secrets");
  for (const room of Object.keys(refused)) delete refused[room];
  context.mock.timers.tick(RETRY);
  await own.ready(3_000);
  assert.deepEqual(entered.sort(), ["a", "b"]);
});

test("own games are ready once every room has been read, also one that cannot be read", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { own, rooms, answers } = follower({ a: running }, true);
  for (const room of ["a", "gone"]) rooms.note({ room, me: "p-1", isComputer: false });
  own.refresh();
  let isReady = false;
  const ready = own.ready(3_000).then(() => { isReady = true; });
  await new Promise(setImmediate);
  assert.deepEqual([isReady, own.clockRuns], [false, false]);
  answers.a();
  await new Promise(setImmediate);
  assert.deepEqual([isReady, own.clockRuns], [false, true]);
  answers.gone(new Error("offline"));
  await ready;
  assert.equal(own.list.length, 1);
});

test("own games are ready after the given time if a room's answer is missing", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { own, rooms, answers } = follower({ a: running }, true);
  rooms.note({ room: "a", me: "p-1", isComputer: false });
  own.refresh();
  let isReady = false;
  const ready = own.ready(3_000).then(() => { isReady = true; });
  context.mock.timers.tick(2_999);
  await new Promise(setImmediate);
  assert.equal(isReady, false);
  context.mock.timers.tick(1);
  await new Promise(setImmediate);
  assert.equal(isReady, true);
  await ready;
  answers.a();
  await new Promise(setImmediate);
  assert.equal(own.list.length, 1, "the late answer counts, too");
});

test("a window without a token opens no connection for running games", async (context) => {
  let opened = 0;
  const globals = { sessionStorage: { getItem: () => null }, WebSocket: class { constructor() { opened += 1; } } };
  for (const [name, value] of Object.entries(globals)) {
    const was = globalThis[name];
    globalThis[name] = value;
    context.after(() => { globalThis[name] = was; });
  }
  assert.deepEqual([await followGames(storage()), opened], [false, 0]);
});

test("a document joins only a few rooms", async () => {
  const states = Object.fromEntries(Array.from({ length: JOINED + 3 }, (_, number) => [`r${number}`, running])), { own, rooms, entered } = follower(states);
  for (const room of Object.keys(states)) rooms.note({ room, me: "p-1", isComputer: false });
  own.refresh();
  await new Promise(setImmediate);
  assert.equal(entered.length, JOINED);
});

test("the most urgent game is the one on the user's turn, then the one with the least time", () => {
  const replica = (state) => ({ state: new Map(Object.entries(state)), participants: new Map(), names: new Map() });
  const game = (room, state) => ownGame({ room }, replica({ ...running, ...state }), "p-1");
  const games = [game("theirs", { move: "1", col1: "7", row1: "7", turn: "o" }), game("slow", {}), game("quick", { xTime: "9000" }), game("open", { o: undefined })];
  assert.deepEqual(byUrgency(games, 0).map(({ room }) => room), ["quick", "slow", "theirs", "open"]);
  assert.equal(ownGame({ room: "both" }, replica({ ...running, o: "p-1" }), "p-1"), null, "nobody waits for a game against oneself");
  assert.equal(game("open", { o: undefined }).clock, null, "no clock runs before the opponent comes");
});

test("the lesson's first two positions have exactly the answers that are marked as right", () => {
  const [win, stop] = STEPS.map(stonesOf);
  assert.deepEqual(fives(win, "x").map((at) => isRight(STEPS[0], at)), [true, true]);
  assert.equal(fives(win, "o").length, 0);
  assert.deepEqual(fives(stop, "o").map((at) => isRight(STEPS[1], at)), [true]);
  assert.equal(fives(stop, "x").length, 0);
});

test("the lesson's third answers are exactly the points that make an unstoppable four", () => {
  const stones = stonesOf(STEPS[2]);
  const open = free(stones).filter((at) => fives(put(stones, at, "x"), "x").length >= 2);
  assert.ok(open.length === STEPS[2].right.length && open.every((at) => isRight(STEPS[2], at)), JSON.stringify(open));
});

test("after the lesson's fourth answer, and no other, an open four follows every reply", () => {
  const stones = stonesOf(STEPS[3]);
  // With one more stone, a three becomes a four with two ways to five.
  const threes = (position) => free(position).filter((at) => fives(put(position, at, "x"), "x").length >= 2);
  const answers = free(stones).filter((at) => {
    const after = put(stones, at, "x");
    return free(after).every((reply) => threes(put(after, reply, "o")).length > 0);
  });
  assert.ok(answers.length === 1 && isRight(STEPS[3], answers[0]), JSON.stringify(answers));
});

test("no two stones of the lesson, and no answer and stone, share a point", () => {
  for (const step of STEPS) {
    const stones = stonesOf(step);
    assert.equal(new Set(stones.map(({ col, row }) => `${col},${row}`)).size, stones.length);
    assert.ok(step.right.every((name) => !stones.some(({ col, row }) => col === point(name).col && row === point(name).row)));
  }
});

test("a rating graph has one kind of rating, oldest first, and begins before the first game", () => {
  const game = (clock, side, rating, now, more = {}) => ({ rule: "freestyle", clock, rated: true, [side]: { id: "me", rating, after: now }, ...more });
  const games = [game("300+5", "o", 1600, 1650), game("3600+0", "x", 1500, 1400), game("180+2", "x", 1500, 1600), game("300+5", "x", 1, 2, { rated: false }), game("300+5", "x", 1, 2, { rule: "renju" })];
  assert.deepEqual(course(games, "me", { rule: "freestyle", speed: "blitz" }, speedOf), [1500, 1600, 1650]);
  assert.deepEqual(course(games, "me", { rule: "caro", speed: "blitz" }, speedOf), []);
  assert.deepEqual(steps(1485, 1665), [1500, 1550, 1600, 1650]);
  assert.ok(steps(800, 2400).length <= 5 && steps(1490, 1510).length >= 1);
});

test("a side chosen by lot can be either one", () => {
  assert.deepEqual([sideBy("x"), sideBy("o"), sideBy("lot", () => 0.49), sideBy("lot", () => 0.5)], ["x", "o", "x", "o"]);
});
