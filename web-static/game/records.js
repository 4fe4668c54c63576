// Reads game records: SGF (FF[4], red-bean.com/sgf) and Piskvork's .psq. Pure, and tolerant of
// known deviations in other programs' files. The server's reader (GameState/Records) is stricter.
//
// A record is {size, rule, names: {x, o}, setup: [{stone, col, row}], moves: [{number, stone, col,
// row} | {number, stone, pass}], result, reason, leftOut: {variations, games}}. Every stone is on
// the board, on a point of its own. `leftOut` counts everything in an SGF file besides the main
// line of its first game.

import { SIZES } from "./game.js";
import { RULES, stoneOfMove, winningRow } from "./rules.js";
import { GOMOCUP_RULES, RECORD_LIMITS } from "./term-tables.js";

/** The greatest length of a player's name, in characters. */
export const NAME_LENGTH = 80;

/** The reason why a file is not a record. `code` is a name in T.recordErrors. */
export class RecordError extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Returns the record in a file's bytes, or throws a RecordError. */
export function readRecord(bytes) {
  if (bytes.length > RECORD_LIMITS.bytes) throw new RecordError("too-large");
  const text = decoded(bytes);
  return /^\s*Piskvorky\b/i.test(text) ? readPsq(text) : readSGF(text);
}

function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns a function that places a stone, and throws if that is impossible. */
function board(size) {
  const taken = new Set();
  return (stone, col, row) => {
    if (![col, row].every((at) => Number.isInteger(at) && at >= 0 && at < size)) throw new RecordError("off-board");
    if (taken.has(row * size + col)) throw new RecordError("occupied");
    taken.add(row * size + col);
    return { stone, col, row };
  };
}

function checkedSize(text) {
  const sides = text.split(/[:x]/i).map(Number);
  if (sides.length > 2 || !SIZES.includes(sides[0]) || sides.some((side) => side !== sides[0])) throw new RecordError("bad-size");
  return sides[0];
}

const ruleWritten = (text) => {
  const word = text.trim().toLowerCase();
  return GOMOCUP_RULES[word] ?? RULES.find((rule) => word.startsWith(rule)) ?? null;
};
const nameOf = (text) => text?.replace(/\s+/g, " ").trim().slice(0, NAME_LENGTH) || null;

// SGF.

/**
 * Returns the properties of the first game's main line: the first variation at every fork, up to
 * the first `)`. Not recursive. `end` is the offset of its end, and `open` the number of
 * parentheses that are open there.
 */
function mainLine(text) {
  const start = text.search(/\(\s*;/), properties = [];
  if (start < 0) throw new RecordError("bad-record");
  const token = /\s*(?:([();])|([A-Za-z]+)|\[([^\\\]]*(?:\\[\s\S][^\\\]]*)*)\])/y;
  let name = "", node = -1, open = 0;
  token.lastIndex = start;
  for (;;) {
    const found = token.exec(text);
    if (!found) throw new RecordError("bad-record");
    const [, sign, word, value] = found;
    if (sign === ")") return { properties, end: token.lastIndex, open: open - 1 };
    if (sign === "(") open += 1;
    if (sign === ";") node += 1;
    if (sign) name = "";
    else if (word) name = word.replace(/[a-z]/g, "");
    else if (name && node >= 0) properties.push({ node, name, value: value.replace(/\\(?:\r\n|\n\r|[\r\n])/g, "").replace(/\\([\s\S])/g, "$1") });
    else throw new RecordError("bad-record");
  }
}

/**
 * Returns the number of other variations of the same game, and of further games, after the main
 * line. A variation is counted at its last move.
 */
function countRest(text, { end, open }) {
  const rest = { variations: 0, games: 0 };
  let depth = open, hasBegun = false;
  for (let at = end; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === "[") {
      for (at += 1; at < text.length && text[at] !== "]"; at += 1) if (text[at] === "\\") at += 1;
    } else if (unit === "(" && (depth > 0 || /^\s{0,9};/.test(text.slice(at + 1, at + 11)))) {
      if (depth === 0) rest.games += 1;
      depth += 1;
      hasBegun = true;
    } else if (unit === ")" && depth > 0) {
      if (hasBegun && rest.games === 0) rest.variations += 1;
      depth -= 1;
      hasBegun = false;
    }
  }
  return rest;
}

/** Returns the record in the text of an SGF file. */
export function readSGF(text) {
  const line = mainLine(text), all = line.properties;
  const root = (name) => all.find((property) => property.node === 0 && property.name === name)?.value.trim();
  if ((root("GM") ?? "4") !== "4") throw new RecordError("other-game");
  const size = checkedSize(root("SZ") ?? "15"), put = board(size);
  const record = {
    size, rule: root("RU") ? ruleWritten(root("RU")) : null, names: { x: nameOf(root("PB")), o: nameOf(root("PW")) },
    setup: [], moves: [], ...sgfResult(root("RE") ?? ""), leftOut: countRest(text, line),
  };
  for (const { name, value } of all) {
    if (name === "AE" || ((name === "AB" || name === "AW") && record.moves.length)) throw new RecordError("bad-setup");
    if (name === "AB" || name === "AW") record.setup.push(...sgfArea(value, size).map(([col, row]) => put(name === "AB" ? "x" : "o", col, row)));
    if (name !== "B" && name !== "W") continue;
    if (record.moves.length >= RECORD_LIMITS.moves) throw new RecordError("too-many-moves");
    const number = record.moves.length + 1, stone = name === "B" ? "x" : "o", at = value.trim();
    const pass = at === "" || (at === "tt" && size <= 19);
    record.moves.push({ number, ...(pass ? { stone, pass } : put(stone, ...sgfPoint(at, size))) });
  }
  if (root("REASON")) record.reason = nameOf(root("REASON"));
  return record;
}

/** Parses a point: `hh` as in SGF, or `h8` as players write it. */
function sgfPoint(text, size) {
  const point = text.toLowerCase();
  if (/^[a-z]{2}$/.test(point)) return [point.charCodeAt(0) - 97, point.charCodeAt(1) - 97];
  const [, letter, row] = /^([a-z])(\d{1,2})$/.exec(point) ?? [];
  if (!letter) throw new RecordError("off-board");
  return [letter.charCodeAt(0) - 97, size - Number(row)];
}

/** Parses a point, or a rectangle such as `aa:cc`. */
function sgfArea(text, size) {
  const [first, last = first] = text.trim().split(":").map((corner) => sgfPoint(corner, size));
  const points = [];
  for (let row = first[1]; row <= last[1]; row += 1) for (let col = first[0]; col <= last[0]; col += 1) points.push([col, row]);
  if (!points.length || points.length > size * size) throw new RecordError("off-board");
  return points;
}

const SGF_REASONS = { r: "resign", resign: "resign", t: "time", time: "time", f: "abandoned", forfeit: "abandoned" };

function sgfResult(text) {
  const word = text.trim().toLowerCase();
  if (["draw", "0", "jigo", "1/2-1/2", "0.5-0.5"].includes(word)) return { result: "draw", reason: "" };
  if (word === "void") return { result: "draw", reason: "aborted" };
  const [, winner, how] = /^([bw])\+(.*)$/.exec(word) ?? [];
  if (winner) return { result: winner === "b" ? "x" : "o", reason: SGF_REASONS[how] ?? "" };
  if (word === "1-0" || word === "0-1") return { result: word === "1-0" ? "x" : "o", reason: "" };
  return { result: null, reason: null };
}

// Piskvork.

/**
 * Returns the record in the text of a .psq file: size, moves `column,row,milliseconds` counted from
 * 1, names, and the end.
 */
export function readPsq(text) {
  const lines = text.split("\n").map((line) => line.trim());
  const [, sides] = /^Piskvorky\s+(\d+\s*x\s*\d+)/i.exec(lines[0]) ?? [];
  if (!sides) throw new RecordError("bad-size");
  const size = checkedSize(sides.replace(/\s/g, "")), put = board(size);
  const secondBegan = /,\s*1\s*$/.test(lines[0]);
  const record = { size, rule: null, names: { x: null, o: null }, setup: [], moves: [], result: null, reason: null, leftOut: { variations: 0, games: 0 } };
  let next = 1;
  for (let move; (move = /^(\d+)\s*,\s*(\d+)(?:\s*,\s*-?\d+)?$/.exec(lines[next] ?? "")); next += 1) {
    if (record.moves.length >= RECORD_LIMITS.moves) throw new RecordError("too-many-moves");
    const number = record.moves.length + 1;
    record.moves.push({ number, ...put(stoneOfMove(number), move[1] - 1, move[2] - 1) });
  }
  const tail = lines.slice(next).filter(Boolean);
  if (tail.length >= 2 && !/^-?\d+$/.test(tail[0])) {
    const names = tail.splice(0, 2).map((name) => (/^homo-[12]$/.test(name) ? null : nameOf(name)));
    [record.names.x, record.names.o] = secondBegan ? names.reverse() : names;
  }
  const [, result, rule] = /^(-?\d+),\s*(\D.*)$/.exec(tail.at(-1) ?? "") ?? [];
  if (rule) record.rule = ruleWritten(rule);
  // Only this project's files give the winner. The meaning of the number in other programs' files
  // is not documented.
  if (tail[0] === "-1" && RULES.includes(rule?.trim())) record.result = { 0: "draw", 1: "x", 2: "o" }[result] ?? null;
  return record;
}

/**
 * Returns the game after `count` moves of `record`, in the form of `readGame`, without a number.
 * After the last move it includes the end.
 */
export function gameAfter(record, count) {
  const moves = [...record.setup, ...record.moves.slice(0, count).filter((move) => !move.pass)];
  const ended = count >= record.moves.length, last = count ? record.moves[count - 1] : null;
  const stones = new Map(moves.map(({ col, row, stone }) => [`${col},${row}`, stone]));
  const line = last && !last.pass ? winningRow((col, row) => stones.get(`${col},${row}`), last, last.stone, record.rule ?? "freestyle") : null;
  const result = ended ? record.result ?? (line && last.stone) : null;
  const next = record.moves[count]?.stone ?? (last ? (last.stone === "x" ? "o" : "x") : "x");
  return {
    number: null, size: record.size, moves, result, rule: record.rule ?? "freestyle", opening: "none", clock: null,
    seats: record.names, toMove: result ? null : next, reason: result ? record.reason || (line ? "five" : null) : null,
    line: ended && line ? line : [], offer: null,
  };
}
