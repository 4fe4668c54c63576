// connection.js with a fake socket and a manual clock.

import test from "node:test";
import assert from "node:assert/strict";
import {
  OPEN_TIMEOUT, OUTBOX_LIMIT, PING_EVERY, PING_TIMEOUT, RETRY_FIRST, RETRY_MOST, STEADY, createConnection,
} from "../../web-static/net/connection.js";
import { fakeSockets, handClock } from "./helpers.mjs";

const WELCOME = { type: "welcome", participant: { id: "p-me", name: "Ann" }, token: "t", time: 0 };
const snapshot = (room = "r") => ({ type: "snapshot", room, epoch: "e", rev: 0, state: {}, participants: [] });
const resumed = (room = "r", deltas = []) => ({ type: "deltas", room, epoch: "e", deltas, participants: [] });

function setUp({ rooms = ["r"], resume = () => ({}), random = () => 1 } = {}) {
  const sockets = fakeSockets(), clock = handClock(), seen = { messages: [], settled: [], status: [] };
  const connection = createConnection({
    open: sockets.open, hello: () => ({ name: "Ann", token: "t" }), clock, random,
    onMessage: (message) => seen.messages.push(message),
    onSettled: (room, entry, answer) => seen.settled.push([room, entry.message.id, answer.type]),
    onStatus: (status) => seen.status.push(status.state),
  });
  for (const room of rooms) connection.enter(room, { resume });
  connection.start();
  const up = () => {
    sockets.last.opens();
    sockets.last.says(WELCOME);
  };
  return { sockets, clock, connection, seen, up };
}

/** Keeps the connection alive for `ms` by answering every ping. */
function passTime({ clock, sockets }, ms) {
  for (let passed = 0; passed < ms; passed += 500) {
    clock.advance(500);
    for (const { at } of sockets.last.take("ping")) sockets.last.says({ type: "pong", at, time: clock.now() });
  }
}

test("the connection says hello first, and joins only after it is welcomed", () => {
  const { sockets, up, connection, seen } = setUp({ rooms: ["r", "s"] });
  sockets.last.opens();
  assert.deepEqual(sockets.last.sent, [{ type: "hello", name: "Ann", token: "t" }]);
  up();
  assert.deepEqual(sockets.last.take("join"), [{ type: "join", room: "r", kind: "gomoku" }, { type: "join", room: "s", kind: "gomoku" }]);
  assert.equal(connection.status.state, "online");
  assert.deepEqual(seen.status, ["connecting", "online"]);
});

test("nothing is sent on a closing socket, and an unanswered delta is sent again on the next one", () => {
  const { sockets, clock, connection, up } = setUp();
  up();
  sockets.last.says(snapshot());
  const [first] = sockets.made;
  first.readyState = 2;
  connection.send("r", { set: { x: "1" } });
  clock.advance(PING_EVERY);
  assert.deepEqual(first.take("delta"), []);
  first.breaks();
  clock.advance(RETRY_MOST);
  up();
  sockets.last.says(snapshot());
  assert.deepEqual(sockets.last.take("delta").map(({ set }) => set), [{ x: "1" }]);
});

test("a delta waits for its room, and is settled by its own delta, rejection or backlog entry", () => {
  const { sockets, up, connection, seen } = setUp();
  up();
  const sent = ["a", "b", "c"].map((x) => connection.send("r", { set: { x }, base: 3, guard: true }).message);
  assert.equal(sockets.last.take("delta").length, 0, "not before the room has answered");
  sockets.last.says(snapshot());
  assert.deepEqual(sockets.last.take("delta"), sent.map((message) => JSON.parse(JSON.stringify(message))));
  assert.deepEqual(sent[0], { type: "delta", room: "r", id: sent[0].id, base: 3, guard: true, scope: undefined, set: { x: "a" } });
  sockets.last.says({ type: "delta", room: "r", rev: 1, by: "p-other", id: sent[0].id, set: {} });
  assert.equal(connection.pending("r").length, 3, "another's delta of the same id answers nothing");
  sockets.last.says({ type: "delta", room: "r", rev: 1, by: "p-me", id: sent[0].id, set: {} });
  sockets.last.says({ type: "reject", room: "r", id: sent[1].id, code: "conflict" });
  sockets.last.says({ type: "deltas", room: "r", epoch: "e", deltas: [{ rev: 2, by: "p-me", id: sent[2].id, set: {} }] });
  assert.deepEqual(seen.settled, [["r", sent[0].id, "delta"], ["r", sent[1].id, "reject"], ["r", sent[2].id, "delta"]]);
  assert.deepEqual(connection.pending("r"), []);
});

test("after a lost connection rooms resume first, and then requests are resent in order under their ids", () => {
  let at = {};
  const { sockets, clock, up, connection } = setUp({ resume: () => at });
  up();
  sockets.last.says(snapshot());
  const ids = [connection.send("r", { set: { a: 1 } }), connection.send("r", { set: { a: 2 } })].map(({ message }) => message.id);
  assert.equal(new Set(ids).size, 2);
  sockets.last.breaks();
  assert.equal(connection.status.state, "offline");
  ids.push(connection.send("r", { set: { a: 3 } }).message.id);
  at = { since: 7, epoch: "e" };
  clock.advance(RETRY_FIRST);
  up();
  assert.deepEqual(sockets.last.take("join"), [{ type: "join", room: "r", kind: "gomoku", since: 7, epoch: "e" }]);
  assert.equal(sockets.last.take("delta").length, 0);
  sockets.last.says(resumed());
  assert.deepEqual(sockets.last.take("delta").map(({ id }) => id), ids);
  sockets.last.says({ type: "delta", room: "r", rev: 5, by: "p-me", id: ids[0], set: {}, again: true });
  assert.equal(connection.pending("r").length, 2);
});

test("a snapshot instead of a backlog makes the connection resend unanswered requests", () => {
  const { sockets, up, connection } = setUp();
  up();
  sockets.last.says(snapshot());
  const { id } = connection.send("r", { set: { a: 1 } }).message;
  sockets.last.take("delta");
  sockets.last.says(snapshot());
  assert.deepEqual(sockets.last.take("delta").map((message) => message.id), [id]);
});

test("chat messages are resent like deltas", () => {
  const { sockets, clock, up, connection, seen } = setUp();
  up();
  sockets.last.says(snapshot());
  const { id } = connection.say("r", "hello").message;
  sockets.last.breaks();
  clock.advance(RETRY_FIRST);
  up();
  sockets.last.says(resumed());
  assert.deepEqual(sockets.last.take("say"), [{ type: "say", room: "r", id, text: "hello" }]);
  sockets.last.says({ type: "said", room: "r", by: "p-me", id, text: "hello" });
  assert.deepEqual(seen.settled, [["r", id, "said"]]);
});

test("chat messages contained in a snapshot or a resumed chat are settled", () => {
  const { sockets, up, connection, seen } = setUp();
  up();
  sockets.last.says(snapshot());
  const ids = ["one", "two"].map((text) => connection.say("r", text).message.id);
  const line = (id) => ({ by: "p-me", name: "Ann", id, text: "…", at: 1 });
  sockets.last.says({ ...snapshot(), chat: [line("s-other"), line(ids[0])] });
  sockets.last.says({ ...resumed(), chat: [line(ids[1])] });
  assert.deepEqual(seen.settled, ids.map((id) => ["r", id, "said"]));
});

test("a new name is sent on the same connection, and no room is joined again", () => {
  const { sockets, up, connection } = setUp();
  up();
  sockets.last.says(snapshot());
  sockets.last.sent = [];
  connection.rename();
  sockets.last.says(WELCOME);
  assert.deepEqual(sockets.last.sent, [{ type: "hello", name: "Ann", token: "t" }]);
  assert.equal(sockets.made.length, 1);
});

test("a silent connection is dropped, and one that answers pings is kept", () => {
  const kit = setUp();
  kit.up();
  passTime(kit, 60_000);
  assert.equal(kit.sockets.made.length, 1);
  let silence = 0;
  for (; kit.connection.status.state === "online"; silence += 100) kit.clock.advance(100);
  assert.ok(silence <= PING_EVERY + PING_TIMEOUT, `noticed after ${silence} ms`);
  assert.equal(kit.connection.status.why, "silent");
  assert.ok(kit.sockets.made[0].closed);
});

test("any message counts as a sign of life", () => {
  const { sockets, clock, up, connection } = setUp();
  up();
  for (let second = 0; second < 60; second += 1) {
    clock.advance(1_000);
    sockets.last.says({ type: "said", room: "r", by: "x", text: "…" });
  }
  assert.equal(connection.status.state, "online");
});

test("a connection that is never welcomed is dropped after the time limit", () => {
  const { sockets, clock, connection } = setUp();
  sockets.last.opens();
  clock.advance(OPEN_TIMEOUT);
  assert.equal(connection.status.state, "offline");
});

test("reconnect pauses grow to their limit, and start again after a steady connection", () => {
  const kit = setUp();
  const pause = () => kit.connection.status.retryAt - kit.clock.now();
  const pauses = [];
  for (let n = 0; n < 8; n += 1) {
    kit.sockets.last.breaks();
    pauses.push(pause());
    kit.clock.advance(pause());
  }
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, RETRY_MOST, RETRY_MOST, RETRY_MOST]);
  kit.up();
  kit.sockets.last.breaks();
  assert.equal(pause(), RETRY_MOST, "welcomed and dropped at once is no success");
  kit.clock.advance(pause());
  kit.up();
  passTime(kit, STEADY);
  kit.sockets.last.breaks();
  assert.equal(pause(), RETRY_FIRST);
});

test("half of a reconnect pause is random", () => {
  const { sockets, clock, connection } = setUp({ random: () => 0 });
  sockets.last.breaks();
  assert.equal(connection.status.retryAt - clock.now(), RETRY_FIRST / 2);
});

test("a poke reconnects at once when offline, and tests the connection when online", () => {
  const { sockets, clock, up, connection } = setUp();
  sockets.last.breaks();
  connection.poke();
  assert.equal(sockets.made.length, 2);
  clock.advance(RETRY_FIRST);
  assert.equal(sockets.made.length, 2, "the planned try is off");
  up();
  sockets.last.take("ping");
  connection.poke();
  assert.equal(sockets.last.take("ping").length, 1);
  clock.advance(PING_TIMEOUT);
  assert.equal(connection.status.state, "offline");
});

test("a stopping server is reported as such, and the connection is restored", () => {
  const { sockets, clock, connection, up } = setUp();
  up();
  sockets.last.breaks(1001);
  assert.equal(connection.status.why, "stopping");
  clock.advance(RETRY_FIRST);
  up();
  assert.equal(connection.status.state, "online");
});

test("repeated rejoins send one full join until the room has answered", () => {
  const { sockets, up, connection } = setUp({ resume: () => ({ since: 3, epoch: "e" }) });
  up();
  sockets.last.says(resumed());
  sockets.last.take("join");
  connection.rejoin("r");
  connection.rejoin("r");
  assert.deepEqual(sockets.last.take("join"), [{ type: "join", room: "r", kind: "gomoku" }]);
  sockets.last.says(snapshot());
  connection.rejoin("r");
  assert.equal(sockets.last.take("join").length, 1);
});

test("the clock offset is the median of the quicker pings, and the first pings follow each other quickly", () => {
  const { sockets, clock, up, connection } = setUp();
  up();
  const answer = (trip, offset) => {
    connection.poke();
    const { at } = sockets.last.take("ping").at(-1);
    clock.advance(trip / 2);
    const time = clock.now() + offset;
    clock.advance(trip / 2);
    sockets.last.says({ type: "pong", at, time });
  };
  answer(20, 5_000);
  assert.equal(connection.serverTime(), clock.now() + 5_000);
  answer(900, 9_000);
  assert.equal(connection.serverTime(), clock.now() + 5_000, "a slow one does not spoil it");
  answer(22, 5_004);
  answer(21, 5_002);
  sockets.last.take("ping");
  clock.advance(200);
  assert.equal(sockets.last.take("ping").length, 1, "the next one does not wait for PING_EVERY");
  answer(23, 5_001);
  assert.equal(connection.serverTime(), clock.now() + 5_002, "the middle one of the quick");
});

test("the outbox has a limit", () => {
  const { connection } = setUp();
  for (let n = 0; n < OUTBOX_LIMIT; n += 1) assert.ok(connection.send("r", { set: { n } }));
  assert.equal(connection.send("r", { set: {} }), null);
  assert.equal(connection.send("elsewhere", { set: {} }), null);
});

test("restart opens another connection, and close leaves no timer", () => {
  const { sockets, clock, up, connection } = setUp();
  up();
  connection.restart();
  assert.ok(sockets.made[0].closed);
  assert.equal(sockets.made.length, 2);
  up();
  connection.close();
  assert.equal(clock.waiting, 0);
  assert.ok(sockets.last.closed);
});

test("JSON that is not a message is ignored, and text that is not JSON ends the connection as garbled", () => {
  const { sockets, up, seen, connection } = setUp();
  up();
  for (const text of ["null", "3", '"x"', "[]", "{}"]) sockets.last.says(text);
  assert.equal(connection.status.state, "online");
  sockets.last.says("{broken");
  assert.equal(connection.status.why, "garbled");
  assert.ok(seen.messages.length >= 1);
});

test("the server owes an answer from the first connection attempt until every room has answered its join", () => {
  const { sockets, up, connection } = setUp({ rooms: ["r", "s"] });
  assert.equal(connection.waiting, true);
  up();
  sockets.last.says(snapshot("r"));
  assert.equal(connection.waiting, true, "s has not answered");
  sockets.last.says(resumed("s"));
  assert.equal(connection.waiting, false);
  connection.enter("t");
  assert.equal(connection.waiting, true);
  connection.leave("t");
  assert.equal(connection.waiting, false, "what was left is not waited for");
});

test("the server owes an answer to a delta, a request and a new name, but not to a ping", () => {
  const { sockets, up, connection } = setUp();
  up();
  sockets.last.says(snapshot());
  const { message } = connection.send("r", { set: { a: "1" } });
  assert.equal(connection.waiting, true);
  sockets.last.says({ type: "delta", room: "r", rev: 1, by: "p-me", id: message.id, set: { a: "1" } });
  assert.equal(connection.waiting, false);
  connection.request({ type: "seek", id: "q1" });
  assert.equal(connection.waiting, true);
  sockets.last.says({ type: "error", id: "q1", code: "rate-limited" });
  assert.equal(connection.waiting, false);
  connection.rename();
  assert.equal(connection.waiting, true);
  sockets.last.says(WELCOME);
  assert.equal(connection.waiting, false);
  connection.poke();
  connection.request({ type: "unseek" });
  assert.equal(connection.waiting, false);
});

test("a refused join is an answer, and an offline connection awaits none until its next attempt", () => {
  const { sockets, clock, up, connection } = setUp();
  up();
  sockets.last.says({ type: "error", code: "other-kind", message: "It is no game." });
  assert.equal(connection.waiting, false);
  connection.send("r", { set: {} });
  connection.request({ type: "history", id: "h1" });
  assert.equal(connection.waiting, true);
  sockets.last.breaks();
  assert.equal(connection.waiting, false);
  clock.advance(RETRY_FIRST);
  assert.equal(connection.waiting, true, "the next try is under way");
  up();
  sockets.last.says(snapshot());
  assert.equal(connection.waiting, true, "the delta is not answered; the request is forgotten");
  connection.close();
  assert.equal(connection.waiting, false);
});
