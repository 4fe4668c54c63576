// A puzzle race in the page: the race that the keys of the room describe, the user's own puzzle,
// and the answers that the server has not confirmed yet.

import test from "node:test";
import assert from "node:assert/strict";
import { clockEnd, isOn, progressed, raceOf } from "../../web-static/race/model.js";
import { joinRace } from "../../web-static/race/room.js";
import { createRun } from "../../web-static/race/run.js";
import { clockWords, lengthWords, panelView, puzzleWords } from "../../web-static/race/views.js";
import { TEXTS as PUZZLES } from "../../web-static/texts/en/puzzles.js";
import { TEXTS as RACE } from "../../web-static/texts/en/race.js";
import { T, useTexts } from "../../web-static/texts/texts.js";
import { at, DEFENCE, DOUBLE_FOUR, DRILL } from "./puzzle-examples.mjs";
import { fakeSockets, handClock } from "./helpers.mjs";

useTexts({ ...PUZZLES, ...RACE });
const START = 1_000_000, END = START + 60_000;
const KEYS = { start: String(START), end: String(END), puzzles: "A B C" };
const race = (keys, now) => raceOf(new Map(Object.entries(keys)), now);

test("the keys and the time decide the phase: open, countdown, running, over", () => {
  assert.equal(race({ "racer.ann": "" }, START).phase, "open");
  const phases = [START - 1, START, END - 1, END].map((now) => race({ ...KEYS, "racer.ann": "" }, now).phase);
  assert.deepEqual(phases, ["countdown", "running", "running", "over"]);
  assert.deepEqual(race({}, START).terms, { rule: "freestyle", minutes: "3", rating: "900", count: "" });
  assert.deepEqual(race({ ...KEYS, rule: "caro", minutes: "5" }, START).terms, { rule: "caro", minutes: "5", rating: "900", count: "" });
  assert.deepEqual([START - 1, START].map((now) => isOn(race({ ...KEYS, "racer.ann": "" }, now))), [true, true]);
});

test("a race is over when everyone has done all puzzles or has no time left", () => {
  const keys = { ...KEYS, "racer.ann": "+++", "last.ann": "9", "racer.bob": "--" };
  assert.equal(race(keys, END - 20_001).phase, "running");
  assert.equal(race(keys, END - 20_000).phase, "over");
});

test("racers are ordered by solved puzzles, then mistakes, then time; equal ones share a rank", () => {
  const { racers } = race({
    ...KEYS, "racer.slow": "+", "last.slow": "900", "racer.fast": "+", "last.fast": "100", "racer.wild": "-+", "last.wild": "50", "racer.best": "++", "last.best": "5000", "racer.new": "", "racer.idle": "",
  }, START + 10_000);
  assert.deepEqual(racers.map(({ id, rank }) => `${id} ${rank}`), ["best 1", "fast 2", "slow 3", "wild 4", "idle 5", "new 5"]);
});

test("a mistake takes ten seconds from the own clock; spectators see the end of the race", () => {
  const view = race({ ...KEYS, "racer.ann": "-" }, START), [ann] = view.racers;
  assert.equal(clockEnd(view, ann), END - 10_000);
  assert.equal(clockEnd(view, undefined), END);
  assert.equal(clockEnd(race(KEYS, START - 1), undefined), START);
  assert.equal(clockEnd(race(KEYS, END), undefined), null);
});

test("only newly solved puzzles are progress", () => {
  const before = race({ ...KEYS, "racer.ann": "+", "racer.bob": "" }, START), after = race({ ...KEYS, "racer.ann": "+-", "racer.bob": "+", "racer.eve": "+" }, START);
  assert.deepEqual(progressed(before, after), [{ id: "bob", solved: 1 }]);
});

/** Returns a run over these puzzles, whose answers all arrive at once. */
function createPlay(puzzles, { isFull = false } = {}) {
  const answers = [], asked = [], clock = handClock(), world = { answers, asked, clock, isFull, isOnline: true };
  const byId = new Map(puzzles.map((each, place) => [`id${place}`, each])), ids = [...byId.keys()];
  world.run = createRun({
    clock, changed() {},
    fetched: async (path) => {
      asked.push(path);
      if (!world.isOnline) throw new Error("offline");
      return byId.get(path.split("/").at(-1));
    },
    answer(id, cells) {
      if (world.isFull) return false;
      answers.push([id, ...cells].join(" "));
      world.run.show(ids, answers.length);
      return true;
    },
  });
  world.show = async (place = 0) => {
    world.run.show(ids, place);
    await new Promise((resolve) => { setImmediate(resolve); });
  };
  return world;
}

test("each decided puzzle is answered with the user's own moves, and the next one appears", async () => {
  const world = createPlay([DOUBLE_FOUR, DEFENCE, DRILL, DRILL]), { run, answers } = world;
  await world.show();
  run.pick(at("h8"));
  await world.show(1);
  run.pick(at("a2"));
  await world.show(2);
  for (const name of ["h8", "h7", "i8"]) run.pick(at(name));
  await world.show(3);
  run.pick(at("h8"));
  run.pick(at("a9"));
  assert.deepEqual(answers, ["id0 7,7", "id1 0,13", "id2 7,7 7,8 8,7", "id3 7,7 0,6"]);
  assert.equal(run.state.verdict, "wrong");
});

test("a move outside the proofs is no part of the answer, and skipping answers without moves", async () => {
  const world = createPlay([{ ...DOUBLE_FOUR, several: true }, DRILL]), { run, answers } = world;
  await world.show();
  run.pick(at("a1"));
  assert.deepEqual([run.state.verdict, answers], ["unknown", []]);
  run.pick(at("h8"));
  run.skip();
  assert.deepEqual(answers, ["id0 7,7", "id1"]);
});

test("a puzzle is skipped only if the answer can be sent", async () => {
  const world = createPlay([DOUBLE_FOUR, DRILL], { isFull: true }), { run, answers } = world;
  await world.show();
  run.skip();
  assert.deepEqual([run.state.verdict, answers], [null, []]);
  world.isFull = false;
  run.skip();
  assert.deepEqual([run.state.verdict, answers], ["skipped", ["id0"]]);
});

test("a screen reader hears the result of the puzzle before with the next task", async () => {
  const world = createPlay([DOUBLE_FOUR, DRILL]), { run } = world;
  await world.show();
  const first = puzzleWords(run.state, { isForClass: false });
  run.pick(at("h8"));
  await world.show(1);
  const second = puzzleWords(run.state, { isForClass: false });
  assert.ok(first && !first.includes(T.puzzleSolved), first);
  assert.ok(second.startsWith(`${T.puzzleSolved} `) && second.length > T.puzzleSolved.length + 1, second);
});

test("a puzzle whose answer cannot be sent begins anew", async () => {
  const world = createPlay([DOUBLE_FOUR], { isFull: true }), { run, answers } = world;
  await world.show();
  run.pick(at("a1"));
  world.isFull = false;
  run.pick(at("h8"));
  assert.deepEqual(answers, ["id0 7,7"]);
});

test("puzzles are fetched ahead once each, and again after a failure", async () => {
  const world = createPlay(Array.from({ length: 9 }, () => DOUBLE_FOUR)), { run, asked } = world;
  await world.show();
  await world.show(1);
  assert.deepEqual(asked, [0, 1, 2, 3, 4].map((place) => `api/puzzles/id${place}`));
  world.isOnline = false;
  await world.show(7);
  assert.equal(run.state.missing, true);
  world.isOnline = true;
  world.clock.advance(2_000);
  await world.show(7);
  assert.equal(run.state.attempt.state, "open");
});

/** Returns a room whose server has sent a running race. */
function joined(on = {}) {
  const sockets = fakeSockets(), said = [], identity = { hello: () => ({}), welcomed() {}, name: "Ann" };
  const room = joinRace({ room: "r", identity, open: sockets.open, clock: handClock(), on: { change() {}, notice: (words) => said.push(words), status() {}, ...on } });
  room.connection.start();
  const server = sockets.last;
  server.opens();
  server.says({ type: "welcome", participant: { id: "me", name: "Ann" }, token: "t" });
  server.says({ type: "snapshot", room: "r", kind: "race", epoch: "e", rev: 3, state: { ...KEYS, "racer.me": "+" }, participants: [{ id: "me", name: "Ann", place: 1 }], seated: [{ id: "gone", name: "Bob" }], host: "me", chat: [] });
  return { room, server, said };
}

/** Returns the buttons of the panel at that time of the race. */
function shown(keys, now, me, isHost = false) {
  const view = race(keys, now), own = view.racers.find(({ id }) => id === me);
  return panelView({ race: view, own, place: 0, run: { attempt: null, verdict: null, missing: false }, plays: false, rules: [], isHost, isEnding: false, nameOf: (id) => id, me }).show;
}

test("a racer may leave before a race and once it is over, even if it has ended early", () => {
  const done = { ...KEYS, "racer.ann": "+++", "last.ann": "9" };
  const leave = [[{ "racer.ann": "" }, START], [done, START - 1], [done, START], [done, END]].map(([keys, now]) => shown(keys, now, "ann").leave);
  assert.deepEqual(leave, [true, false, true, true]);
});

test("a race for a class goes on after everyone is done, and only the creator starts and ends it", () => {
  const day = { ...KEYS, minutes: "1440", end: String(START + 86_400_000), "racer.ann": "+++", "last.ann": "9" }, late = START + 86_400_000;
  assert.deepEqual([START, late - 1, late].map((now) => race(day, now).phase), ["running", "running", "over"]);
  assert.deepEqual([[START, false], [START, true], [late, false], [late, true]].map(([now, isHost]) => shown(day, now, "ann", isHost)).map(({ start, end, invite }) => [start, end, invite]),
    [[false, false, true], [false, true, true], [false, false, true], [true, false, true]]);
  assert.deepEqual([race({ ...day, end: String(START - 5) }, START - 2).phase, shown({ ...KEYS, "racer.ann": "" }, START, "ann", true).end], ["over", true]);
});

test("lengths and times are in minutes or days", () => {
  assert.deepEqual(["3", "1440", "10080"].map(lengthWords), ["3 minutes", "1 day", "7 days"]);
  assert.deepEqual([30_000, 6_000_000, 86_399_000, 172_799_000].map((rest) => clockWords(rest, 0)), ["0:30", "1:40:00", "23:59:59", "1 day"]);
});

test("only a user whose ID is known can join", () => {
  assert.deepEqual([null, "bob", "ann"].map((me) => shown({ "racer.ann": "" }, START, me).join), [false, true, false]);
});

test("chosen terms count before the server confirms them", () => {
  const { room, server } = joined(), terms = { rule: "freestyle", minutes: "3", rating: "900", count: "10" };
  room.send({ minutes: "5" });
  room.send({ "racer.me": "" });
  const [{ id }] = server.take("delta");
  assert.deepEqual(room.chosen(terms), { ...terms, minutes: "5" });
  server.says({ type: "reject", room: "r", id, code: "conflict", keys: [], rev: 3, message: "no" });
  assert.deepEqual(room.chosen(terms), terms);
});

test("an answer counts before the server confirms it, and once only", () => {
  const { room, server } = joined();
  room.answer("B", ["7,7"]);
  const [{ id, set }] = server.take("delta");
  assert.deepEqual([set, room.waiting()], [{ answer: "B 7,7" }, 1]);
  server.says({ type: "delta", room: "r", rev: 4, by: "me", at: 1, id, set: { "racer.me": "++" } });
  assert.deepEqual([room.waiting(), room.replica.state.get("racer.me")], [0, "++"]);
  assert.deepEqual([room.nameOf("gone"), room.isHost], ["Bob", true]);
});

test("an answer that comes too late is no error; a server without puzzles is", () => {
  const { room, server, said } = joined();
  for (const code of ["game-over", "not-offered"]) {
    room.answer("B", []);
    const [{ id }] = server.take("delta");
    server.says({ type: "reject", room: "r", id, code, keys: [], rev: 3, message: "no" });
  }
  assert.deepEqual([room.waiting(), said.length], [0, 1]);
});
