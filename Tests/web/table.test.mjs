// table.js with a fake socket: the chat messages shown, their marks, and the deltas sent for each
// action.

import test from "node:test";
import assert from "node:assert/strict";
import { createTable } from "../../web-static/table/table.js";
import { fakeSockets } from "./helpers.mjs";

function seated(t, muted = new Set()) {
  const sockets = fakeSockets(), notices = [];
  const table = createTable({
    room: "r", identity: { hello: () => ({}), welcomed() {}, name: "Ann" }, open: sockets.open, muted,
    on: { change() {}, notice: (text) => notices.push(text), status() {}, message() {}, unsaid() {}, welcome() {} },
  });
  t.after(() => table.connection.close());
  table.connection.start();
  sockets.last.opens();
  sockets.last.says({ type: "welcome", participant: { id: "p-a", name: "Ann" }, token: "t", time: 0 });
  sockets.last.says({
    type: "snapshot", room: "r", epoch: "e", rev: 4, state: { game: "1", rule: "freestyle", x: "p-a", o: "p-b", move: "0", clock: "300+5", rated: "yes" },
    participants: [{ id: "p-a", name: "Ann" }, { id: "p-c", name: "Cid" }], seated: [{ id: "p-b", name: "Bob" }],
    chat: [{ by: "p-b", id: "1", name: "Bob", text: "hello", at: 1 }, { by: "p-c", id: "1", name: "Cid", text: "psst", at: 2, to: "spectators" }],
  });
  sockets.last.says({ type: "said", room: "r", by: "p-c", id: "2", name: "Cid", text: "hi all", at: 3 });
  return { sockets, table, notices };
}

test("chat messages of spectators, and those sent only to spectators, are marked", (t) => {
  const { table } = seated(t);
  assert.deepEqual(table.chatLines().map(({ text, mark }) => [text, mark]), [["hello", ""], ["psst", "to spectators"], ["hi all", "spectator"]]);
});

test("chat messages of a muted participant are hidden, however they arrive", (t) => {
  const { table } = seated(t, new Set(["p-c"]));
  assert.deepEqual(table.chatLines().map(({ text }) => text), ["hello"]);
});

test("a seated but absent player has the name that the snapshot gives", (t) => {
  const { table } = seated(t);
  assert.equal(table.nameOf("p-b"), "Bob");
  assert.equal(table.isHere("p-b"), false);
});

test("an action is one guarded delta, and is pending until it is answered", (t) => {
  const { table, sockets, notices } = seated(t);
  sockets.last.take("delta");
  table.act({ offer: "draw x" });
  const [{ id, ...sent }] = sockets.last.take("delta");
  assert.deepEqual(sent, { type: "delta", room: "r", base: 4, guard: ["game", "offer"], set: { offer: "draw x" } });
  assert.ok(table.busy.has("act"));
  sockets.last.says({ type: "reject", room: "r", id, code: "rate-limited", keys: [], rev: 4, message: "no" });
  assert.ok(!table.busy.has("act"));
  assert.match(notices.at(-1), /^That did not work/);
});

test("an error that keeps a table from opening is shown only in its headline", (t) => {
  const sockets = fakeSockets(), notices = [];
  const table = createTable({
    room: "r", identity: { hello: () => ({}), welcomed() {}, name: "Ann" }, open: sockets.open, muted: new Set(),
    on: { change() {}, notice: (text) => notices.push(text), status() {}, message() {}, unsaid() {}, welcome() {} },
  });
  t.after(() => table.connection.close());
  table.connection.start();
  sockets.last.opens();
  sockets.last.says({ type: "welcome", participant: { id: "p-a", name: "Ann" }, token: "t", time: 0 });
  sockets.last.says({ type: "error", code: "room-closed", message: "This room is closed." });
  assert.deepEqual([table.trouble, notices], ["This room is closed.", []]);
  const open = seated(t);
  open.sockets.last.says({ type: "error", code: "rate-limited", message: "Too much." });
  assert.deepEqual(open.notices, ["Too much."]);
});
