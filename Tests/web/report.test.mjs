// The analysis of a game: what the page reads from the server, and the graph of the chances.

import test from "node:test";
import assert from "node:assert/strict";
import { indexAt, nextMark, paths, places } from "../../web-static/table/chance-graph.js";
import { readReport, stonesAt } from "../../web-static/table/report-model.js";

const move = (number, cell, chance, more = {}) => ({ move: number, cell, chance, kind: "good", ...more });
const told = {
  complete: false, appraised: 4, positions: 9, chance: 50,
  moves: [move(1, "7,7", 55), move(2, "8,8", 100, { kind: "blunder" }), move(3, "9,9", 40, { kind: "missed-win", best: "6,7" })],
  events: [
    { kind: "gave-up-win", move: 3, side: "x", line: ["6,7", "5,7", "4,7"] },
    { kind: "lost", move: 2, side: "o", line: ["6,7", "7,7", "4,7"] },
    { kind: "lost-from-here", move: 3, side: "o", line: [] },
    { kind: "<img>", move: 1 }, { kind: "lost", move: 99 }, null,
  ],
  summary: { x: { accuracy: 81 }, o: { accuracy: 900 }, turningPoint: 3 },
};

test("a report in progress is read with its chances, events and figures", () => {
  const report = readReport(told, 15);
  assert.deepEqual([report.complete, report.appraised, report.positions, report.turningPoint], [false, 4, 9, 3]);
  assert.deepEqual(report.chances.map(({ chance, proven }) => [chance, proven]), [[50, false], [55, false], [100, true], [40, false]]);
  assert.deepEqual(report.accuracy, { x: 81, o: null });
  assert.deepEqual(report.events.map(({ kind, number, side, base }) => [kind, number, side, base]), [
    ["gave-up-win", 3, "x", 2], ["lost", 2, "o", 2], ["lost-from-here", 3, "o", 3]]);
  assert.equal(report.events[0].line.length, 3);
  assert.equal(report.events[1].line.length, 1, "a line ends before a stone");
});

test("an older server's report, and no report at all, are read too", () => {
  const older = readReport({ moves: [{ move: 1, cell: "7,7", kind: "good" }], summary: {} }, 15);
  assert.deepEqual([older.complete, older.moves.length, older.chances, older.events], [true, 1, [], []]);
  assert.deepEqual(readReport("<img>", 15).moves, []);
  assert.deepEqual(readReport({ moves: [move(2, "1,1", 5)] }, 15).moves, [], "moves begin with the first");
});

test("a move whose kind may still change has none", () => {
  const { moves } = readReport({ moves: [move(1, "7,7", 55), move(2, "8,8", 60, { kind: undefined }), move(3, "9,9", 60, { kind: 7 })] }, 15);
  assert.deepEqual(moves.map(({ kind }) => kind), ["good", null, null]);
});

test("the stones of a line follow those of the game", () => {
  const { moves, events } = readReport(told, 15);
  assert.deepEqual(stonesAt(moves, events[0].base, events[0].line, 2).map(({ col, stone }) => `${stone}${col}`), ["x7", "o8", "x6", "o5"]);
});

test("the graph is solid only between proven results", () => {
  const chances = [50, 60, 100, 100, 40].map((chance) => ({ chance, proven: chance === 100 }));
  const { solid, dashed } = paths(chances, 4);
  assert.equal(solid.match(/L/g).length, 1, "the part between two proven results");
  assert.equal(dashed.match(/L/g).length, 3);
  assert.equal(dashed.match(/M/g).length, 2, "before and after it");
  const at = places(chances, 4);
  assert.ok(solid.startsWith(`M${at[2].x.toFixed(1)} ${at[2].y.toFixed(1)}`));
  assert.ok(at[2].y < at[1].y && at[4].y > at[0].y, "a high chance is at the top");
  assert.deepEqual(paths([], 1), { solid: "", dashed: "" });
});

test("each place of the graph belongs to the nearest move", () => {
  const chances = Array.from({ length: 31 }, () => ({ chance: 50, proven: false })), at = places(chances, 30);
  at.forEach(({ x }, index) => assert.equal(indexAt(x / 600, 30), index));
  assert.deepEqual([indexAt(-1, 30), indexAt(2, 30)], [0, 30]);
});

test("the keys go from mistake to mistake and stop at the last", () => {
  assert.deepEqual([nextMark([3, 8], 0, 1), nextMark([3, 8], 3, 1), nextMark([3, 8], 8, 1), nextMark([3, 8], 8, -1), nextMark([3, 8], 2, -1)], [3, 8, 8, 3, 2]);
});
