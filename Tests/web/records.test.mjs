// Game records from other programs, and files that are not records.

import test from "node:test";
import assert from "node:assert/strict";
import { gameAfter, readPsq, readRecord, readSGF, RecordError } from "../../web-static/game/records.js";
import { RECORD_LIMITS } from "../../web-static/game/term-tables.js";
import { recordPositions } from "../../web-static/replay/positions.js";
import { T, useTexts } from "../../web-static/texts/texts.js";
import { TEXTS as LATER } from "../../web-static/texts/en/later.js";
import { pointName } from "../../web-static/game/game.js";
import { randomFrom, seed, spent } from "./helpers.mjs";

useTexts(LATER);
const bytes = (text) => new TextEncoder().encode(text);
const points = (record) => record.moves.map((move) => (move.pass ? "-" : move.stone + pointName(move, record.size))).join(" ");
const refused = (code) => (error) => error instanceof RecordError && error.code === code && code in T.recordErrors;

test("the main line of SGF is read with its names, rule and result", () => {
  const record = readSGF("junk before (;FF[4]GM[4]SZ[15]RU[renju]PB[An\\]n]PW[Bob];B[hh];W[ih](;B[gg]C[a ( here])(;B[aa]))(;GM[1])");
  assert.equal(points(record), "xh8 oi8 xg9");
  assert.deepEqual([record.rule, record.names], ["renju", { x: "An]n", o: "Bob" }]);
  assert.deepEqual(["B+R", "W+T", "Draw", "?", "Void", "B+5"].map((text) => {
    const { result, reason } = readSGF(`(;RE[${text}];B[aa])`);
    return [result, reason];
  }), [["x", "resign"], ["o", "time"], ["draw", ""], [null, null], ["draw", "aborted"], ["x", ""]]);
});

test("variations and games outside the main line of SGF are counted", () => {
  const leftOut = (text) => Object.values(readSGF(text).leftOut);
  for (const [text, counts] of [
    ["(;B[hh];W[ih])", [0, 0]],
    ["(;B[hh](;W[ih])(;W[gg];B[aa])(;W[bb]))", [2, 0]],
    ["(;B[hh](;W[ih](;B[aa])(;B[bb](;W[cc])(;W[dd])))(;W[gg]C[a ) here (; and \\] there]))", [3, 0]],
    ["(;B[hh](;W[ih])(;W[gg])) (;GM[4];B[aa](;W[bb])(;W[cc]))\n( ;B[bb])", [1, 2]],
    ["(;B[hh]) written by (somebody) :) [(;", [0, 0]],
    ["(;B[hh](;W[ih])(;W[gg]", [0, 0]],
  ]) assert.deepEqual(leftOut(text), counts, text);
  assert.deepEqual(readPsq("Piskvorky 15x15, 11:11, 0\n8,8,0\n").leftOut, { variations: 0, games: 0 });
});

test("SGF set-up stones, passes, other notations, old spellings and line ends are read", () => {
  const record = readSGF("(;\r\nGaMe[4]SiZe[19:19]AB[aa][cc:dd]AW[bb]\n;B[]\n;W[tt];B[k10];W[jj \n])");
  assert.equal(record.size, 19);
  assert.equal(record.setup.length, 6);
  assert.equal(points(record), "- - xk10 oj10");
  assert.equal(readSGF("(;SZ[20];B[tt])").moves[0].pass, undefined);
});

test("psq files are read with moves from 1, names, and the last line of our own files", () => {
  const record = readPsq("Piskvorky 15x15, 11:11, 0\r\n8,8,120\r\n9,8,0\r\nAnn\r\nBob\r\n-1\r\n1,standard\r\n");
  assert.equal(points(record), "xh8 oi8");
  assert.deepEqual([record.names, record.rule, record.result], [{ x: "Ann", o: "Bob" }, "standard", "x"]);
  const theirs = readPsq("Piskvorky 20x20, 11:11, 1\n10,10,5\nEngine A\nEngine B\n1\n0,Freestyle15_1\n");
  assert.deepEqual([theirs.size, theirs.names, theirs.rule, theirs.result], [20, { x: "Engine B", o: "Engine A" }, "freestyle", null]);
});

test("a psq file without names keeps its result and its rule", () => {
  const record = readPsq("Piskvorky 15x15, 11:11, 0\r\n8,8,120\r\n-1\r\n2,renju\r\n");
  assert.deepEqual([record.names, record.rule, record.result], [{ x: null, o: null }, "renju", "o"]);
});

test("the format of a record is recognised from its content", () => {
  assert.equal(points(readRecord(bytes("Piskvorky 15x15, 11:11, 0\n8,8,0\n"))), "xh8");
  assert.equal(points(readRecord(bytes("\ufeff(;GM[4];B[hh])"))), "xh8");
  assert.equal(readRecord(new Uint8Array([...bytes("(;PB["), 0xe9, ...bytes("];B[aa])")])).names.x, "é", "Latin-1");
});

test("an invalid record is refused with its reason", () => {
  const cases = {
    "bad-record": ["", "hello", "(", "(;", "(;B", "(;B[", "(;B[aa]", "(;[aa])", "(;B[aa])".replace(";B", ""), "(;B[aa];]", "{}", "\u0000\u0001"],
    "other-game": ["(;GM[1];B[aa])"],
    "bad-size": ["(;SZ[9];B[aa])", "(;SZ[15:13])", "(;SZ[1e3])", "(;SZ[15:15:15])", "Piskvorky 1000x1000, 0\n", "Piskvorky x\n"],
    "off-board": ["(;B[zz])", "(;B[a0])", "(;B[a16])", "(;B[hhh])", "(;AB[cc:aa])", "Piskvorky 15x15, 11:11, 0\n16,1,0\n", "Piskvorky 15x15, 11:11, 0\n0,1,0\n"],
    "occupied": ["(;B[aa];W[aa])", "(;AB[aa]AW[aa])", "Piskvorky 15x15, 11:11, 0\n1,1,0\n1,1,0\n"],
    "bad-setup": ["(;B[aa]AW[bb])", "(;AE[aa])"],
    "too-many-moves": [`(${";B[]".repeat(RECORD_LIMITS.moves + 1)})`],
    "too-large": ["x".repeat(RECORD_LIMITS.bytes + 1)],
  };
  for (const [code, files] of Object.entries(cases)) {
    for (const file of files) assert.throws(() => readRecord(bytes(file)), refused(code), `${code}: ${file.slice(0, 40)}`);
  }
});

test("hostile records of a megabyte are read or refused within five seconds", (t) => {
  const megabyte = RECORD_LIMITS.bytes - 100, took = spent(() => {
    readSGF(`${"(;".repeat(200_000)}B[aa])`);
    readSGF(`(;C[${"x".repeat(megabyte)}];B[aa])`);
    readSGF(`(;C[${"\\]".repeat(megabyte / 2)}];B[aa])`);
    for (const rest of ["(", ")", "[", "(;[\\]", "\\"]) readSGF(`(;B[aa])${rest.repeat(megabyte / rest.length - 10)}`);
    for (const text of [`(;C[${"\\".repeat(megabyte)}`, `(;C${"[a]".repeat(100_000)}`, `(;${"A".repeat(megabyte)}`, `(;${" ".repeat(megabyte)}x`, "(".repeat(megabyte)]) {
      assert.throws(() => readSGF(text), RecordError);
    }
  });
  t.diagnostic(`${took.toFixed(0)} ms`);
  assert.ok(took < 5_000, `${took} ms`);
});

test(`damaged records are read or refused with a known reason (SEED=${seed})`, () => {
  const random = randomFrom(seed);
  const whole = [
    "(;FF[4]GM[4]SZ[15]RU[caro]PB[A\\]b]RE[B+R]AB[aa:bb];B[hh]MS[12];W[ih]C[x(y;z)];B[];W[a1](;B[cc])(;B[dd]))",
    "Piskvorky 20x20, 11:11, 0\r\n1,1,0\r\n20,20,9\r\n3,4,5\r\nAnn\r\nBob\r\n-1\r\n2,renju\r\n",
  ];
  let read = 0;
  for (let round = 0; round < 4_000; round += 1) {
    const broken = bytes(whole[round % 2]);
    for (let n = 0; n < 1 + random() * 4; n += 1) broken[Math.floor(random() * broken.length)] = random() < 0.5 ? Math.floor(random() * 256) : bytes("()[];:\\,0\n")[Math.floor(random() * 10)];
    try {
      const record = readRecord(broken.subarray(0, random() < 0.2 ? Math.floor(random() * broken.length) : broken.length));
      for (let at = 0; at <= record.moves.length; at += 1) gameAfter(record, at);
      read += 1;
    } catch (error) {
      assert.ok(error instanceof RecordError && error.code in T.recordErrors, error.stack);
    }
  }
  assert.ok(read > 100, `${read} were read`);
});

test("the positions of a record describe each move and the end", () => {
  const line = recordPositions(readSGF("(;PB[Ann]PW[Bob];B[hh];W[aa];B[ih];W[ba];B[jh];W[ca];B[kh];W[da];B[lh])"), "game.sgf");
  assert.deepEqual([line.ranges[0].from, line.ranges[0].to], [0, 9]);
  assert.equal(line.view(0).words, "Starting position.");
  assert.equal(line.view(2).words, "O plays a15.");
  assert.equal(line.view(9).words, "X plays l8. X wins (five in a row).");
  assert.equal(line.view(9).game.line.length, 5);
  assert.equal(line.view(8).game.result, null);
  assert.match(line.ranges[0].words, /^game\.sgf · Freestyle · 9 moves$/);
});
