// The page's own renju rules against the positions two independent referees agree on.

import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { forbiddenPoints, verdict } from "../../web-static/game/renju.js";

const FIXTURE = new URL("../GameStateTests/Fixtures/renju-positions.tsv", import.meta.url);

/** A line of the fixture: the point asked about, the verdict, and the stones. */
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

test("the points shown as forbidden are those, and no others", () => {
  for (const { expected, size, stones, point } of positions.slice(0, 200)) {
    const shown = forbiddenPoints({ size, moves: stones }).get(`${point.col},${point.row}`);
    assert.equal(shown, expected === "legal" || expected === "five" ? undefined : expected);
  }
  assert.equal(forbiddenPoints({ size: 15, moves: [] }).size, 0);
});

test("a board full of shapes is judged quickly", (t) => {
  const moves = [];
  for (let row = 0; row < 20; row += 1) for (let col = 0; col < 20; col += 1) if ((col * 7 + row * 3) % 5 === 0) moves.push({ col, row, stone: "x" });
  const start = performance.now();
  forbiddenPoints({ size: 20, moves });
  t.diagnostic(`${(performance.now() - start).toFixed(1)} ms`);
  assert.ok(performance.now() - start < 1_000);
});
