// The session of the puzzles with a fake server: the order of puzzles, and the device's record.

import test from "node:test";
import assert from "node:assert/strict";
import { START } from "../../web-static/game/glicko.js";
import { createMemory } from "../../web-static/page/memory.js";
import * as records from "../../web-static/puzzles/record.js";
import { lastLost, lostPuzzle } from "../../web-static/puzzles/lost-game.js";
import { PAUSE, TRIES } from "../../web-static/net/while-busy.js";
import { lostAddress, lostGameIn } from "../../web-static/puzzles/modes.js";
import { createRecords } from "../../web-static/puzzles/records.js";
import { createSession } from "../../web-static/puzzles/session.js";
import { createSource } from "../../web-static/puzzles/source.js";
import { createStore, STORE_LIMIT } from "../../web-static/puzzles/store.js";
import { at, DEFENCE, DOUBLE_FOUR, names } from "./puzzle-examples.mjs";

const memory = () => createMemory(() => {
  throw new Error("no storage");
});
const numbered = (n, puzzle = DOUBLE_FOUR) => ({ ...puzzle, id: String(n).padStart(11, "0"), rating: 1_500 + n });

test("stored puzzles have a limited size: the oldest are dropped first, and those under review last", () => {
  const store = createStore(memory(), (id) => id === numbered(0).id), each = JSON.stringify(numbered(0)).length + 1, count = Math.ceil(STORE_LIMIT / each) + 10;
  store.put(Array.from({ length: count }, (_, n) => numbered(n)));
  assert.ok(JSON.stringify(store.all()).length <= STORE_LIMIT + 2);
  assert.ok(store.get(numbered(0).id), "under review");
  assert.ok(!store.get(numbered(1).id) && store.get(numbered(count - 1).id));
});

/** Returns a session with a server that has `count` puzzles; `asked` has the requests. */
function createWorld({ count = 40, isOnline = true, puzzle = DOUBLE_FOUR } = {}) {
  const world = { asked: [], noted: [], isOnline, gone: [], now: Date.parse("2026-11-26T10:00:00Z"), record: records.createRecord(7) };
  const fetched = async (path) => {
    world.asked.push(path);
    if (!world.isOnline) throw Object.assign(new Error("offline"), { status: 0 });
    const url = new URL(path, "http://club/"), from = Number(url.searchParams.get("from"));
    if (world.isBusy && !url.pathname.endsWith("/puzzles")) throw Object.assign(new Error("busy"), { status: 503 });
    if (url.pathname.endsWith("/next")) {
      const puzzles = Array.from({ length: Math.max(0, Math.min(Number(url.searchParams.get("count")), count - from)) }, (_, n) => numbered(from + n, puzzle));
      return { puzzles, next: from + puzzles.length };
    }
    if (url.pathname.endsWith("/daily")) return { date: url.searchParams.get("date"), puzzle: numbered(9_973 + Number(url.searchParams.get("date").slice(-2))) };
    if (url.pathname.endsWith("/puzzles")) return { rules: count ? [{ rule: "freestyle", count, kinds: { fours: count }, themes: {} }] : [] };
    if (!count || world.gone.includes(url.pathname.slice(-11))) throw Object.assign(new Error("none"), { status: 404 });
    return numbered(Number(url.pathname.slice(-11)));
  };
  const changeRecord = (record) => { world.record = record; };
  const note = (puzzle, result) => {
    world.noted.push({ id: puzzle.id, ...result });
    changeRecord(records.noted(world.record, puzzle, result));
  };
  world.store = createStore(memory());
  world.source = createSource({ fetched, store: world.store, record: () => world.record, changeRecord });
  world.session = createSession({ source: world.source, records: { get: () => world.record, set: changeRecord, note }, now: () => world.now, changed() {} });
  return world;
}

test("practice never repeats a puzzle, and ends when there are no more", async () => {
  const { session } = createWorld({ count: 23 }), seen = [];
  for (await session.open("practice"); session.state.attempt && seen.length < 50; await session.next()) {
    seen.push(session.state.attempt.puzzle.id);
    session.pick(at("h8"));
  }
  assert.equal(new Set(seen).size, 23);
  assert.equal(seen.length, 23);
  assert.equal(session.state.missing, "all-done");
});

test("a search among many known puzzles pauses, goes on, and ends only after all of them", async () => {
  const world = createWorld({ count: 1_200 }), { session } = world, searches = [];
  const done = Array.from({ length: 1_200 }, (_, n) => numbered(n).id), known = (missing) => { world.record = { ...world.record, done: done.filter((id) => !missing.includes(id)) }; };
  const search = async () => {
    for (await session.open("practice"); session.state.missing === "more" && searches.length < 20; await session.next()) searches.push(world.asked.length);
    return session.state.attempt?.puzzle.id ?? session.state.missing;
  };
  known([numbered(900).id]);
  assert.equal(await search(), numbered(900).id);
  assert.ok(searches.length > 0 && searches[0] < 30, `${searches[0]} requests before the first pause`);
  // The place of the search is behind this puzzle, and the store does not have it.
  known([numbered(700).id]);
  assert.equal(await search(), numbered(700).id);
  known([]);
  assert.equal(await search(), "all-done");
  assert.equal(world.store.all().length, 2, "known puzzles take no room in the store");
});

test("a result is noted with the cells that were tried, and a hint ends the attempt", async () => {
  const { session, noted: found } = createWorld();
  await session.open("practice");
  for (const point of ["a1", "h8"]) session.pick(at(point));
  await session.next();
  session.pick(at("h8"));
  await session.open("theme", "kind:fours");
  session.hint();
  session.pick(at("h8"));
  assert.deepEqual(found.map(({ isSuccess, weight, tries, choice }) => [isSuccess, weight, tries.join(" "), choice]), [[false, 1, "0,14", null], [true, 1, "7,7", null], [false, .5, "", null]]);
});

/** Returns a session whose server has a puzzle from the lost game `kept-2` alone. */
function createLostWorld({ member = null, kept } = {}) {
  const world = { asked: [], noted: [], status: 0 }, storage = memory();
  if (kept) storage.set("lost", JSON.stringify(kept));
  const fetched = async (path) => {
    world.asked.push(path);
    if (world.status) throw Object.assign(new Error("failure"), { status: world.status });
    if (path.startsWith("api/people/")) return { games: [{ id: "won-1", x: { id: "me" }, o: { id: "you" }, result: "x" }, { id: "self-1", x: { id: "me" }, o: { id: "me" }, result: "x" }, { id: "kept-2", x: { id: "you" }, o: { id: "me" }, result: "x" }] };
    if (path.startsWith("api/games/")) return path.startsWith("api/games/kept-2/") ? DOUBLE_FOUR : null;
    return { puzzles: [], next: 0, rules: [] };
  };
  const part = { lostPuzzle: (wanted) => lostPuzzle({ ...wanted, memory: storage, member: async () => member }) };
  world.store = createStore(memory());
  const source = createSource({ fetched, store: world.store, record: () => records.createRecord(7), changeRecord() {}, lostPart: async () => part });
  world.session = createSession({ source, records: { get: () => records.createRecord(7), set() {}, note: (...each) => world.noted.push(each) }, now: () => Date.parse("2026-11-26T10:00:00Z"), changed() {} });
  return world;
}

test("a puzzle from a lost game is solved without a note of the result, and is not stored", async () => {
  const world = createLostWorld(), { session } = world;
  await session.openLost("kept-2");
  assert.deepEqual([session.state.mode, session.state.game, session.state.attempt.puzzle.id], ["lost", "kept-2", DOUBLE_FOUR.id]);
  session.pick(at("a1"));
  session.hint();
  session.pick(at("h8"));
  assert.equal(session.state.attempt.state, "solved");
  assert.deepEqual([world.noted, world.store.all(), session.state.gain], [[], [], 0]);
  await session.next();
  assert.equal(session.state.mode, "practice");
});

test("the last lost game is the account's, otherwise the one that this browser remembers", async () => {
  const found = async (options) => {
    const { session } = createLostWorld(options);
    await session.open("lost");
    return session.state.game ?? session.state.missing;
  };
  assert.equal(await found({ member: { id: "me", claimed: true } }), "kept-2");
  assert.equal(await found({ member: { id: "other", claimed: true }, kept: { game: "kept-2", me: "me" } }), "no-lost-game");
  assert.equal(await found({ member: { id: "me", claimed: false }, kept: { game: "kept-2", me: "me" } }), "kept-2");
  assert.equal(await found({ member: { id: "other", claimed: false }, kept: { game: "kept-2", me: "me" } }), "no-lost-game");
  assert.equal(await found({ kept: { game: "kept-2", me: "me" } }), "kept-2");
  assert.equal(await found({ kept: { game: "../kept-2" } }), "no-lost-game");
  assert.equal(await found(), "no-lost-game");
  assert.equal(lastLost([{ id: "a-1", x: null, o: { id: "me" }, result: "draw" }], "me"), undefined);
});

test("the session tells why there is no puzzle from a lost game", async () => {
  const world = createLostWorld();
  const missing = async (status, game = "kept-2") => {
    world.status = status;
    await world.session.openLost(game);
    return world.session.state.missing;
  };
  assert.equal(await missing(0, "other-1"), "none-in-game");
  assert.equal(await missing(404), "none-in-game");
  assert.equal(await missing(500), "more");
  world.status = 0;
  await world.session.next();
  assert.equal(world.session.state.attempt?.puzzle.id, DOUBLE_FOUR.id, "another try");
});

/** Lets promises go on that wait for nothing else. */
const goOn = () => new Promise((done) => setImmediate(done));

test("while the server is busy, the session repeats its request for the lost game's puzzle, up to a limit", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const world = createLostWorld(), { session, asked } = world;
  world.status = 503;
  const loaded = session.openLost("kept-2");
  for (let tries = 1; tries < TRIES; tries += 1) {
    await goOn();
    assert.deepEqual([asked.length, session.state.loading], [tries, true]);
    context.mock.timers.tick(tries * PAUSE - 1);
    await goOn();
    assert.equal(asked.length, tries, "the pause");
    context.mock.timers.tick(1);
  }
  await loaded;
  assert.deepEqual([asked.length, session.state.missing], [TRIES, "more"]);
  const again = session.next();
  await goOn();
  world.status = 0;
  context.mock.timers.tick(PAUSE);
  await again;
  assert.equal(session.state.attempt?.puzzle.id, DOUBLE_FOUR.id);
});

test("the session stops repeating its request when another mode is opened", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const world = createLostWorld(), { session, asked } = world;
  world.status = 503;
  session.openLost("kept-2");
  await goOn();
  await session.open("sprint");
  context.mock.timers.tick(PAUSE);
  await goOn();
  assert.equal(asked.length, 1);
});

test("an address names a lost game", () => {
  assert.equal(lostGameIn(lostAddress("kp7zy3ze5yajt-12")), "kp7zy3ze5yajt-12");
  assert.equal(lostGameIn(lostAddress()), undefined);
  assert.equal(lostGameIn("?puzzles=lost&game=../x"), undefined);
});

test("a failing server is no end of the puzzles", async () => {
  const world = createWorld();
  world.isBusy = true;
  await world.session.open("practice");
  assert.equal(world.session.state.missing, "more");
  world.isBusy = false;
  await world.session.next();
  assert.ok(world.session.state.attempt);
});

test("without a connection the stored puzzles continue; without any, the page says so", async () => {
  const world = createWorld({ count: 20 }), { session } = world;
  await session.open("practice");
  world.isOnline = false;
  session.pick(at("h8"));
  await session.next();
  assert.ok(session.state.attempt, "the batch of the first request");
  const empty = createWorld({ isOnline: false });
  await empty.session.open("practice");
  assert.equal(empty.session.state.missing, "offline");
  await empty.session.open("review");
  assert.equal(empty.session.state.missing, "none-due");
});

test("the puzzle of the day is fetched once, and solving it counts the day unless help was used", async () => {
  const world = createWorld(), { session } = world;
  await session.open("daily");
  await session.open("daily");
  assert.deepEqual(world.asked, ["api/puzzles/daily?date=2026-11-26&rule=freestyle"]);
  session.giveUp();
  session.retry();
  session.pick(at("h8"));
  assert.deepEqual([session.state.attempt.state, world.record.days.count], ["solved", 0], "after the solution");
  await session.open("daily");
  assert.equal(session.state.helped, true, "as after a reload of the page");
  session.pick(at("h8"));
  assert.equal(world.record.days.count, 0);
  world.now += 86_400_000;
  await session.open("daily");
  session.pick(at("h8"));
  assert.equal(world.record.days.count, 1, "the next day");
  await session.next();
  assert.equal(session.state.mode, "practice", "there is one puzzle a day");
});

test("a hint shows the point and fails the puzzle, which comes into review", async () => {
  const world = createWorld(), { session } = world;
  await session.open("practice");
  session.hint();
  assert.equal(names(session.state.hint), "h8");
  assert.equal(session.state.counted, false);
  assert.ok(world.record.rating.rating < 1_500);
  session.pick(at("h8"));
  assert.equal(session.state.attempt.state, "solved");
  assert.equal(world.record.reviews.length, 1);
  world.now += 86_400_000;
  await session.open("review");
  assert.equal(session.state.attempt.puzzle.id, world.record.reviews[0].id);
});

test("a puzzle that the server no longer has leaves the reviews, unless the server has none at all", async () => {
  for (const [count, left, reason] of [[40, [3], null], [0, [1, 2, 3], "no-puzzles"]]) {
    const world = createWorld({ count }), ids = [1, 2, 3].map((n) => numbered(n).id);
    for (const id of ids) world.record = records.noted(world.record, { id }, { isSuccess: false, today: "2026-11-25" });
    world.gone = ids.slice(0, 2);
    await world.session.open("review");
    assert.deepEqual(world.record.reviews.map(({ id }) => id), left.map((n) => numbered(n).id));
    assert.equal(world.session.state.missing, reason);
    assert.equal(world.session.state.attempt?.puzzle.id, count ? ids[2] : undefined);
  }
});

test("one mistake ends a streak and shows the solution; the next one begins anew", async () => {
  const world = createWorld(), { session } = world;
  await session.open("streak");
  session.pick(at("h8"));
  await session.next();
  session.pick(at("a1"));
  assert.deepEqual([session.state.run.over, session.state.run.solved, session.state.attempt.state, world.record.best.streak], [true, 1, "given-up", 1]);
  assert.equal(names(session.state.line.slice(0, 1)), "h8");
  assert.equal(world.record.rating, START, "streaks are not rated");
  await session.next();
  assert.deepEqual([session.state.run.solved, session.state.run.over, session.state.attempt.state], [0, false, "open"]);
});

test("after a losing try in a defence, the solution is the point that holds; the lost point still shows why", async () => {
  for (const [mode, ask] of [["streak", () => {}], ["practice", (session) => { session.retry(); session.giveUp(); }]]) {
    const world = createWorld({ puzzle: DEFENCE }), { session } = world;
    await session.open(mode);
    session.pick(at("a2"));
    ask(session);
    assert.deepEqual([session.state.attempt.state, names(session.state.line)], ["given-up", "h8"], mode);
    session.pick(at("a2"));
    assert.equal(names(session.state.line.slice(0, 1)), "a2", mode);
  }
});

test("a sprint goes on by itself after each puzzle, and ends by its time", async () => {
  const world = createWorld(), { session } = world, settle = () => new Promise((resolve) => { setImmediate(resolve); });
  await session.open("sprint");
  assert.equal(session.state.attempt, null, "it waits for the start");
  await session.beginSprint();
  const first = session.state.attempt.puzzle.id;
  session.pick(at("h8"));
  await settle();
  assert.notEqual(session.state.attempt.puzzle.id, first);
  session.pick(at("a1"));
  await settle();
  assert.deepEqual([session.state.run.solved, session.state.run.failed.length, session.state.attempt.state], [1, 1, "open"]);
  world.now += 170_000;
  session.tick();
  assert.deepEqual([session.state.run.over, world.record.best.sprint, session.state.attempt.state], [true, 1, "given-up"]);
  assert.deepEqual([names(session.state.line.slice(0, 1)), session.state.step], ["h8", 0], "the end shows the solution");
  session.pick(at("h8"));
  assert.equal(session.state.run.solved, 1);
});

test("a wrong defence shows its refutation, from which the person returns to the puzzle", async () => {
  const world = createWorld();
  world.store.put([DEFENCE]);
  await world.session.openPuzzle(DEFENCE.id);
  world.session.pick(at("a2"));
  assert.deepEqual([names(world.session.state.line.slice(0, 2)), world.session.state.step, world.session.state.attempt.state], ["a2 h8", 1, "open"]);
  world.session.pick(at("h8"));
  assert.equal(world.session.state.attempt.state, "open", "the board shows a line");
  world.session.retry();
  world.session.pick(at("h8"));
  assert.equal(world.session.state.attempt.state, "solved");
  world.session.pick(at("b2"));
  assert.equal(names(world.session.state.line.slice(0, 2)), "b2 h8", "afterwards, any point shows why it loses");
});

test("damaged puzzles in the store are passed over", async () => {
  const world = createWorld(), kept = memory();
  const damaged = [{ ...numbered(1), also: [null] }, { ...numbered(2), themes: 7, rating: 1_500 }, { ...numbered(9_999), also: [null], x: 7, day: "2026-11-26 freestyle" }];
  kept.set("puzzles.fetched", JSON.stringify([null, 7, ...damaged]));
  for (const each of createStore(kept).all()) world.store.put([each]);
  assert.equal((await world.source.byId(numbered(1).id)).also.size, 0);
  assert.equal((await world.source.daily("2026-11-26", "freestyle")).id, numbered(9_999).id, "fetched again");
  assert.ok(await world.source.next({ rule: "freestyle", theme: "four-four" }, 1_500));
});

test("two tabs share one record, and without storage it lasts as long as the page", () => {
  const shared = new Map(), storage = { getItem: (key) => shared.get(key) ?? null, setItem: (key, text) => shared.set(key, text) };
  const [one, other] = [1, 2].map((seed) => createRecords(createMemory(() => storage), seed, Date.now)), add = (tab, id) => tab.set(records.noted(tab.get(), { id }, { isSuccess: true, today: "2026-11-26" }));
  add(one, numbered(1).id);
  add(other, numbered(2).id);
  add(one, numbered(3).id);
  assert.deepEqual(one.get().done, [1, 2, 3].map((n) => numbered(n).id));
  assert.deepEqual(other.get(), one.get());
  for (const tab of [createRecords(memory(), 1, Date.now), createRecords(createMemory(() => ({ ...storage, setItem() { throw new Error("full"); } })), 1, Date.now)]) {
    const before = tab.get().done.length;
    add(tab, numbered(4).id);
    assert.equal(tab.get().done.length, before + 1);
  }
});

test("an answer that arrives after another choice is ignored", async () => {
  const world = createWorld(), slow = world.session.open("practice");
  await world.session.open("daily");
  await slow;
  assert.equal(world.session.state.attempt.puzzle.id, numbered(9_999).id);
});
