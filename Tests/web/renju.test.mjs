// The page's own renju rules, on positions about which two independent referees agree.

import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { forbiddenPoints, prohibition, verdict } from "../../web-static/game/renju.js";

const FIXTURE = new URL("../GameStateTests/Fixtures/renju-positions.tsv", import.meta.url);

/** Parses a row of the fixture: the point in question, the verdict and the stones. */
function position(line) {
  const [name, expected, rows] = line.split("\t"), lines = rows.split("/"), size = lines.length, stones = [];
  lines.forEach((cells, row) => [...cells].forEach((cell, col) => {
    if (cell !== ".") stones.push({ col, row, stone: cell.toLowerCase() });
  }));
  return { name, expected, size, stones, point: { col: name.charCodeAt(0) - 97, row: size - Number(name.slice(1)) } };
}

const positions = readFileSync(FIXTURE, "utf8").trim().split("\n").slice(1).map(position);

test("all 2,000 positions are judged as both referees judge them", (t) => {
  const counts = {};
  for (const { name, expected, size, stones, point } of positions) {
    const said = verdict(size, stones, point);
    assert.equal(said, expected, `${name} of ${JSON.stringify(stones)}`);
    counts[said] = (counts[said] ?? 0) + 1;
  }
  t.diagnostic(JSON.stringify(counts));
  assert.equal(positions.length, 2000);
});

test("a point is marked as forbidden exactly if the referees forbid it", () => {
  for (const { expected, size, stones, point } of positions.slice(0, 200)) {
    const shown = forbiddenPoints({ size, moves: stones }).get(`${point.col},${point.row}`);
    assert.equal(shown, expected === "legal" || expected === "five" ? undefined : expected);
  }
  assert.equal(forbiddenPoints({ size: 15, moves: [] }).size, 0);
});

test("a crowded board is judged within a second", (t) => {
  const moves = [];
  for (let row = 0; row < 20; row += 1) for (let col = 0; col < 20; col += 1) if ((col * 7 + row * 3) % 5 === 0) moves.push({ col, row, stone: "x" });
  const start = performance.now();
  forbiddenPoints({ size: 20, moves });
  t.diagnostic(`${(performance.now() - start).toFixed(1)} ms`);
  assert.ok(performance.now() - start < 1_000);
});

test("a forbidden point is explained by the rows that it would make, in all 2,000 positions", () => {
  const stonesIn = { "double-three": (row) => row.length === 3, "double-four": (row) => row.length === 4, "overline": (row) => row.length > 5 };
  const counts = {};
  for (const { name, expected, size, stones, point } of positions) {
    const why = prohibition(size, stones, point);
    if (!stonesIn[expected]) {
      assert.equal(why, null, name);
      continue;
    }
    counts[expected] = (counts[expected] ?? 0) + 1;
    const told = `${name} of ${JSON.stringify(stones)}: ${JSON.stringify(why)}`;
    assert.equal(why.what, expected, told);
    assert.ok(why.rows.length >= (expected === "overline" ? 1 : 2), told);
    for (const row of why.rows) {
      assert.ok(stonesIn[expected](row), told);
      assert.ok(row.some(({ col, row: at }) => col === point.col && at === point.row), told);
      const [dx, dy] = ["col", "row"].map((way) => Math.sign(row.at(-1)[way] - row[0][way]));
      for (const each of row) {
        const away = Math.max(Math.abs(each.col - row[0].col), Math.abs(each.row - row[0].row));
        assert.deepEqual(each, { col: row[0].col + dx * away, row: row[0].row + dy * away }, told);
        assert.ok(each === row.find((one) => one.col === point.col && one.row === point.row) || stones.some(({ col, row: at, stone }) => stone === "x" && col === each.col && at === each.row), told);
      }
    }
  }
  assert.ok(counts["double-three"] > 50 && counts["double-four"] > 50 && counts.overline > 20, JSON.stringify(counts));
});

test("a double three at g8 is explained by its two threes", () => {
  const stones = ["e8", "f8", "g6", "g7"].map((name) => ({ col: name.charCodeAt(0) - 97, row: 15 - Number(name.slice(1)), stone: "x" }));
  const { what, rows } = prohibition(15, stones, { col: 6, row: 7 });
  assert.equal(what, "double-three");
  assert.deepEqual(rows.map((row) => row.map(({ col, row: at }) => String.fromCharCode(97 + col) + (15 - at)).join(" ")), ["e8 f8 g8", "g8 g7 g6"]);
});
