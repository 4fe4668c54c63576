// The account's record of puzzles with a fake server: results before their confirmation, the
// takeover of a device's record, and changes that wait for a connection.

import test from "node:test";
import assert from "node:assert/strict";
import { createIdentity, createMemory } from "../../web-static/page/memory.js";
import { followAccount, UNSENT_LIMIT } from "../../web-static/puzzles/account.js";
import { changedNotes, recordIn, withChange, withoutKnown } from "../../web-static/puzzles/account-keys.js";
import { createRecord, noted, recordText, solvedDaily, withBest } from "../../web-static/puzzles/record.js";
import { createRecords } from "../../web-static/puzzles/records.js";
import { fakeSockets, handClock } from "./helpers.mjs";

const NOW = Date.parse("2026-11-26T10:00:00Z"), TODAY = "2026-11-26";
const id = (n) => String(n).padStart(11, "0"), puzzle = (n) => ({ id: id(n), rating: 1_500 });
const solved = { isSuccess: true, weight: 1, today: TODAY, tries: ["7,7", "8,8"], choice: null };
const failed = { ...solved, isSuccess: false, tries: ["0,0"] };
const RATING = { rating: 1_600, deviation: 80, volatility: .06, games: 9 };

/** Returns storage for `createMemory` that lasts as long as the test. */
function storage() {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
}

/** Opens the page of a user with that token. `at` is the same browser later. */
function opened(at = { place: storage() }, token = "token of ann") {
  const browser = createMemory(() => at.place), clock = handClock(NOW), sockets = fakeSockets();
  browser.set("token", token);
  const records = createRecords(browser, 7, clock.now), world = { ...at, browser, records, clock, sockets, drawn: 0 };
  world.account = followAccount({
    records, memory: browser, identity: createIdentity(browser, createMemory(storage)), open: sockets.open, now: clock.now, clock, changed() { world.drawn += 1; },
  });
  return world;
}

/** Answers the hello and the join of the newest connection. */
function answered(world, state = {}, rev = Object.keys(state).length ? 1 : 0, claimed = true, me = "me") {
  const server = world.sockets.last;
  server.opens();
  server.says({ type: "welcome", participant: { id: me, name: "Ann", claimed }, token: world.browser.get("token") });
  if (claimed) server.says({ type: "snapshot", room: "~puzzles", kind: "puzzles", epoch: "e", rev, state, participants: [], host: "me", chat: [] });
  return server;
}

test("a result appears at once, and the server's takes its place", () => {
  const world = opened(), server = answered(world, { rating: RATING, [`attempt.${id(1)}`]: "solved 2026-11-01" }), { records } = world;
  assert.deepEqual(server.take("join").map(({ room, kind }) => [room, kind]), [["~puzzles", "puzzles"]]);
  assert.deepEqual([records.get().rating, records.get().done], [RATING, [id(1)]]);
  records.note(puzzle(2), failed);
  const [delta] = server.take("delta");
  assert.deepEqual(delta.set, { [`attempt.${id(2)}`]: { tries: "0,0", weight: 1 }, [`review.${id(2)}`]: "0 2026-11-27" });
  assert.ok(records.get().rating.rating < 1_600 && records.get().done.includes(id(2)));
  const rating = { ...RATING, rating: 1_580, games: 10 };
  server.says({ type: "delta", room: "~puzzles", rev: 2, by: "me", at: NOW, id: delta.id, set: { [`attempt.${id(2)}`]: "failed 2026-11-26", rating, [`review.${id(2)}`]: "0 2026-11-27" } });
  assert.deepEqual([records.get().rating, records.get().reviews], [rating, [{ id: id(2), step: 0, due: "2026-11-27" }]]);
  assert.equal(world.account.waiting, false);
});

test("a rejected attempt leaves the record, and one too many is sent again", () => {
  const world = opened(), server = answered(world, { rating: RATING }), { records } = world;
  records.note(puzzle(2), solved);
  const [first] = server.take("delta");
  server.says({ type: "reject", room: "~puzzles", id: first.id, code: "rate-limited", retryAfter: 1_000, keys: [], rev: 1, message: "wait" });
  assert.deepEqual(server.take("delta"), []);
  world.clock.advance(1_000);
  const [second] = server.take("delta");
  assert.deepEqual(second.set, first.set);
  server.says({ type: "reject", room: "~puzzles", id: second.id, code: "bad-value", keys: [], rev: 1, message: "no" });
  assert.deepEqual([records.get().rating, records.get().done], [RATING, []]);
});

test("results wait in the browser for a connection, with the record, for their owner alone", () => {
  const first = opened();
  answered(first, { rating: RATING });
  first.sockets.last.breaks();
  first.records.note(puzzle(3), { ...solved, tries: [], choice: "x" });
  first.records.set(withBest(first.records.get(), "sprint", 12));
  const shown = first.records.get();
  assert.equal(opened(first, "token of bob").records.get().rating.games, 0);
  const later = opened(first);
  assert.deepEqual(later.records.get(), shown, "before the server answers");
  const server = answered(later, { rating: RATING });
  assert.deepEqual(server.take("delta").map(({ set }) => set), [{ [`attempt.${id(3)}`]: { choice: "x", weight: 1 } }, { best: { streak: 0, sprint: 12 } }]);
});

test("the changes that wait are limited", () => {
  const world = opened();
  answered(world, { rating: RATING });
  world.sockets.last.breaks();
  for (let n = 0; n < UNSENT_LIMIT + 5; n += 1) world.records.note(puzzle(n), solved);
  const { unsent } = JSON.parse(world.browser.get("puzzles.account"));
  assert.deepEqual([unsent.length, Object.keys(unsent[0].set)[0]], [UNSENT_LIMIT, `attempt.${id(5)}`]);
});

test("a new account takes over the browser's record, once", () => {
  const place = storage(), done = Array.from({ length: 900 }, (_, n) => id(n));
  let device = { ...createRecord(7), rating: RATING, done, from: { "freestyle 1500": 20 }, rule: "renju" };
  device = solvedDaily(noted(device, puzzle(1), failed), TODAY);
  createMemory(() => place).set("puzzles", recordText(device));
  const world = opened({ place }), server = answered(world), sets = server.take("delta").map(({ set }) => set);
  const noteOf = (set) => Object.keys(set).filter((key) => !key.startsWith("attempt."));
  assert.deepEqual(sets.map((set) => [Object.keys(set).length, noteOf(set)]), [[3, ["rating", "days", "best"]], [400, []], [400, []], [101, [`review.${id(1)}`]]]);
  assert.ok(sets.every((set) => Object.entries(set).every(([key, value]) => !key.startsWith("attempt.") || value === "seen")));
  assert.deepEqual([world.records.get().rating, world.records.get().done.length, world.records.get().rule], [device.rating, 900, "renju"]);
  const left = world.records.device.get();
  assert.deepEqual([left.rating.games, left.done, left.rule, left.from], [0, [], "renju", device.from]);
  const again = opened({ place }), known = answered(again, { rating: RATING, [`attempt.${id(5)}`]: "seen" });
  const resent = known.take("delta").flatMap(({ set }) => Object.keys(set));
  assert.ok(resent.includes(`attempt.${id(4)}`) && !resent.includes(`attempt.${id(5)}`), "without what the server knows");
});

test("a record on the server stays as it is, and the browser keeps its own", () => {
  const place = storage(), device = { ...createRecord(7), rating: RATING };
  createMemory(() => place).set("puzzles", recordText(device));
  const world = opened({ place }), server = answered(world, { best: { streak: 1, sprint: 1 } });
  assert.deepEqual([server.take("delta"), world.records.get().rating.games, world.records.device.get().rating], [[], 0, RATING]);
});

test("a guest keeps the browser's record, without a connection", () => {
  const world = opened(), server = answered(world, {}, 0, false);
  assert.ok(server.closed && !server.take("join").length && !world.account.waiting);
  world.records.note(puzzle(2), solved);
  assert.deepEqual(world.records.device.get().done, [id(2)]);
});

test("damaged keys of the server are left out", () => {
  const state = new Map(Object.entries({ rating: "high", [`attempt.${id(1)}`]: "seen", "attempt.x": "seen", [`review.${id(1)}`]: "soon", [`review.${id(2)}`]: "1 2026-11-27", days: 7, other: 1 }));
  const record = recordIn(state, createRecord(7), TODAY);
  assert.deepEqual([record.rating.games, record.done, record.reviews, record.days.count], [0, [id(1)], [{ id: id(2), step: 1, due: "2026-11-27" }], 0]);
  assert.deepEqual(changedNotes(record, { ...record, reviews: [] }), { [`review.${id(2)}`]: null });
});

test("notes of two devices become one: the later days, the better results, the later review", () => {
  const days = (last, count, best, ...helped) => ({ last, count, best, helped }), value = (change, state) => withoutKnown(change, new Map(Object.entries(state)), TODAY)?.set;
  const merged = (ours, theirs) => value({ set: { days: ours } }, { days: theirs })?.days;
  assert.deepEqual(merged(days("2026-11-20", 9, 9, id(1)), days("2026-11-25", 2, 5, id(2))), days("2026-11-25", 2, 9, id(2), id(1)));
  assert.deepEqual(merged(days("2026-11-26", 1, 1), days("2026-11-25", 4, 4)), days("2026-11-26", 5, 5));
  assert.equal(merged(days("2026-11-20", 1, 1), days("2026-11-25", 2, 5)), undefined);
  assert.deepEqual(merged(days("2026-11-26", 1, 1), days("2030-01-01", 4, 4)), days("2026-11-26", 1, 4));
  assert.deepEqual(value({ set: { best: { streak: 3, sprint: 9 } } }, { best: { streak: 7, sprint: 2 } }), { best: { streak: 7, sprint: 9 } });
  const key = `review.${id(1)}`, review = (ours, theirs, result) => value({ set: { [key]: ours }, result }, { [key]: theirs })?.[key];
  assert.equal(review("1 2026-11-13", "0 2026-11-26"), undefined, "an old success after a later mistake");
  assert.equal(review("0 2026-11-27", "2 2026-12-02"), "0 2026-11-27", "a mistake before the day of the review");
  assert.deepEqual([review(null, "0 2026-11-27", { today: "2026-11-20" }), review(null, "3 2026-11-20", solved)], [undefined, null]);
  const record = { ...withBest(solvedDaily(createRecord(7), TODAY), "streak", 7), reviews: [{ id: id(1), step: 0, due: "2026-11-26" }] };
  const old = { puzzle: puzzle(1), result: { ...solved, today: "2026-11-10" }, set: { best: { streak: 1, sprint: 5 }, days: days("2026-11-10", 1, 1), [key]: "1 2026-11-13" } };
  const { best, days: after, reviews } = withChange(record, old);
  assert.deepEqual([best, after.last, reviews], [{ streak: 7, sprint: 5 }, TODAY, record.reviews]);
});

test("notes without a connection meet those that the server has got since", () => {
  const world = opened(), server = answered(world, { best: { streak: 1, sprint: 1 } });
  server.breaks();
  world.records.set(withBest(world.records.get(), "sprint", 5));
  world.clock.advance(1_000);
  const next = answered(world, { best: { streak: 9, sprint: 2 } }, 2);
  assert.deepEqual(next.take("delta").map(({ set }) => set), [{ best: { streak: 9, sprint: 5 } }]);
  assert.deepEqual(world.records.get().best, { streak: 9, sprint: 5 });
});

test("a server that cannot write gets the changes later, in order", () => {
  const world = opened(), server = answered(world, { rating: RATING }), { records } = world;
  records.note(puzzle(2), solved);
  const [{ id: sent, set }] = server.take("delta");
  server.says({ type: "reject", room: "~puzzles", id: sent, code: "read-only", keys: [], rev: 1, message: "wait" });
  records.note(puzzle(3), solved);
  assert.deepEqual(server.take("delta"), []);
  assert.deepEqual(records.get().done, [id(2), id(3)]);
  for (let seconds = 0; seconds < 30; seconds += 3) {
    world.clock.advance(3_000);
    server.says({ type: "pong", at: 0, time: 0 });
  }
  assert.deepEqual(server.take("delta").map((delta) => Object.keys(delta.set)), [Object.keys(set), [`attempt.${id(3)}`]]);
});

test("results in the browser outlast guests and other sessions of the account", () => {
  const first = opened();
  answered(first, { rating: RATING });
  first.sockets.last.breaks();
  first.records.note(puzzle(3), solved);
  const guest = opened(first, "token of a guest");
  answered(guest, {}, 0, false, "guest");
  assert.equal(guest.records.get().rating.games, 0);
  const expired = opened(first);
  answered(expired, {}, 0, false, "another guest");
  assert.equal(expired.records.get().rating.games, 0);
  const later = opened(first, "another session");
  assert.deepEqual(answered(later, { rating: RATING }).take("delta").map(({ set }) => Object.keys(set)), [[`attempt.${id(3)}`]]);
  assert.equal(later.account.isOutdated, false);
  later.browser.set("token", "token of bob");
  assert.equal(later.account.isOutdated, true);
});

test("a page does not write one user's results into the copy of another", () => {
  const world = opened();
  answered(world, { rating: RATING });
  world.browser.set("token", "token of bob");
  world.records.note(puzzle(2), solved);
  assert.equal(opened(world, "token of bob").records.get().rating.games, 0);
  assert.equal(JSON.parse(world.browser.get("puzzles.account")).owner, "me");
});

test("results before the server's first answer reach the account, and a guest's stay", () => {
  const world = opened();
  world.records.note(puzzle(2), failed);
  world.records.set(withBest(world.records.get(), "sprint", 4));
  const sets = answered(world, { rating: RATING }).take("delta").map(({ set }) => set);
  assert.deepEqual(sets, [{ [`attempt.${id(2)}`]: { tries: "0,0", weight: 1 }, [`review.${id(2)}`]: "0 2026-11-27" }, { best: { streak: 0, sprint: 4 } }]);
  assert.deepEqual([world.records.get().done, world.records.get().best.sprint], [[id(2)], 4]);
  const guest = opened();
  guest.records.note(puzzle(2), solved);
  answered(guest, {}, 0, false);
  assert.deepEqual(guest.records.get().done, [id(2)]);
});

test("with full storage, results still reach the server, and the browser's record stays", () => {
  const place = storage(), device = { ...createRecord(7), rating: RATING };
  createMemory(() => place).set("puzzles", recordText(device));
  const full = { ...place, setItem(key, value) {
    if (key === "gomoku.puzzles.account") throw new Error("full");
    place.setItem(key, value);
  } };
  const world = opened({ place: full }), server = answered(world);
  world.records.note(puzzle(2), solved);
  const deltas = server.take("delta");
  assert.deepEqual(deltas.map(({ set }) => Object.keys(set)), [["rating", "days", "best"], [`attempt.${id(2)}`]]);
  assert.deepEqual(world.records.device.get().rating, RATING);
  deltas.forEach((delta, index) => server.says({ type: "delta", room: "~puzzles", rev: index + 1, by: "me", at: NOW, id: delta.id, set: index ? { [`attempt.${id(2)}`]: "solved 2026-11-26" } : delta.set }));
  assert.deepEqual([world.records.get().done, server.take("delta")], [[id(2)], []]);
});
