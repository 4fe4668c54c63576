// The pure part of the analysis board: trees, changes, rows, positions, requests for analysis.

import test from "node:test";
import assert from "node:assert/strict";
import { merged } from "../../web-static/net/state.js";
import * as changes from "../../web-static/study/changes.js";
import { GROUPS } from "../../web-static/page/shortcuts.js";
import { arrowPath, colourOf, createDrawings } from "../../web-static/study/drawings.js";
import { PAUSE, createEngine, readAnalysis } from "../../web-static/study/engine.js";
import { followedNode } from "../../web-static/study/following.js";
import { forbiddenIn, inquiry, movesIn, positionAt, twinsOf } from "../../web-static/study/position.js";
import { KEYS } from "../../web-static/study/keys.js";
import { pictureOf } from "../../web-static/study/picture.js";
import { imported } from "../../web-static/study/importing.js";
import { rowsOf } from "../../web-static/study/rows.js";
import { childId, createTree, nodeId, rootOf } from "../../web-static/study/tree.js";
import { handClock, randomFrom, seed, spent } from "./helpers.mjs";

const ROOT = rootOf(1);
const CHAPTER = { "chapter.1": { title: "Study", rule: "freestyle", size: "15" } };

/** Returns the keys of lines such as "7,7 8,8", which begin at the root, and the ID of each end. */
function keysOf(...lines) {
  const set = {}, ends = [];
  for (const line of lines) {
    let parent = ROOT;
    for (const cell of line.split(" ")) {
      const id = childId(parent, cell);
      set[`node.${id}`] = `${parent} ${cell}`;
      parent = id;
    }
    ends.push(parent);
  }
  return { set, ends };
}

const treeOf = (...lines) => createTree(Object.entries({ ...CHAPTER, ...keysOf(...lines).set }));
const idOf = (line) => keysOf(line).ends[0];

test("the IDs of nodes are those of docs/PROTOCOL.md", () => {
  assert.equal(nodeId("chapter 1"), "jqybisK3g-");
  assert.equal(childId("jqybisK3g-", "7,7"), "Mnn-hb7xFv");
});

test("a tree has its children in their order, its main line, and no deleted branches", () => {
  const tree = treeOf("7,7 8,8 9,9", "7,7 6,6", "3,3"), first = idOf("7,7");
  assert.deepEqual(tree.children(ROOT), [first, idOf("3,3")]);
  assert.deepEqual(tree.children(first), [idOf("7,7 8,8"), idOf("7,7 6,6")]);
  assert.deepEqual(tree.path(idOf("7,7 6,6")), [ROOT, first, idOf("7,7 6,6")]);
  assert.equal(tree.mainEnd(1), idOf("7,7 8,8 9,9"));
  tree.learn({ [`order.${first}`]: "6,6 8,8 1,1" });
  assert.deepEqual(tree.children(first), [idOf("7,7 6,6"), idOf("7,7 8,8")]);
  tree.learn({ "main.1": idOf("7,7 8,8") });
  assert.deepEqual(tree.children(first), [idOf("7,7 8,8"), idOf("7,7 6,6")], "the main line comes first");
  assert.deepEqual([tree.isMain(first), tree.isMain(idOf("7,7 8,8")), tree.isMain(idOf("7,7 8,8 9,9")), tree.isMain(idOf("3,3"))], [true, true, false, false]);
  tree.learn({ [`deleted.${idOf("7,7 8,8")}`]: "1" });
  assert.deepEqual(tree.children(first), [idOf("7,7 6,6")]);
  assert.equal(tree.isShown(idOf("7,7 8,8 9,9")), false);
  assert.equal(tree.shownNear(idOf("7,7 8,8 9,9")), first);
  assert.equal(tree.mainEnd(1), idOf("7,7 6,6"), "a deleted main line gives way to the first line");
  tree.learn({ [`deleted.${idOf("7,7 8,8")}`]: null });
  assert.equal(tree.isShown(idOf("7,7 8,8 9,9")), true);
  tree.learn({ [`deleted.${ROOT}`]: "1" });
  assert.deepEqual([tree.shownChapters(), tree.shownNear(first)], [[], null], "a deleted chapter");
});

test("a tree that follows deltas equals the tree of the state", () => {
  const random = randomFrom(seed), pick = (list) => list[Math.floor(random() * list.length)];
  const state = new Map(Object.entries(CHAPTER)), tree = createTree(state), ids = [ROOT];
  for (let step = 0; step < 600; step += 1) {
    const id = pick(ids), cell = `${Math.floor(random() * 15)},${Math.floor(random() * 15)}`, kind = random();
    const set = kind < 0.5 ? { [`node.${childId(id, cell)}`]: `${id} ${cell}` }
      : kind < 0.6 ? { [`deleted.${id}`]: pick(["1", null]) }
        : kind < 0.7 ? { [`comment.${id}.p-1`]: pick(["words", null]) }
          : kind < 0.8 ? { [`mark.${id}.${cell}`]: pick(["circle", "label:A", null]) }
            : kind < 0.9 ? { [`order.${id}`]: tree.order(id).reverse().join(" ") || null } : { "main.1": pick([id, null]) };
    if (kind < 0.5) ids.push(childId(id, cell));
    merged(state, set);
    tree.learn(set);
  }
  const read = createTree(state);
  const facts = (each) => ids.map((id) => [id, each.children(id), each.isShown(id), each.isMain(id), [...each.comments.get(id) ?? []], [...each.marks.get(id) ?? []].sort()]);
  assert.deepEqual(facts(tree), facts(read), `SEED=${seed}`);
});

test("no value of a key breaks a tree", () => {
  const odd = { "chapter.1": 3, "chapter.x": { size: 99 }, "node.a": "nonsense", [`node.${idOf("7,7")}`]: 5, "order.": "x", deleted: "1", "mark.a.b": "c", "comment.a": "x", ["__proto__"]: 1, "main.1": "nowhere" };
  const tree = createTree(Object.entries(odd));
  assert.deepEqual([tree.count, tree.chapters.size, positionAt(tree, ROOT)], [0, 0, null]);
  assert.equal(createTree([["chapter.1", { size: "16", rule: "chess", start: "1,1 99,99 x" }]]).chapters.get(1).start.length, 1);
});

test("a move creates a node once, and comes back after its branch was deleted", () => {
  const tree = treeOf("7,7 8,8");
  assert.deepEqual(changes.moveAt(tree, ROOT, "7,7"), { id: idOf("7,7"), set: null });
  assert.deepEqual(changes.moveAt(tree, ROOT, "6,6"), { id: idOf("6,6"), set: { [`node.${idOf("6,6")}`]: `${ROOT} 6,6` } });
  tree.learn({ [`deleted.${idOf("7,7")}`]: "1" });
  assert.deepEqual(changes.moveAt(tree, ROOT, "7,7").set, { [`node.${idOf("7,7")}`]: `${ROOT} 7,7` });
});

test("promoting moves a branch up by one step, and the main line changes only on request", () => {
  const tree = treeOf("1,1", "2,2", "3,3");
  const set = changes.promotion(tree, idOf("3,3"));
  assert.deepEqual(set, { [`order.${ROOT}`]: "1,1 3,3 2,2" });
  tree.learn(set);
  assert.equal(changes.promotion(tree, idOf("1,1")), null);
  tree.learn(changes.mainLine(tree, idOf("2,2")));
  assert.equal(tree.mainEnd(1), idOf("2,2"));
  assert.equal(changes.mainLine(tree, idOf("2,2")), null);
  assert.equal(changes.promotion(tree, ROOT), null);
});

test("comments and marks are set, replaced and removed", () => {
  const tree = treeOf("7,7"), id = idOf("7,7");
  assert.deepEqual(changes.comment(tree, id, "p-1", " good "), { [`comment.${id}.p-1`]: "good" });
  tree.learn(changes.comment(tree, id, "p-1", "good"));
  assert.equal(changes.comment(tree, id, "p-1", "good"), null);
  assert.deepEqual(changes.comment(tree, id, "p-1", ""), { [`comment.${id}.p-1`]: null });
  tree.learn(changes.marking(tree, id, "1,1", "label:A"));
  assert.equal(changes.nextLetter(tree, id), "label:B");
  assert.deepEqual(changes.marking(tree, id, "1,1", "label:A"), { [`mark.${id}.1,1`]: null });
});

test("one's own change is undone with its revision", () => {
  const state = new Map([["comment.a.p", "old"]]), set = { "comment.a.p": "new", "mark.a.1,1": "circle" };
  const before = changes.formerly(state, set);
  assert.deepEqual(changes.undoing({ set, before, rev: 7 }), { set: { "comment.a.p": "old", "mark.a.1,1": null }, base: 7, guard: true });
  const lines = keysOf("7,7 8,8").set;
  assert.deepEqual(changes.undoing({ set: lines, before: {}, rev: 8 }), { set: { [`deleted.${idOf("7,7")}`]: "1" }, base: 8 });
  assert.deepEqual([changes.isUndoable(lines), changes.isUndoable(CHAPTER)], [true, false]);
});

test("a chapter of a game is its terms, its moves and its main line, in deltas that are small enough", () => {
  const tree = createTree(Object.entries(CHAPTER)), moves = Array.from({ length: 225 }, (_, at) => `${at % 15},${Math.floor(at / 15)}`);
  const made = changes.chapterOf(tree, { title: "Game", rule: "renju", size: 15, record: "e-1", moves: [...moves] });
  assert.equal(made.number, 2);
  assert.deepEqual(Object.values(made.sets[0])[0], { title: "Game", rule: "renju", size: "15", record: "e-1" });
  const read = createTree(made.sets.flatMap((set) => Object.entries(set)));
  assert.equal(positionAt(read, read.mainEnd(2)).moves.length, 225);
  assert.equal(changes.inParts(Object.fromEntries(moves.concat(moves.map((cell) => `b${cell}`)).map((cell) => [cell, 1]))).length, 2);
});

test("a position has stones, a winning row, forbidden points and the request of its analysis", () => {
  const tree = treeOf("7,7 0,0 8,7 0,1 9,7 0,2 10,7 0,3 11,7", "7,7 8,8");
  const won = positionAt(tree, idOf("7,7 0,0 8,7 0,1 9,7 0,2 10,7 0,3 11,7"));
  assert.deepEqual([won.over, won.line.length, won.next, won.last.number], [true, 5, "o", 9]);
  const two = positionAt(tree, idOf("7,7 8,8"));
  assert.deepEqual(inquiry(two), { rule: "freestyle", size: 15, turn: "x", x: ["7,7"], o: ["8,8"] });
  assert.equal(inquiry(two, true).turn, "o");
  const renju = createTree(Object.entries({ "chapter.1": { rule: "renju", size: "15", start: "7,6 0,0 7,8 0,2 6,7 0,4 8,7 0,6" } }));
  assert.equal(forbiddenIn(positionAt(renju, ROOT)).get("7,7"), "double-three");
  assert.equal(positionAt(renju, ROOT).last, undefined, "no move has been played yet");
  assert.equal(forbiddenIn(two), null);
});

test("positions are the same in another order of the moves and on a turned board", () => {
  const lines = ["7,7 8,8 6,6", "6,6 8,8 7,7", "7,7 8,6 6,8", "7,7 8,8 5,5", "8,8 7,7 6,6"], tree = treeOf(...lines), id = idOf(lines[0]);
  assert.deepEqual(twinsOf(tree, id, positionAt(tree, id)).sort(), [idOf(lines[1]), idOf(lines[2])].sort());
  tree.learn({ [`deleted.${idOf("6,6")}`]: "1" });
  assert.deepEqual(twinsOf(tree, id, positionAt(tree, id)), [idOf(lines[2])]);
  assert.deepEqual(twinsOf(tree, ROOT, positionAt(tree, ROOT)), []);
});

test("a participant goes to the followed cursor, and in a circle of followers one stays", () => {
  const cursors = new Map([["a", { node: "n1", follows: "b" }], ["b", { node: "n2", follows: "c" }], ["c", { node: "n3" }]]);
  assert.deepEqual([followedNode("a", "b", cursors), followedNode("b", "c", cursors), followedNode("a", "z", cursors)], ["n2", "n3", undefined]);
  cursors.get("c").follows = "a";
  assert.deepEqual(["a", "b", "c"].map((id) => followedNode(id, cursors.get(id).follows, cursors)), [undefined, "n3", "n1"]);
  assert.equal(followedNode("d", "a", cursors), "n1", "beside the circle");
});

test("an import adds what is missing, and replaces nothing", () => {
  const tree = treeOf("7,7 8,8"), me = "p-1", id = idOf("7,7");
  tree.learn({ [`comment.${id}.p-1`]: "Mine", [`mark.${id}.1,1`]: "circle" });
  const file = (title) => ({
    chapter: { title, rule: "freestyle", size: "15" }, nodes: [[0, "7,7"], [1, "8,8"], [1, "6,6"]],
    comments: { 1: "Theirs", 2: "Mine" }, marks: { 1: { "1,1": "square", "2,2": "label:A" } }, main: 3,
  });
  const merged = imported(tree, [file("Study")], me);
  assert.deepEqual(merged, { number: 1, sets: [{
    [`node.${idOf("7,7 6,6")}`]: `${id} 6,6`, [`comment.${id}.p-1`]: "Mine\n\nTheirs", [`comment.${idOf("7,7 8,8")}.p-1`]: "Mine", [`mark.${id}.2,2`]: "label:A",
  }] });
  tree.learn(merged.sets[0]);
  assert.deepEqual(imported(tree, [file("Study")], me), { number: 1, sets: [] }, "a second time");
  const other = imported(tree, [file("Other"), file("Study")], me);
  assert.deepEqual([other.number, Object.keys(other.sets[0]).filter((key) => /^(chapter|main)/.test(key))], [2, ["chapter.2", "main.2"]]);
  assert.equal(imported(tree, Array.from({ length: 65 }, (_, at) => file(`c${at}`)), me), null, "too many chapters");
  const [set] = imported(createTree(), [{ ...file("Long"), comments: { 1: "é".repeat(3_000) } }], me).sets;
  assert.equal(new TextEncoder().encode(set[`comment.${id}.p-1`]).length, 4_000);
});

test("moves are read from an address, in both notations", () => {
  assert.deepEqual(movesIn("#h8i9j10", 15), ["7,7", "8,6", "9,5"]);
  assert.deepEqual(movesIn("#7,7;8,8", 15), ["7,7", "8,8"]);
  assert.deepEqual(movesIn("", 15), []);
  assert.deepEqual([movesIn("#h8%20i9", 15), movesIn("#7%2C7;8,6", 15)], [["7,7", "8,6"], ["7,7", "8,6"]]);
  for (const bad of ["#%", "#h8h8", "#z9", "#h99", "#<b>", "#h16"]) assert.equal(movesIn(bad, 15), null, bad);
});

test("rows have the moves of a line side by side, and alternatives below them", () => {
  const tree = treeOf("7,7 8,8 9,9", "7,7 6,6 5,5", "7,7 4,4");
  const names = ({ rows }) => rows.map(({ level, items }) => `${level}: ${items.map(({ id }) => tree.nodes.get(id)?.cell ?? "start").join(" ")}`);
  assert.deepEqual(names(rowsOf(tree, ROOT, () => 2)), ["1: start 7,7", "1: 8,8", "2: 6,6 5,5", "2: 4,4", "1: 9,9"]);
  const eight = idOf("7,7 8,8"), { rows, places } = rowsOf(tree, ROOT, () => 9, new Set([eight]));
  assert.deepEqual(names({ rows }), ["1: start 7,7 8,8 9,9"]);
  assert.deepEqual([places.get(eight).item.alternatives, places.get(eight).column, places.get(eight).item.line.count], [2, 2, 4]);
  assert.equal(places.has(idOf("7,7 4,4")), false);
});

test("a tree of 20,000 nodes is read and laid out in little time", () => {
  const random = randomFrom(seed), state = new Map(Object.entries(CHAPTER)), ids = [ROOT];
  while (ids.length <= 20_000) {
    const parent = random() < 0.8 ? ids.at(-1) : ids[Math.floor(random() * ids.length)], id = `n${ids.length}`;
    state.set(`node.${id}`, `${parent} ${ids.length % 15},${Math.floor(ids.length / 15) % 15}`);
    ids.push(id);
  }
  let tree;
  const reading = spent(() => { tree = createTree(state); }), layout = spent(() => rowsOf(tree, ROOT, () => 4));
  assert.ok(reading < 1_000 && layout < 500, `${reading} ms, ${layout} ms`);
});

test("the engine asks once per position, not too often, and stops when nobody looks", () => {
  const clock = handClock(), sent = [], { engine } = started(clock, sent);
  const ask = (turn, lines = 3) => engine.want({ rule: "freestyle", size: 15, turn, x: ["7,7"], o: [], lines });
  ask("o");
  ask("o");
  assert.deepEqual(sent.map(({ id, turn }) => [id, turn]), [["a1", "o"]]);
  ask("x");
  assert.equal(sent.length, 1, "the second request waits");
  assert.equal(engine.receive({ type: "analysis", id: "a1", depth: 9, lines: [{ cell: "1,1" }] }), true);
  assert.equal(engine.answer, null, "an answer about the position before");
  clock.advance(PAUSE);
  assert.equal(sent[1].turn, "x");
  engine.receive({ type: "analysis", id: "a1", depth: 9, lines: [] });
  assert.equal(engine.answer, null, "an outdated answer");
  engine.receive({ type: "analysis", id: "a2", depth: 4, lines: [{ cell: "8,8", chance: 61 }] });
  assert.equal(engine.answer.lines[0].chance, 61);
  engine.want(null);
  assert.deepEqual([sent[2], engine.answer], [{ type: "analyse", id: "a2", stop: true }, null]);
  clock.advance(PAUSE);
  ask("x", 5);
  assert.deepEqual([sent[3].id, sent[3].lines], ["a3", 5], "another number of lines");
  engine.receive({ type: "analysis", id: "a3", depth: 4, lines: Array.from({ length: 9 }, (_, col) => ({ cell: `${col},0`, chance: 50 })) });
  assert.equal(engine.answer.lines.length, 5, "the server may send no more");
});

test("the engine tries again when the server is busy, and gives up if it does not know analyses", () => {
  const clock = handClock(), sent = [], { engine } = started(clock, sent);
  engine.want({ size: 15, turn: "x" });
  engine.receive({ type: "error", id: "a1", code: "busy", retryAfter: 2_000 });
  assert.deepEqual([engine.trouble, sent.length], ["busy", 1]);
  clock.advance(2_000);
  assert.equal(sent.length, 2);
  assert.equal(engine.receive({ type: "error", code: "bad-message", message: "The request \"dance\" does not exist." }), false);
  assert.equal(engine.receive({ type: "error", code: "bad-message", message: "The request \"analyse\" does not exist." }), true);
  engine.want({ size: 15, turn: "o" });
  clock.advance(60_000);
  assert.deepEqual([engine.trouble, sent.length], ["bad-message", 2]);
});

test("after a new connection the engine asks again", () => {
  const clock = handClock(), sent = [], { engine } = started(clock, sent);
  engine.again();
  assert.equal(sent.length, 0, "nothing was asked");
  engine.want({ size: 15, turn: "x" });
  engine.again();
  assert.deepEqual(sent.map(({ id }) => id), ["a1", "a2"]);
});

function started(clock, sent) {
  return { engine: createEngine({ send: (message) => sent.push(message), onChange() {}, clock }) };
}

test("an analysis is read without anything invalid", () => {
  const read = readAnalysis({
    depth: "x", done: 1, lines: [{ cell: "7,7", chance: 170, line: ["7,7", "99,1", 5] }, { cell: "<b>" }, null],
    claims: [{ kind: "wins", means: "fours", moves: 3, line: ["7,7"] }, { kind: "believes" }, { kind: "only-hold", points: ["1,1", "x"] }],
  }, 15);
  assert.deepEqual([read.depth, read.done, read.lines.length, read.lines[0].chance, read.lines[0].line.length], [0, false, 1, 100, 1]);
  assert.deepEqual(read.claims.map(({ kind, points }) => [kind, points.length]), [["wins", 0], ["only-hold", 1]]);
  assert.deepEqual(readAnalysis({}, 15).lines, []);
});

test("the dialog of shortcuts has every key of the analysis board", () => {
  const names = { "←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown" };
  const shown = new Set(GROUPS.study.flat().map((key) => names[key] ?? (key.length === 1 ? key.toLowerCase() : key)));
  assert.deepEqual(Object.keys(KEYS).filter((key) => !shown.has(key)), []);
});

test("a drawing is added, gets another colour, and is removed, within limits", () => {
  const drawings = createDrawings(), arrow = { from: "7,7", to: "9,9" };
  drawings.toggle("a", { ...arrow, colour: "green" });
  drawings.toggle("a", { from: "7,7", to: "7,7", colour: "red" });
  drawings.toggle("a", { ...arrow, colour: "blue" });
  assert.deepEqual(drawings.at("a").map(({ to, colour }) => [to, colour]), [["7,7", "red"], ["9,9", "blue"]]);
  drawings.toggle("a", { ...arrow, colour: "blue" });
  assert.equal(drawings.at("a").length, 1);
  drawings.clear("a");
  assert.deepEqual(drawings.at("a"), []);
  for (let number = 0; number < 200; number += 1) {
    drawings.toggle("a", { from: `${number % 15},${Math.floor(number / 15)}`, to: "0,0", colour: "red" });
    drawings.toggle(`n${number}`, { ...arrow, colour: "red" });
  }
  assert.deepEqual([drawings.at("a").length, drawings.at("n0").length, drawings.at("n199").length], [40, 0, 1]);
  const keys = [{}, { shiftKey: true }, { ctrlKey: true }, { altKey: true }, { shiftKey: true, altKey: true }];
  assert.deepEqual(keys.map(colourOf), ["green", "red", "red", "blue", "yellow"]);
});

test("an arrow points at its end", () => {
  const corners = arrowPath({ x: 40, y: 40 }, { x: 40, y: 200 }).match(/-?[\d.]+ -?[\d.]+/g).map((corner) => corner.split(" ").map(Number));
  const lowest = Math.max(...corners.map(([, y]) => y));
  assert.deepEqual(corners.filter(([, y]) => y === lowest), [[40, 191]]);
  assert.deepEqual([Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))], [29, 51]);
});

const PAINT = { wood: "#dfb878", edge: "#c89a55", grid: "#6d4c22", coordinate: "#5e421d", x: "#15171a", xMark: "#f6f1e6", xEdge: "#000", o: "#fff", oMark: "#4a4337", oEdge: "#8d7f66", last: "#b3230c", red: "#a8201a", blue: "#003f91" };
const picture = (more) => pictureOf({ size: 15, moves: positionAt(treeOf("7,7 8,8 9,9"), idOf("7,7 8,8 9,9")).moves, colours: PAINT, title: "A study", ...more });

test("a picture has the stones, marks and drawings of a position, and nothing from outside", () => {
  const drawn = picture({
    title: `<script>"&\u0001\ud800`, marks: [{ col: 1, row: 1, mark: "label:<b>" }, { col: 7, row: 7, mark: "circle" }, { col: 2, row: 2, mark: "constructor" }],
    drawings: [{ from: { col: 3, row: 3 }, to: { col: 5, row: 5 }, colour: "red" }, { from: { col: 3, row: 3 }, to: { col: 3, row: 3 }, colour: "blue" }],
  });
  assert.equal(drawn.match(/translate\(/g).length, 6);
  assert.ok(drawn.includes(`fill="${PAINT.red}"`) && drawn.includes(`stroke="${PAINT.blue}"`));
  assert.ok(drawn.includes("<title>&#60;script&#62;&#34;&#38;\ufffd\ufffd</title>"), drawn.slice(0, 200));
  assert.ok(drawn.includes(">&#60;b&#62;</text>"));
  assert.doesNotMatch(drawn, /<(?:script|style|image|a|foreignObject|animate)\b|href|url\(|style=|undefined|NaN/);
  const open = [];
  for (const [, end, name, empty] of drawn.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (end) assert.equal(open.pop(), name);
    else if (!empty) open.push(name);
  }
  assert.deepEqual(open, [], "every element ends");
});

test("in an animation each stone appears after the one before it, and the first position stays", () => {
  const times = [...picture({ animated: true, start: 1 }).matchAll(/values="0;1" keyTimes="0;([\d.]+)" dur="([\d.]+)s"/g)].map(([, at, length]) => (at * length).toFixed(1));
  assert.deepEqual(times, ["0.9", "1.8"]);
});
