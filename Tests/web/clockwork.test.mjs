// clockwork.js: the page's clocks, with the server's arithmetic.

import test from "node:test";
import assert from "node:assert/strict";
import { clockSetting, deadline, face, readClock, remaining, untilNext } from "../../web-static/game/clockwork.js";
import { useTexts } from "../../web-static/texts/texts.js";
import { TEXTS } from "../../web-static/texts/en/terms.js";
import { clockWords } from "../../web-static/texts/term-words.js";
import { CLOCKS } from "../../web-static/game/terms.js";
import { randomFrom, seed } from "./helpers.mjs";

useTexts(TEXTS);
const state = (keys) => new Map(Object.entries(keys));
const FISCHER = { clock: "300+5", turn: "o", turnAt: "1000000", xTime: "301000", oTime: "65400", xLag: "600", oLag: "700", began: "xo" };
const BYOYOMI = { clock: "60/3x10", turn: "x", turnAt: "1000000", xTime: "4000", oTime: "60000", xPeriods: "3", oPeriods: "3", xLag: "0", oLag: "600", began: "xo" };

test("a valid clock setting is parsed, and anything else is refused", () => {
  assert.deepEqual(clockSetting("300+5"), { main: 300, increment: 5, periods: 0, length: 0 });
  assert.deepEqual(clockSetting("600/5x30"), { main: 600, increment: 0, periods: 5, length: 30 });
  for (const wrong of ["", "300", "300+", "a+5", "600/5", "600/x30", "1+1+1", "-1+5", null, undefined, 5, {}]) assert.equal(clockSetting(wrong), null, String(wrong));
  for (const preset of CLOCKS) assert.ok(clockSetting(preset), preset);
});

test("the side to move uses its time since turnAt, and the other side keeps its own", () => {
  const clock = readClock(state(FISCHER));
  assert.equal(remaining(clock, "o", 1_000_400).running, 65_000);
  assert.equal(remaining(clock, "x", 1_000_400).running, 301_000);
  assert.equal(remaining(clock, "o", 999_000).running, 65_400, "time that goes backwards stands still");
  assert.equal(remaining(clock, "o", 2_000_000).total, 0);
  assert.equal(deadline(clock), 1_000_000 + 65_400 + 700);
});

test("without turnAt no time runs, and the time used before the stop counts", () => {
  const { turnAt, ...stopped } = FISCHER;
  const clock = readClock(state({ ...stopped, used: "400" }));
  assert.equal(deadline(clock), null);
  assert.equal(remaining(clock, "o", 9_999_999).running, 65_000, turnAt);
});

test("byo-yomi periods begin after the main time, and are used one by one", () => {
  const clock = readClock(state(BYOYOMI)), at = (ms) => remaining(clock, "x", 1_000_000 + ms);
  assert.deepEqual(at(0), { total: 34_000, running: 4_000, periods: 3 });
  assert.deepEqual(at(3_999), { total: 30_001, running: 1, periods: 3 });
  assert.deepEqual(at(4_000), { total: 30_000, running: 10_000, periods: 3 });
  assert.deepEqual(at(13_999), { total: 20_001, running: 1, periods: 3 });
  assert.deepEqual(at(14_000), { total: 20_000, running: 10_000, periods: 2 });
  assert.deepEqual(at(33_999), { total: 1, running: 1, periods: 1 });
  assert.deepEqual(at(40_000), { total: 0, running: 0, periods: 0 });
  assert.equal(deadline(clock), 1_034_000);
});

test("a clock face shows hours, minutes, and tenths below ten seconds", () => {
  const faces = { 300000: "5:00", 299999: "4:59", 3600000: "1:00:00", 3599999: "59:59", 10000: "0:10", 9999: "9.9", 100: "0.1", 99: "0.0", 0: "0.0", 604800000: "168:00:00" };
  for (const [ms, words] of Object.entries(faces)) assert.equal(face(Number(ms)), words, ms);
});

test(`a clock face changes exactly when predicted (SEED=${seed})`, () => {
  const random = randomFrom(seed);
  for (let round = 0; round < 3_000; round += 1) {
    const ms = Math.floor(random() * (round % 2 ? 20_000 : 8_000_000)), next = untilNext(ms);
    assert.equal(face(Math.max(0, ms - next + 1)), face(ms), `${ms}: not before`);
    if (ms >= next) assert.notEqual(face(ms - next), face(ms), `${ms}: then`);
  }
});

test(`random keys never break a clock (SEED=${seed})`, () => {
  const random = randomFrom(seed), pick = (list) => list[Math.floor(random() * list.length)];
  const values = ["300+5", "600/5x30", "0/1x1", "x", "", null, -1, 1e300, "1e9", NaN, {}, "5"];
  for (let round = 0; round < 2_000; round += 1) {
    const clock = readClock(new Map(["clock", "turn", "turnAt", "xTime", "oTime", "xPeriods", "oPeriods", "xLag", "used"].map((key) => [key, pick(values)])));
    if (!clock) continue;
    for (const side of ["x", "o"]) {
      const left = remaining(clock, side, 1_000);
      assert.ok(left.total >= 0 && left.running >= 0, JSON.stringify(clock));
    }
  }
});

test("a clock setting is named in words", () => {
  assert.equal(clockWords("300+5"), "5\u00a0min + 5\u00a0s");
  assert.equal(clockWords("90+0"), "90\u00a0s");
  assert.equal(clockWords("600/5x30"), "10\u00a0min + 5\u00a0×\u00a030\u00a0s");
  assert.equal(clockWords("soon"), "soon");
});
