// The front page: rooms of small boards, the lesson's positions, the course of a rating, and
// drawing lots.

import test from "node:test";
import assert from "node:assert/strict";
import { after } from "../../web-static/lobby/live-boards.js";
import { fiveWith, STEPS, stonesOf } from "../../web-static/lobby/lesson.js";
import { course, steps } from "../../web-static/lobby/rating-graph.js";
import { sideBy } from "../../web-static/lobby/friend-dialog.js";
import { speedOf } from "../../web-static/game/terms.js";

const SIZE = 9;
const point = (name) => ({ col: name.charCodeAt(0) - 97, row: SIZE - Number(name.slice(1)) });
const all = [...Array(SIZE * SIZE).keys()].map((index) => ({ col: index % SIZE, row: Math.floor(index / SIZE) }));
const put = (stones, at, stone) => [...stones, { ...at, stone }];
const free = (stones) => all.filter(({ col, row }) => !stones.some((other) => other.col === col && other.row === row));
const fives = (stones, side) => free(stones).filter((at) => fiveWith(stones, at, side));
const isRight = (step, at) => step.right.some((name) => point(name).col === at.col && point(name).row === at.row);

test("a small board's state follows the deltas that it has missed", () => {
  const state = new Map([["move", "1"], ["offer", "draw x"]]);
  assert.deepEqual([...after(state, [{ set: { move: "2", col2: "7" } }, { set: { offer: null } }])], [["move", "2"], ["col2", "7"]]);
  assert.equal(state.get("move"), "1");
});

test("the lesson's first two positions have exactly the answers that are marked as right", () => {
  const [win, stop] = STEPS.map(stonesOf);
  assert.deepEqual(fives(win, "x").map((at) => isRight(STEPS[0], at)), [true, true]);
  assert.equal(fives(win, "o").length, 0);
  assert.deepEqual(fives(stop, "o").map((at) => isRight(STEPS[1], at)), [true]);
  assert.equal(fives(stop, "x").length, 0);
});

test("the lesson's third answers are exactly the points that make an unstoppable four", () => {
  const stones = stonesOf(STEPS[2]);
  const open = free(stones).filter((at) => fives(put(stones, at, "x"), "x").length >= 2);
  assert.ok(open.length === STEPS[2].right.length && open.every((at) => isRight(STEPS[2], at)), JSON.stringify(open));
});

test("after the lesson's fourth answer, and no other, an open four follows every reply", () => {
  const stones = stonesOf(STEPS[3]);
  // With one more stone, a three becomes a four with two ways to five.
  const threes = (position) => free(position).filter((at) => fives(put(position, at, "x"), "x").length >= 2);
  const answers = free(stones).filter((at) => {
    const after = put(stones, at, "x");
    return free(after).every((reply) => threes(put(after, reply, "o")).length > 0);
  });
  assert.ok(answers.length === 1 && isRight(STEPS[3], answers[0]), JSON.stringify(answers));
});

test("no two stones of the lesson, and no answer and stone, share a point", () => {
  for (const step of STEPS) {
    const stones = stonesOf(step);
    assert.equal(new Set(stones.map(({ col, row }) => `${col},${row}`)).size, stones.length);
    assert.ok(step.right.every((name) => !stones.some(({ col, row }) => col === point(name).col && row === point(name).row)));
  }
});

test("a rating graph has one kind of rating, oldest first, and begins before the first game", () => {
  const game = (clock, side, rating, now, more = {}) => ({ rule: "freestyle", clock, rated: true, [side]: { id: "me", rating, after: now }, ...more });
  const games = [game("300+5", "o", 1600, 1650), game("3600+0", "x", 1500, 1400), game("180+2", "x", 1500, 1600), game("300+5", "x", 1, 2, { rated: false }), game("300+5", "x", 1, 2, { rule: "renju" })];
  assert.deepEqual(course(games, "me", { rule: "freestyle", speed: "blitz" }, speedOf), [1500, 1600, 1650]);
  assert.deepEqual(course(games, "me", { rule: "caro", speed: "blitz" }, speedOf), []);
  assert.deepEqual(steps(1485, 1665), [1500, 1550, 1600, 1650]);
  assert.ok(steps(800, 2400).length <= 5 && steps(1490, 1510).length >= 1);
});

test("a side chosen by lot can be either one", () => {
  assert.deepEqual([sideBy("x"), sideBy("o"), sideBy("lot", () => 0.49), sideBy("lot", () => 0.5)], ["x", "o", "x", "o"]);
});
