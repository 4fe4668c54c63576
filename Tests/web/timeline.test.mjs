// A room's history: every state in order, regardless of how the deltas arrived.

import test from "node:test";
import assert from "node:assert/strict";
import { createTimeline, loadHistory, TIMELINE_LIMIT } from "../../web-static/replay/timeline.js";
import { roomPositions } from "../../web-static/replay/positions.js";
import { applied, unknownRoom } from "../../web-static/net/state.js";
import { useTexts } from "../../web-static/texts/texts.js";
import { TEXTS as LATER } from "../../web-static/texts/en/later.js";
import { randomFrom, seed } from "./helpers.mjs";

useTexts(LATER);

/** Returns deltas 1…count over a few keys. Some delete keys, and some start a game. */
function randomDeltas(random, count) {
  let game = 0;
  return Array.from({ length: count }, (_, index) => {
    const set = {};
    if (random() < 0.03) Object.assign(set, { game: String(game += 1), move: "0" });
    for (let n = 0; n < 1 + random() * 3; n += 1) set[`k${Math.floor(random() * 6)}`] = random() < 0.3 ? null : Math.floor(random() * 9);
    return { rev: index + 1, by: "p-a", set };
  });
}

test(`a timeline gives every state that a client had (SEED=${seed})`, () => {
  const random = randomFrom(seed), deltas = randomDeltas(random, 700), timeline = createTimeline(), states = [new Map()];
  let replica = applied(unknownRoom("r"), { type: "snapshot", room: "r", epoch: "e", rev: 0, state: {} });
  for (const delta of deltas) {
    assert.ok(timeline.append(delta));
    replica = applied(replica, { type: "delta", room: "r", ...delta });
    states.push(replica.state);
  }
  for (let n = 0; n < 500; n += 1) {
    const rev = Math.floor(random() * 701);
    assert.deepEqual([...timeline.stateAt(rev)].sort(), [...states[rev]].sort(), `revision ${rev}`);
  }
  timeline.stateAt(70).set("k1", "changed by the caller");
  assert.deepEqual([...timeline.stateAt(70)].sort(), [...states[70]].sort());
  const { games } = timeline;
  assert.deepEqual(games.map(({ from }) => from), deltas.filter(({ set }) => set.game).map(({ rev }) => rev));
  games.forEach(({ to }, index) => assert.equal(to, (games[index + 1]?.from ?? 701) - 1));
});

test("a timeline accepts only the next delta", () => {
  const timeline = createTimeline();
  assert.equal(timeline.append({ rev: 2, set: {} }), false);
  assert.equal(timeline.append({ rev: 1, set: { a: 1 } }), true);
  assert.equal(timeline.append({ rev: 1, set: { a: 2 } }), false);
  assert.equal(timeline.append(undefined), false);
  assert.equal(timeline.stateAt(1).get("a"), 1);
});

test("a history is loaded page by page while live deltas arrive", async () => {
  const deltas = randomDeltas(randomFrom(1), 600), timeline = createTimeline(), asked = [];
  const page = async (from) => {
    asked.push(from);
    if (from === 257) for (const delta of deltas.slice(256, 300)) timeline.append(delta);
    return { rev: 600, deltas: deltas.slice(from - 1, from + 255) };
  };
  assert.equal(await loadHistory(timeline, page), true);
  assert.equal(timeline.rev, 600);
  assert.deepEqual(asked, [1, 257, 513]);
});

test("a history with a gap or without progress is refused", async () => {
  await assert.rejects(loadHistory(createTimeline(), async () => ({ rev: 9, deltas: [{ rev: 2, set: {} }] })), /gap/);
  await assert.rejects(loadHistory(createTimeline(), async () => ({ rev: 9, deltas: [] })), /does not go on/);
  assert.equal(await loadHistory(createTimeline(), async () => ({ rev: 0, deltas: [] })), true);
});

test("a timeline has a limit, and reports when it is reached", async () => {
  const timeline = createTimeline();
  const page = async (from) => ({ rev: TIMELINE_LIMIT + 10, deltas: Array.from({ length: 5_000 }, (_, index) => ({ rev: from + index, set: {} })) });
  assert.equal(await loadHistory(timeline, page), false);
  assert.equal(timeline.rev, TIMELINE_LIMIT);
});

test("the positions of a room describe every change, and list its games", () => {
  const timeline = createTimeline();
  const sets = [
    { game: "1", rule: "freestyle", x: "p-a", move: "0" }, { o: "p-b" }, { move: "1", col1: "7", row1: "7" },
    { move: "0", col1: null, row1: null }, { o: null }, { result: "o", reason: "resign" },
    { game: "2", rule: "renju", o: "p-a", x: null, move: "0", result: null, reason: null },
  ];
  sets.forEach((set, index) => timeline.append({ rev: index + 1, set }));
  const line = roomPositions(timeline, (id) => ({ "p-a": "Ann", "p-b": "Bob" })[id]);
  assert.deepEqual(line.ranges.map(({ key, from, to }) => [key, from, to]), [["1@1", 1, 6], ["2@7", 7, 7], ["all", 0, 7]]);
  const told = Array.from({ length: 8 }, (_, at) => line.view(at).words);
  assert.deepEqual(told, [
    "Empty table.", "Game 1 has started. Ann plays X.", "Bob plays O.", "X plays h8.", "Changed: move, col1, row1.",
    "The O seat is open again.", "O wins (resignation).", "Game 2 has started. Ann plays O.",
  ]);
  assert.match(line.ranges[0].words, /^Game 1: 0 moves, O wins \(resignation\)$/);
  assert.equal(line.view(3).game.moves.length, 1);
});
