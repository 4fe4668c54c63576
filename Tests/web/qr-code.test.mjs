// QR codes, compared module by module with another encoder (python's qrcode 8): bytes, error
// correction M, every mask.

import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { qrCode } from "../../web-static/page/qr-code.js";

const known = JSON.parse(readFileSync(new URL("../Fixtures/qr-codes.json", import.meta.url), "utf8"));
const hex = (rows) => rows.map((row) => BigInt(`0b${row.join("")}`).toString(16));

test("QR codes are the same as those of another encoder", () => {
  assert.deepEqual([...new Set(known.map(({ version }) => version))].sort((a, b) => a - b), [1, 2, 3, 6, 8, 9, 10]);
  assert.deepEqual([...new Set(known.map(({ mask }) => mask))].sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
  for (const { text, mask, rows } of known) assert.deepEqual(hex(qrCode(text, mask)), rows, `${text}, mask ${mask}`);
});

test("without a given mask a QR code has one of the eight masks, and always the same", () => {
  const { text } = known[2], all = known.filter((code) => code.text === text).map(({ rows }) => rows.join());
  assert.equal(all.length, 8);
  assert.ok(all.includes(hex(qrCode(text)).join()));
  assert.deepEqual(qrCode(text), qrCode(text));
});

test("text that is too long has no QR code", () => {
  assert.equal(qrCode("x".repeat(213)).length, 57);
  assert.equal(qrCode("x".repeat(214)), null);
});
