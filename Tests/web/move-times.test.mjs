// The time of each move, from the room's messages, and its words.

import test from "node:test";
import assert from "node:assert/strict";
import { createMoveTimes } from "../../web-static/game/move-times.js";
import { moveTime } from "../../web-static/table/move-list.js";

const move = (number, at, more = {}) => ({ type: "delta", at, set: { move: String(number), [`col${number}`]: "7", [`row${number}`]: String(number), ...more } });

test("a move takes the time since the previous one, and the first since the last seat was taken", () => {
  const times = createMoveTimes();
  times.receive({ type: "snapshot", state: {} });
  times.receive({ type: "delta", at: 500, set: { game: "1", x: "ann", move: "0" } });
  times.receive({ type: "delta", at: 900, set: { o: "bob" } });
  times.receive({ type: "deltas", deltas: [move(1, 1_000), move(2, 3_000), move(3, 6_000)] });
  times.receive({ type: "delta", at: 7_000, set: { offer: "takeback x" } });
  assert.deepEqual(times.times, [100, 2_000, 3_000]);
});

test("moves from before the snapshot have no time until the server tells it", () => {
  const times = createMoveTimes();
  times.receive({ type: "snapshot", state: { game: "1", move: "3" } });
  times.receive(move(4, 51_000));
  times.receive(move(5, 52_500));
  assert.deepEqual(times.times, [null, null, null, null, 1_500]);
  times.add([1_000, 2_000, null, 4_000, 5_000]);
  assert.deepEqual(times.times, [1_000, 2_000, null, 4_000, 1_500]);
  times.add([undefined, "x", 3_000]);
  assert.deepEqual(times.times, [1_000, 2_000, 3_000, 4_000, 1_500]);
});

test("missing times are asked for at most once per snapshot", () => {
  const times = createMoveTimes(), snapshot = { type: "snapshot", state: { game: "1", move: "2" } };
  assert.equal(times.takeGap(), false, "no move");
  times.receive(snapshot);
  assert.deepEqual([times.takeGap(), times.takeGap()], [true, false]);
  times.receive(move(3, 51_000));
  assert.equal(times.takeGap(), false, "the first move since has none, and nobody knows it");
  times.receive(snapshot);
  times.add([1_000, 2_000]);
  assert.equal(times.takeGap(), false, "all are known");
  times.receive(snapshot);
  assert.deepEqual([times.takeGap(), times.takeGap()], [true, false]);
});

test("moves taken back and a new game remove times; repeated and private deltas change nothing", () => {
  const times = createMoveTimes();
  times.receive({ type: "snapshot", state: {} });
  times.receive({ type: "delta", at: 900, set: { game: "1", x: "ann", o: "ann", move: "0" } });
  times.receive({ type: "deltas", deltas: [move(1, 1_000), move(2, 3_000), move(3, 6_000)] });
  times.receive({ type: "delta", at: 8_000, set: { move: "1", col2: null, row2: null, col3: null, row3: null } });
  assert.deepEqual(times.times, [100]);
  times.receive(move(2, 8_500));
  assert.deepEqual(times.times, [100, 7_500], "the time since the move before, as the server counts it");
  times.receive({ ...move(3, 9_000), again: true });
  times.receive({ ...move(3, 9_000), scope: "private" });
  assert.deepEqual(times.times, [100, 7_500]);
  times.receive({ type: "delta", at: 9_900, set: { game: "2", move: "0" } });
  assert.deepEqual(times.times, []);
});

test("times have tenths below ten seconds and minutes from one minute on", () => {
  assert.deepEqual([0, 3_240, 9_960, 10_000, 47_600, 59_700, 125_000].map((time) => moveTime(time, "en").replace("\u00a0", " ")), ["0 s", "3.2 s", "10 s", "10 s", "48 s", "1:00", "2:05"]);
  assert.equal(moveTime(3_240, "de").replace("\u00a0", " "), "3,2 s");
});
