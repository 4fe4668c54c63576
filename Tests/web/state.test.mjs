// The laws of state.js: every client that has applied revision r has the same state at r,
// regardless of how the deltas arrived.

import test from "node:test";
import assert from "node:assert/strict";
import { applied, resumePoint, unknownRoom, CHAT_LIMIT, NAMES_LIMIT } from "../../web-static/net/state.js";
import { randomFrom, seed } from "./helpers.mjs";

const KEYS = ["move", "x", "o", "col1", "row1", "__proto__", "constructor", "", "😀"];
const VALUES = ["1", "", 0, 7, true, false, [1, 2], { a: null }, null];

/** A server's log of `length` deltas, and the state after each. */
function makeLog(random, length) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const log = [], states = [new Map()];
  for (let rev = 1; rev <= length; rev += 1) {
    const set = Object.fromEntries(Array.from({ length: 1 + Math.floor(random() * 3) }, () => [pick(KEYS), pick(VALUES)]));
    log.push({ rev, by: "p-1", at: rev, id: `d${rev}`, set });
    const next = new Map(states[rev - 1]);
    for (const [key, value] of Object.entries(set)) value === null ? next.delete(key) : next.set(key, value);
    states.push(next);
  }
  return { log, states };
}

const wire = (value) => JSON.parse(JSON.stringify(value));
const snapshot = (states, rev, more = {}) => wire({
  type: "snapshot", room: "r", kind: "gomoku", epoch: "e1", rev, state: Object.fromEntries(states[rev]),
  private: {}, privateRev: 0, participants: [], host: "p-1", chat: [], ...more,
});
const delta = (entry, more = {}) => wire({ type: "delta", room: "r", ...entry, ...more });
const deltas = (log, from, to, more = {}) => wire({ type: "deltas", room: "r", epoch: "e1", deltas: log.slice(from, to), ...more });

test(`any mix of snapshots, deltas, backlogs and gaps shows the state of the log (SEED=${seed})`, () => {
  const random = randomFrom(seed);
  let gaps = 0, checked = 0;
  for (let round = 0; round < 300; round += 1) {
    const { log, states } = makeLog(random, 1 + Math.floor(random() * 40));
    let replica = unknownRoom("r"), before = null;
    for (let step = 0; step < 60; step += 1) {
      const head = Math.floor(random() * (log.length + 1)), from = Math.floor(random() * (head + 1));
      const message = [
        () => snapshot(states, head),
        () => deltas(log, from, head),
        () => (replica.known ? deltas(log, replica.rev, log.length, { participants: [] }) : snapshot(states, head)),
        () => (log[head] ? delta(log[head]) : delta(log[0])),
        () => (log[replica.rev] ? delta(log[replica.rev]) : delta(log[0])),
        () => (log[head] ? delta(log[head], { again: true }) : delta(log[0], { again: true })),
        () => delta({ ...log[0], rev: 99 }, { room: "another" }),
      ][Math.floor(random() * 7)]();
      before = replica;
      const copy = new Map(replica.state);
      const next = applied(replica, message);
      assert.deepEqual(replica.state, copy, "a replica is never changed");
      if (next === null) {
        gaps += 1;
        replica = applied(replica, snapshot(states, head));
      } else {
        replica = next;
      }
      assert.ok(message.type === "snapshot" || next === null || replica.rev >= before.rev, "rev goes back without a snapshot");
      assert.deepEqual(replica.state, states[replica.rev], `state at ${replica.rev}`);
      checked += 1;
    }
  }
  assert.ok(gaps > 100 && checked === 18_000, `too tame: ${gaps} gaps`);
});

test("a gap is reported, and nothing after it is applied", () => {
  const { log, states } = makeLog(randomFrom(1), 5);
  const known = applied(unknownRoom("r"), snapshot(states, 2));
  assert.equal(applied(known, delta(log[3])), null);
  assert.equal(applied(known, deltas(log, 3, 5)), null);
  assert.equal(applied(unknownRoom("r"), delta(log[0])), null);
});

test("deltas that are known already change nothing, and are not a gap", () => {
  const { log, states } = makeLog(randomFrom(4), 5);
  const known = applied(unknownRoom("r"), snapshot(states, 3));
  assert.equal(applied(known, delta(log[0])), known);
  assert.equal(applied(known, deltas(log, 0, 3)), known);
  assert.equal(applied(known, deltas(log, 0, 5)).rev, 5);
  assert.equal(applied(known, delta(log[3], { again: true })), known, "an acknowledgement is not to be applied");
});

test("a backlog of another epoch is refused", () => {
  const { log, states } = makeLog(randomFrom(2), 3);
  const known = applied(unknownRoom("r"), snapshot(states, 1));
  assert.equal(applied(known, deltas(log, 1, 3, { epoch: "e2" })), null);
  assert.equal(applied(known, snapshot(states, 0, { epoch: "e2" })).rev, 0);
});

test("an unknown room resumes from nothing, and a known one from its revision", () => {
  const { states } = makeLog(randomFrom(3), 3);
  assert.deepEqual(resumePoint(unknownRoom("r")), {});
  assert.deepEqual(resumePoint(applied(unknownRoom("r"), snapshot(states, 3))), { since: 3, epoch: "e1" });
});

test("values keep their JSON type, and no key has a special meaning", () => {
  const state = wire({ n: 1, s: "1", no: false, list: [1] });
  const message = JSON.parse('{"type":"delta","room":"r","rev":1,"set":{"__proto__":"p","toString":2}}');
  const known = applied(unknownRoom("r"), { type: "snapshot", room: "r", epoch: "e", rev: 0, state });
  const next = applied(known, message);
  assert.deepEqual([...next.state], [["n", 1], ["s", "1"], ["no", false], ["list", [1]], ["__proto__", "p"], ["toString", 2]]);
});

test("private state has its own revisions and leaves the room's unchanged", () => {
  const base = { type: "snapshot", room: "r", epoch: "e", rev: 4, state: {}, private: { hand: "7" }, privateRev: 2 };
  const known = applied(unknownRoom("r"), base);
  const own = (rev, set) => ({ type: "delta", room: "r", scope: "private", rev, by: "p-1", set });
  const next = applied(known, own(3, { hand: null, note: "x" }));
  assert.deepEqual([next.rev, next.privateRev, [...next.private]], [4, 3, [["note", "x"]]]);
  assert.equal(applied(next, own(3, { note: "y" })), next);
  assert.equal(applied(next, own(5, { note: "y" })), null);
  const resumed = applied(next, { type: "deltas", room: "r", epoch: "e", deltas: [], participants: [], private: { a: 1 }, privateRev: 9 });
  assert.deepEqual([resumed.privateRev, [...resumed.private]], [9, [["a", 1]]]);
});

test("the names of departed participants stay known, up to a limit", () => {
  let room = applied(unknownRoom("r"), { type: "snapshot", room: "r", epoch: "e", rev: 0, participants: [{ id: "a", name: "Ann" }] });
  room = applied(room, { type: "participants", room: "r", joined: [{ id: "b", name: "Bob" }], left: ["a"] });
  assert.deepEqual([[...room.participants.keys()], room.names.get("a")], [["b"], "Ann"]);
  for (let n = 0; n < NAMES_LIMIT + 50; n += 1) {
    room = applied(room, { type: "participants", room: "r", joined: [{ id: `n${n}`, name: "N" }], left: [`n${n}`] });
  }
  assert.equal(room.names.size, NAMES_LIMIT);
});

test("a resume that contains the chat replaces it", () => {
  const base = { type: "snapshot", room: "r", epoch: "e", rev: 0, chat: [{ id: "1", by: "a", text: "one" }] };
  const known = applied(unknownRoom("r"), base);
  const chat = [{ id: "1", by: "a", text: "one" }, { id: "2", by: "a", text: "two" }];
  const back = { type: "deltas", room: "r", epoch: "e", deltas: [], participants: [] };
  assert.deepEqual(applied(known, { ...back, chat }).chat, chat);
  assert.deepEqual(applied(known, back).chat, known.chat);
});

test("chat is kept in order, without duplicates, up to a limit", () => {
  let room = unknownRoom("r");
  for (let n = 0; n < CHAT_LIMIT + 20; n += 1) {
    const line = { type: "said", room: "r", id: `s${n}`, by: "a", text: String(n) };
    room = applied(applied(room, line), line);
  }
  assert.equal(room.chat.length, CHAT_LIMIT);
  assert.equal(room.chat.at(-1).text, String(CHAT_LIMIT + 19));
});

test("participants are in the order in which they first joined, however they are announced", () => {
  const person = (id, place) => ({ id, name: id, place });
  let replica = applied(unknownRoom("r"), { type: "snapshot", room: "r", rev: 0, participants: [person("b", 2), person("a", 1), person("c", 3)] });
  const order = () => [...replica.participants.keys()].join("");
  assert.equal(order(), "abc");
  replica = applied(replica, { type: "participants", room: "r", joined: [], left: ["b"] });
  replica = applied(replica, { type: "participants", room: "r", joined: [person("d", 4), person("b", 2)], left: [] });
  assert.equal(order(), "abcd", "who comes back has its old place again");
});
