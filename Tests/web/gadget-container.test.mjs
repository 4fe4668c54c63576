// The container's pure parts: the room's session, the outbox, playback, people and preferences.

import test from "node:test";
import assert from "node:assert/strict";
import { createGuards } from "../../web-static/gadget/guards.js";
import { areGuarded, createRoomOptions, toldId, withoutReserved } from "../../web-static/gadget/room-options.js";
import { createSession } from "../../web-static/gadget/session.js";
import { createCredits } from "../../web-static/gadget/credits.js";
import { DELTA_BURST, WAITING_LIMIT, createOutbox } from "../../web-static/gadget/outbox.js";
import { createPlayback, loadChanges, CHANGES_LIMIT } from "../../web-static/gadget/playback.js";
import { createNames, participantsOf, picture } from "../../web-static/gadget/people.js";
import { createPreferenceStore, preferenceValues, PLACES_LIMIT } from "../../web-static/gadget/preferences.js";
import { createMemory } from "../../web-static/page/memory.js";
import { unknownRoom } from "../../web-static/net/state.js";
import { fakeSockets, handClock, randomFrom, seed } from "./helpers.mjs";

const memory = () => createMemory(() => { throw new Error("no storage"); });

function sessionTest(kind = "open") {
  const sockets = fakeSockets(), clock = handClock(), told = [];
  const identity = { hello: () => ({}), welcomed() {} };
  const note = (name) => (value) => told.push([name, value]);
  const session = createSession({
    room: "r", kind, identity, open: sockets.open, clock,
    events: { whole: note("whole"), delta: note("delta"), people: note("people"), status() {}, rejected: note("rejected"), trouble: note("trouble"), room: note("room"), sent: note("sent") },
  });
  session.start();
  sockets.last.opens();
  sockets.last.says({ type: "welcome", participant: { id: "me", name: "" }, limits: { messageBytes: 5_000 } });
  return { session, sockets, clock, told, names: () => told.splice(0).map(([name]) => name), says: (message) => sockets.last.says({ room: "r", ...message }) };
}

const snapshot = (rev, state = {}) => ({ type: "snapshot", kind: "open", epoch: "e", rev, state, private: {}, privateRev: 0, participants: [{ id: "me", name: "M" }], host: "me", chat: [] });

test("a snapshot is reported whole, and then each delta by itself, however it arrives", () => {
  const { told, names, says, session } = sessionTest();
  says(snapshot(3, { a: 1 }));
  assert.deepEqual(names(), ["room", "people", "whole", "whole"]);
  says({ type: "delta", rev: 4, by: "x", set: { a: 2 } });
  says({ type: "delta", rev: 4, by: "x", set: { a: 2 } });
  says({ type: "deltas", epoch: "e", deltas: [{ rev: 4, set: { a: 2 } }, { rev: 5, by: "y", set: { b: 1 } }, { rev: 6, by: "y", set: { b: null } }] });
  assert.deepEqual(told.splice(0).map(([name, { rev, set, isPrivate }]) => [name, rev, set, isPrivate]),
    [["delta", 4, { a: 2 }, false], ["delta", 5, { b: 1 }, false], ["delta", 6, { b: null }, false]]);
  says({ type: "delta", rev: 1, by: "me", set: { hand: 1 }, scope: "private" });
  says({ type: "delta", rev: 4, by: "me", id: "old", set: { a: 2 }, again: true });
  assert.deepEqual(told.splice(0).map(([name, { isPrivate }]) => [name, isPrivate]), [["delta", true]], "an acknowledgement is not told again");
  assert.equal(session.replica.rev, 6);
  assert.equal(session.messageLimit, 5_000 - 1_024);
});

test("the session reports a participant who joins or leaves", () => {
  const { session, names, says } = sessionTest();
  says(snapshot(1));
  names();
  says({ type: "participants", joined: [{ id: "bob", name: "Bob" }] });
  assert.deepEqual([names(), [...session.replica.participants.keys()]], [["people"], ["me", "bob"]]);
  says({ type: "participants", left: ["bob"] });
  assert.deepEqual([names(), [...session.replica.participants.keys()]], [["people"], ["me"]]);
});

test("a gap makes the session join again, and the gap's delta is not reported", () => {
  const { names, says, sockets } = sessionTest();
  says(snapshot(3));
  names();
  sockets.last.take("join");
  says({ type: "delta", rev: 6, by: "x", set: { a: 2 } });
  assert.deepEqual(names(), []);
  assert.equal(sockets.last.take("join").length, 1);
});

test("a room of another kind is joined as the kind that it is", () => {
  const { sockets, session, told } = sessionTest("open");
  sockets.last.take("join");
  sockets.last.says({ type: "error", code: "other-kind", message: "other" });
  assert.deepEqual(sockets.last.take("join").map(({ kind }) => kind), ["gomoku"]);
  assert.equal(session.replica.kind, "gomoku");
  assert.deepEqual(told.filter(([name]) => name === "trouble"), []);
});

test("guards, private scope and rejections pass between gadget and server", () => {
  const { session, sockets, says, told } = sessionTest();
  says(snapshot(3));
  session.send({ set: { a: 1 }, base: 2 });
  session.send({ set: { a: 1 }, base: 2, guard: ["a"] });
  session.send({ set: { h: 1 }, base: 0, guard: true, isPrivate: true });
  const sent = sockets.last.take("delta");
  assert.deepEqual(sent.map(({ base, guard, scope }) => [base, guard, scope]), [[undefined, undefined, undefined], [2, ["a"], undefined], [0, true, "private"]]);
  told.splice(0);
  says({ type: "reject", id: sent[1].id, code: "conflict", keys: ["a"], message: "Faster." });
  assert.deepEqual(told, [["rejected", { code: "conflict", message: "Faster.", keys: ["a"], delta: { a: 1 }, private: false }], ["sent", { ...sent[1], scope: undefined }]]);
});

test("automatic guards refuse keys that others have changed, and a gadget's own changes wait in order", () => {
  const passed = [], refused = [];
  let rev = 5, room = true;
  const guards = createGuards({ pass: (change) => room && Boolean(passed.push(change)), refuse: (change, keys) => refused.push([change.set, keys]), rev: () => rev });
  const change = (set, base = rev) => ({ set, base, size: 10 });
  guards.note({ rev: 6, set: { a: 1, c: 1 } }, false);
  rev = 6;
  assert.ok(guards.add(change({ a: 2, b: 2 }, 5), ["a"]));
  assert.deepEqual(refused.splice(0), [[{ a: 2, b: 2 }, ["a"]]], "a was changed by somebody else, so nothing of it goes through");
  guards.add(change({ c: 2 }, 5), []);
  assert.deepEqual(passed.splice(0).map(({ guard }) => guard), [undefined], "what it has not read is no reason");
  const first = change({ a: 3 }, 6), second = change({ a: 4 }, 6), third = change({ z: 1 }, 6);
  guards.add(first, ["a"]);
  guards.add(second, ["a"]);
  guards.add(third, []);
  assert.deepEqual(passed, [first]);
  assert.equal(guards.length, 2, "the next one of its own waits, and so does what comes behind it");
  guards.note({ rev: 7, set: { a: 3 } }, true);
  rev = 7;
  guards.answered(first);
  assert.deepEqual(passed, [first, second, third]);
  assert.deepEqual([second.base, second.guard], [7, ["a"]], "judged from its own change on");
  guards.add(change({ a: 5 }, 7), ["a"]);
  guards.note({ rev: 8, set: { a: 9 } }, false);
  guards.answered(second);
  assert.deepEqual(refused.splice(0), [[{ a: 5 }, ["a"]]], "somebody else was faster while it waited");
  guards.restart(20);
  rev = 20;
  guards.add(change({ n: 1 }, 19), ["n"]);
  assert.equal(refused.length, 1, "nobody knows what has changed on the way to a whole state");
  room = false;
  assert.equal(guards.add(change({ m: 1 }), ["m"]), false);
});

test("reserved keys are set once and hidden from gadgets, and each name stands for one id", () => {
  const asked = [], replica = { ...unknownRoom("r", "open"), known: true, state: new Map([["k", 1]]) };
  const session = { replica, me: "p-1" };
  const options = createRoomOptions({ session, wanted: { guard: true, names: true }, send: (change) => asked.push(change), name: () => " Ann  B " });
  options.look();
  options.look();
  assert.deepEqual(asked.map(({ set, guard }) => [set, guard]), [[{ "gadget:guard": "1", "gadget:names": "1", "gadget:name:p-1": "Ann B", "gadget:as:Ann B": "p-1" }, true]], "once");
  session.replica = { ...replica, state: new Map([["k", 1], ["gadget:names", "1"], ["gadget:as:Ann B", "p-0"], ["gadget:name:p-0", "Ann B"]]) };
  assert.equal(options.answered({ "gadget:guard": "1" }), true);
  options.look();
  assert.deepEqual(asked[1].set, { "gadget:guard": "1", "gadget:name:p-1": "Ann B 2", "gadget:as:Ann B 2": "p-1" });
  assert.deepEqual(withoutReserved(session.replica.state), { k: 1 });
  assert.deepEqual([toldId(session.replica, "p-0"), toldId(session.replica, "p-1"), toldId(replica, "p-1")], ["Ann B", null, "p-1"]);
  assert.equal(options.answered({ k: 1 }), false);
  assert.deepEqual([areGuarded(session.replica), areGuarded({ kind: "open", state: new Map([["gadget:guard", "1"]]) }), areGuarded({ kind: "gomoku", state: new Map([["gadget:guard", "1"]]) })], [false, true, false]);
});

test("history pages are matched by id, and a lost connection rejects them", async () => {
  const { session, sockets, says } = sessionTest();
  says(snapshot(3));
  const page = session.history(1);
  const [{ id }] = sockets.last.take("history");
  says({ type: "history", id, rev: 1, deltas: [{ rev: 1, set: {} }] });
  assert.equal((await page).rev, 1);
  const lost = session.history(1);
  sockets.last.breaks();
  await assert.rejects(lost);
  await assert.rejects(session.history(1), "offline at once");
});

test("credits allow a burst and then a steady rate, and time that goes back gives none", () => {
  const credits = createCredits({ burst: 3, perSecond: 10, now: 0 });
  assert.deepEqual([0, 0, 0, 0, 50, 100, 100].map((time) => credits.spend(time)), [true, true, true, false, false, true, false]);
  assert.equal(credits.wait(100), 100);
  assert.equal(credits.spend(-5), false);
  assert.equal(credits.spend(200), true);
});

test("the outbox sends in order, at a limited rate, and holds a limited number", () => {
  const clock = handClock(), sent = [];
  let room = true, slow = 0;
  const outbox = createOutbox({ send: (delta) => room && Boolean(sent.push(delta)), onSlow: () => { slow += 1; }, now: clock.now, setTimer: clock.setTimeout, clearTimer: clock.clearTimeout });
  for (let n = 0; n < DELTA_BURST + 50; n += 1) assert.ok(outbox.add(n, 10));
  assert.equal(sent.length, DELTA_BURST);
  assert.ok(slow > 0);
  clock.advance(1_000);
  assert.equal(sent.length, DELTA_BURST + 50);
  assert.deepEqual(sent, sent.map((_, index) => index));
  room = false;
  let taken = 0;
  while (outbox.add(taken, 10)) taken += 1;
  assert.equal(taken, WAITING_LIMIT);
  room = true;
  outbox.pump();
  clock.advance(60_000);
  assert.equal(outbox.length, 0);
  assert.equal(outbox.add("x", 5_000_000), false, "too heavy");
  outbox.clear();
  assert.equal(clock.waiting, 0);
});

test("playback shows the room's state at every position of any walk through its history", (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = randomFrom(seed), pick = (list) => list[Math.floor(random() * list.length)];
  const changes = Array.from({ length: 60 }, () => ({ set: Object.fromEntries(Array.from({ length: 1 + Math.floor(random() * 3) }, () => [pick(["a", "b", "__proto__", "c"]), pick([null, 1, "x", [2]])])), by: "p" }));
  const states = [new Map()];
  for (const { set } of changes) {
    const next = new Map(states.at(-1));
    for (const [key, value] of Object.entries(set)) value === null ? next.delete(key) : next.set(key, value);
    states.push(next);
  }
  const playback = createPlayback(changes), sorted = (map) => [...map].sort();
  assert.equal(playback.step(false), null);
  for (let round = 0; round < 500; round += 1) {
    playback.step(random() < 0.55);
    assert.deepEqual(sorted(playback.state), sorted(states[playback.position]));
  }
  while (playback.step(true));
  assert.equal(playback.position, 60);
});

test("a history is loaded in pages; one with a gap is refused, and one that is too long is not loaded", async () => {
  const all = Array.from({ length: 10 }, (_, index) => ({ rev: index + 1, set: { n: index }, by: "p" }));
  const page = async (from) => ({ rev: 10, deltas: all.slice(from - 1, from + 3) });
  assert.equal((await loadChanges(page)).length, 10);
  assert.deepEqual(await loadChanges(async () => ({ rev: 0, deltas: [] })), []);
  await assert.rejects(loadChanges(async () => ({ rev: 10, deltas: [all[0], all[2]] })));
  assert.equal(await loadChanges(async () => ({ rev: CHANGES_LIMIT + 1, deltas: [all[0]] })), null);
});

test("people include present and departed participants, with pictures that need no quotes", () => {
  const replica = { ...unknownRoom("r"), participants: new Map([["a", { id: "a", name: "Ann" }], ["b", { id: "b", name: "" }]]), names: new Map([["a", "Ann"], ["c", "Cy"]]), host: "c" };
  const told = participantsOf(replica, "a", { guest: "Guest", left: [["d", "Di"], ["b", "Bo"]] });
  assert.deepEqual([told.myId, told.authorId, Object.keys(told.participants), told.participants.b.displayName], ["a", "c", ["a", "b"], "Guest"]);
  assert.deepEqual(Object.values(told.absent).map(({ displayName }) => displayName), ["Di", "Cy"]);
  for (const name of ["Ann", "<script>", "'", "\"", "😀", "", " &"]) {
    assert.match(picture("p", name), /^data:image\/svg\+xml,[\w%.~!*-]+$/);
    assert.doesNotMatch(decodeURIComponent(picture("p", name)), /<script|&(?!amp|lt)/);
  }
  const names = createNames(memory(), "r");
  for (let n = 0; n < 150; n += 1) names.add([[`p${n}`, `n${n}`]]);
  assert.equal(names.all().length, 100);
  assert.deepEqual(names.all().at(-1), ["p149", "n149"]);
});

test("stored preferences override the address, which overrides the XML; undeclared ones are not stored", () => {
  const preferences = [{ name: "a", value: "1" }, { name: "b", value: "2" }, { name: "c", value: "3" }];
  const store = createPreferenceStore(memory(), "r", "/g.xml", preferences);
  store.write({ a: "kept", nobody: "x", ["__proto__"]: "y" });
  assert.deepEqual(store.read(), { a: "kept" });
  assert.deepEqual(preferenceValues(preferences, store.read(), new URLSearchParams("up_a=no&up_b=yes")), { a: "kept", b: "yes", c: "3" });
});

test("preferences are separate for each room and gadget, and the oldest are dropped at the limit", () => {
  const browser = memory(), declared = [{ name: "a", value: "" }];
  const store = (room, address = "/g.xml") => createPreferenceStore(browser, room, address, declared);
  store("r0").write({ a: "said in r0" });
  assert.deepEqual([store("r0"), store("r1"), store("r0", "/h.xml")].map((each) => each.read()), [{ a: "said in r0" }, {}, {}]);
  for (let n = 1; n < PLACES_LIMIT; n += 1) store(`r${n}`).write({ a: `${n}` });
  store("r0").write({ a: "again" });
  store("one more").write({ a: "x" });
  assert.deepEqual(["r0", "r1", "r2", "one more"].map((room) => store(room).read().a), ["again", undefined, "2", "x"], "written longest ago");
});

test("deltas that a snapshot skips are reported one by one from the history, before later ones", async () => {
  const { told, names, says, sockets } = sessionTest();
  says(snapshot(3, { a: 1 }));
  names();
  says(snapshot(6, { a: 6 }));
  says({ type: "delta", rev: 7, by: "x", set: { a: 7 } });
  assert.deepEqual(told, []);
  for (const [from, revs] of [[4, [4, 5]], [6, [6, 7]]]) {
    await new Promise(setImmediate);
    const [{ id, from: asked }] = sockets.last.take("history");
    assert.equal(asked, from);
    says({ type: "history", id, rev: 7, deltas: revs.map((rev) => ({ rev, by: "x", set: { a: rev } })) });
  }
  await new Promise(setImmediate);
  assert.deepEqual(told.splice(0).filter(([name]) => name === "delta" || name === "whole").map(([name, value]) => [name, value.rev ?? value]),
    [["delta", 4], ["delta", 5], ["delta", 6], ["delta", 7]]);
});
