// The gestures that draw on the analysis board (web-static/study/drawing-hand.js).

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { mountDrawing } from "../../web-static/study/drawing-hand.js";

/** A board of which `focused` is the cell with the focus, and a window that both receive events. */
let window, board, focused, calls, cancel;

function listeners() {
  const all = [];
  return {
    addEventListener: (type, act) => all.push([type, act]),
    send: (type, event) => all.filter(([each]) => each === type).forEach(([, act]) => act({ preventDefault() {}, stopImmediatePropagation() { calls.push("click taken"); }, ...event })),
  };
}

beforeEach(() => {
  [window, board, focused, calls] = [listeners(), { ...listeners(), querySelector: (what) => (what === ".preview" && board.hasPreview ? {} : null) }, null, []];
  globalThis.addEventListener = window.addEventListener;
  globalThis.document = { get activeElement() { return focused; }, elementFromPoint: () => focused };
  cancel = mountDrawing(board, {
    cellIn: (cell) => cell, onDrawn: ({ from, to }) => calls.push(`${from} to ${to}`), onPreview() {}, onBegin: (cell) => calls.push(`from ${cell}`), onClear: () => calls.push("clear"),
  });
});
afterEach(() => {
  delete globalThis.addEventListener;
  delete globalThis.document;
});

const key = (name, more) => window.send("keydown", { key: name, target: {}, ...more });

test("A begins an arrow and ends it at another point; a held key does not", () => {
  focused = "7,7";
  key("a");
  for (let repeats = 0; repeats < 3; repeats += 1) key("a", { repeat: true });
  focused = "9,9";
  key("a");
  assert.deepEqual(calls, ["from 7,7", "7,7 to 9,9"]);
});

test("an arrow that was begun ends with the position", () => {
  focused = "7,7";
  key("a");
  cancel();
  focused = "9,9";
  key("a");
  assert.deepEqual(calls, ["from 7,7", "from 9,9"], "the second A begins anew");
});

test("Escape clears the drawings, but first an unfinished one or the stone that awaits a confirmation", () => {
  focused = "7,7";
  key("a");
  key("Escape");
  board.hasPreview = true;
  key("Escape");
  board.hasPreview = false;
  assert.deepEqual(calls, ["from 7,7"]);
  key("Escape");
  assert.deepEqual(calls.slice(1), ["clear"]);
});

test("a long press takes the click that follows it, and no later one", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  focused = "7,7";
  const touch = { target: "7,7", button: 0, pointerType: "touch", pointerId: 1, clientX: 0, clientY: 0 };
  const press = () => {
    board.send("pointerdown", touch);
    context.mock.timers.tick(450);
    board.send("pointerup", touch);
  };
  press();
  board.send("click", { target: "7,7" });
  press();
  context.mock.timers.tick(400);
  board.send("click", { target: "7,7" });
  assert.deepEqual(calls, ["7,7 to 7,7", "click taken", "7,7 to 7,7"]);
});
