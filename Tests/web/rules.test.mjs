// rules.js on boards drawn as text and on every possible row of five.

import test from "node:test";
import assert from "node:assert/strict";
import { DIRECTIONS, RULES, opponent, stoneOfMove, winningRow } from "../../web-static/game/rules.js";

const SIZE = 15;

/**
 * Returns the `stoneAt` of points drawn as `x`, `o` and `.`, placed on the board from `start` along
 * `direction`.
 */
function drawn(text, { col, row }, [dx, dy]) {
  const stones = new Map([...text].map((mark, step) => [`${col + step * dx},${row + step * dy}`, mark]));
  return (c, r) => ({ x: "x", o: "o" })[stones.get(`${c},${r}`)];
}

test("four lines run through a point", () => {
  assert.deepEqual(DIRECTIONS.map(String).sort(), ["0,1", "1,-1", "1,0", "1,1"]);
});

test("every row of five wins for both sides under every rule, whichever stone comes last", () => {
  let rows = 0;
  for (const [dx, dy] of DIRECTIONS) {
    for (let row = 0; row < SIZE; row += 1) {
      for (let col = 0; col < SIZE; col += 1) {
        const end = { col: col + 4 * dx, row: row + 4 * dy };
        if (end.col >= SIZE || end.row >= SIZE || end.row < 0) continue;
        rows += 1;
        const cells = [0, 1, 2, 3, 4].map((step) => ({ col: col + step * dx, row: row + step * dy }));
        for (const stone of ["x", "o"]) {
          for (const last of cells) {
            const others = new Set(cells.filter((cell) => cell !== last).map(({ col: c, row: r }) => `${c},${r}`));
            const stoneAt = (c, r) => (others.has(`${c},${r}`) ? stone : undefined);
            for (const rule of RULES) assert.deepEqual(winningRow(stoneAt, last, stone, rule), cells);
          }
        }
      }
    }
  }
  assert.equal(rows, 572, "11·15·2 straight and 11·11·2 slanting rows");
});

// The shared positions cover the other rules, as Swift judges them.
const NAMED = ["freestyle", "standard", "renju", "caro"];

// The stone in question is `X` or `O`. The second column lists the rules under which it wins.
const CASES = [
  ["xxxxX", "freestyle standard renju caro"],
  ["xxxX", ""],
  ["xx.xX", ""],
  ["xxxXxx", "freestyle"],
  ["xxxxXxxxx", "freestyle"],
  ["oxxxXxo", "freestyle standard renju"],
  ["oxxxXx.", "freestyle standard renju caro"],
  ["oooOoo", "freestyle renju"],
  ["ooOoo", "freestyle standard renju caro"],
  ["xooOoox", "freestyle standard renju"],
  ["xooOooo", "freestyle renju"],
];

for (const [text, winners] of CASES) {
  test(`${text} wins under: ${winners || "no rule"}`, () => {
    for (const direction of DIRECTIONS) {
      const start = direction[1] < 0 ? { col: 3, row: 12 } : { col: 3, row: 3 };
      const step = text.search(/[XO]/), stone = text[step].toLowerCase();
      const point = { col: start.col + step * direction[0], row: start.row + step * direction[1] };
      const stoneAt = drawn(text.replace(/[XO]/, "."), start, direction);
      const won = NAMED.filter((rule) => winningRow(stoneAt, point, stone, rule));
      assert.equal(won.join(" "), winners);
    }
  });
}

test("under caro, the edge of the board does not close a row", () => {
  const stoneAt = drawn("xxxx.o", { col: 0, row: 0 }, [1, 0]);
  assert.ok(winningRow(stoneAt, { col: 4, row: 0 }, "x", "caro"));
});

test("X moves first, and the sides alternate", () => {
  assert.deepEqual([1, 2, 3].map(stoneOfMove), ["x", "o", "x"]);
  assert.equal(opponent("x") + opponent("o"), "ox");
});
