// "Learn from your mistakes": the lines of proofs, the tasks of a report, the judgement of tries,
// the course of a lesson, and the questions to the server.

import test from "node:test";
import assert from "node:assert/strict";
import { proofLine } from "../../web-static/game/proof-line.js";
import { readProof } from "../../web-static/game/proofs.js";
import { analysisVerdict, positionAfter, reportVerdict } from "../../web-static/learn/judge.js";
import { createLesson, KEPT } from "../../web-static/learn/lesson.js";
import { mistakeNumbers, tasksOf } from "../../web-static/learn/mistakes.js";
import { createWitness, PATIENCE } from "../../web-static/learn/witness.js";
import { answerWords, taskWords, troubleWords, verdictWords } from "../../web-static/learn/words.js";
import { createMemory } from "../../web-static/page/memory.js";
import { readAnalysis } from "../../web-static/study/engine.js";
import { inquiry } from "../../web-static/study/position.js";
import { readReport } from "../../web-static/table/report-model.js";
import { LANGUAGES } from "../../web-static/texts/languages.js";
import { useTexts } from "../../web-static/texts/texts.js";
import { handClock } from "./helpers.mjs";

const SIZE = 15;
const cell = (text) => {
  const [col, row] = text.split(",").map(Number);
  return row * SIZE + col;
};
const point = (text) => ({ col: Number(text.split(",")[0]), row: Number(text.split(",")[1]) });
const words = (points) => points.map(({ col, row }) => `${col},${row}`).join(" ");

// Proofs.

const number = (value) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);
const list = (cells) => {
  const sorted = cells.map(cell).sort((one, other) => one - other);
  return [...number(sorted.length), ...sorted.flatMap((each, index) => number(index ? each - sorted[index - 1] - 1 : each))];
};
/** Returns a turn at the node `index`; an answer is the index of a node, or null for a five. */
const turn = (index, rest, named = {}) => {
  const code = (answer) => number(answer === null ? 0 : index - answer), cells = Object.keys(named).sort((one, other) => cell(one) - cell(other));
  return [...code(rest), ...list(cells), ...cells.flatMap((each) => code(named[each]))];
};
/** Returns the text of a proof; nodes are [move, rest, named]. */
const proofText = ({ rule = 0, mover, x, o, claim = 0, points = [], nodes, first }) => Buffer.from([
  1, rule, SIZE, mover === "x" ? 0 : 1, ...list(x), ...list(o), claim, ...(claim === 2 ? list(points) : points.flatMap((each) => number(cell(each)))),
  nodes.length, ...nodes.flatMap(([move, rest, named], index) => [...number(cell(move)), ...turn(index, rest, named)]), ...turn(nodes.length, ...first),
]).toString("base64url");

/** The example of docs/PROOFS.md: X wins with a double four at 7,7. */
const EXAMPLE = "AQAPAAZDDg4LAAACNDcAAXAAAAEA";
// X has an open three at 5,7 6,7 7,7. O loses unless it plays 4,7 or 8,7: after any other move, 8,7
// makes an open four, but after 9,7 it is 4,7.
const THREE = { x: ["5,7", "6,7", "7,7"], o: ["5,5", "9,2"] };
const ONLY = proofText({ mover: "o", ...THREE, claim: 2, points: ["4,7", "8,7"], nodes: [["8,7", null], ["4,7", null]], first: [0, { "9,7": 1 }] });

test("a proof is read from its bytes, and its line leads to the five", () => {
  const proof = readProof(EXAMPLE);
  assert.deepEqual([proof.rule, proof.size, proof.turn, proof.winner, proof.claim.kind], ["freestyle", 15, "x", "x", "wins"]);
  const line = proofLine(proof);
  assert.deepEqual([words(line.slice(0, 1)), line.length], ["7,7", 3], "a four, the stop, the five");
});

test("in a proof that only a few moves hold, each other move has its own line", () => {
  const proof = readProof(ONLY);
  assert.deepEqual([proof.winner, proof.claim.points], ["x", ["4,7", "8,7"].map(cell)]);
  assert.equal(words(proofLine(proof, point("0,0"))).startsWith("0,0 8,7 "), true);
  assert.equal(words(proofLine(proof, point("3,7"))), "3,7 8,7 4,7 9,7", "O stops one end, X plays the other");
  assert.equal(words(proofLine(proof, point("9,7"))), "9,7 4,7 3,7 8,7", "a named reply has an answer of its own");
  assert.deepEqual(proofLine(proof, point("4,7")), [], "a move that may hold");
  assert.deepEqual(proofLine(proof, point("5,5")), [], "an occupied point");
  assert.equal(words(proofLine(proof)).startsWith("9,7 4,7 "), true, "the reply with a named answer of the same length");
  const four = { x: ["4,7", "5,7", "6,7", "7,7"], o: ["8,7"], mover: "o", claim: 2, nodes: [], first: [null] };
  assert.equal(words(proofLine(readProof(proofText({ ...four, points: ["3,7"] })))), "0,0 3,7", "the longest resistance is a move that loses");
  const both = readProof(proofText({ ...four, x: [...four.x, "4,6", "4,5", "4,4"], points: ["3,7"] }));
  assert.deepEqual(proofLine(both, point("3,7")), [], "a move that may hold, after which X has another five");
});

test("a line ends where a move of the certificate completes a five", () => {
  const text = proofText({ mover: "x", x: ["3,7", "4,7", "5,7", "6,7"], o: ["0,0", "1,1", "2,2", "9,9"], nodes: [["2,7", null], ["7,7", 0]], first: [1] });
  assert.equal(words(proofLine(readProof(text))), "7,7");
});

test("a line avoids the points that renju forbids", () => {
  // O's five at 7,7 cannot be stopped, because X would make a row of six.
  const text = proofText({ rule: 2, mover: "x", x: ["2,7", "7,4", "7,5", "7,6", "7,8", "7,9"], o: ["3,7", "4,7", "5,7", "6,7", "7,3", "7,10"], claim: 2, points: [], nodes: [], first: [null] });
  assert.equal(words(proofLine(readProof(text))), "0,0 7,7");
});

test("a proof that does not fit its position has no line", () => {
  const onto = proofText({ mover: "x", x: ["3,7", "4,7", "5,7", "6,7"], o: ["7,7", "0,0"], nodes: [["7,7", null]], first: [0] });
  assert.deepEqual(proofLine(readProof(onto)), [], "a move onto a stone");
  assert.equal(readProof("<img>"), null);
});

// Tasks.

const move = (count, at, chance, kind = "good", more = {}) => ({ move: count, cell: at, chance, kind, ...more });
/**
 * A report with mistakes of X (moves 3 and 5) and O (moves 4, 6 and 8). X gives away chances, then
 * its win. O ignores a three, misses the only moves, and plays on in a lost position.
 */
const TOLD = {
  complete: true, appraised: 9, positions: 9, chance: 50,
  moves: [
    move(1, "5,7", 55, "opening"), move(2, "5,5", 55), move(3, "6,7", 30, "mistake", { best: "8,8" }), move(4, "9,2", 100, "blunder", { best: "7,7", claim: { winner: "x", proof: EXAMPLE } }),
    move(5, "7,7", 60, "missed-win", { best: "7,8" }), move(6, "0,0", 100, "blunder", { best: "4,7", claim: { winner: "x" } }), move(7, "8,7", 100), move(8, "4,7", 100, "blunder"),
  ],
  events: [
    { kind: "gave-up-win", move: 5, side: "x", line: ["7,8", "6,8", "8,8"] },
    { kind: "lost", move: 6, side: "o", line: ["8,7", "4,7", "9,7"] }, { kind: "missed-only-move", move: 6, side: "o", points: ["4,7", "8,7"], line: [], proof: ONLY },
    { kind: "lost-from-here", move: 7, side: "o", line: [] },
  ],
  summary: { x: {}, o: {} },
};
const tasks = (side, told = TOLD) => tasksOf(told, { size: SIZE, rule: "freestyle", side });

test("the tasks of a side are its proven and its costly mistakes, except those in lost positions", () => {
  const report = readReport(TOLD, SIZE);
  assert.deepEqual([mistakeNumbers(report, "x"), mistakeNumbers(report, "o")], [[3, 5], [4, 6]]);
  assert.deepEqual(mistakeNumbers(readReport({ ...TOLD, moves: TOLD.moves.slice(0, 2), events: null }, SIZE), "x"), []);
  const slight = { ...TOLD, events: [], moves: [move(1, "5,7", 50), move(2, "5,5", 62, "inaccuracy")] };
  assert.deepEqual(mistakeNumbers(readReport(slight, SIZE), "o"), [], "an inaccuracy without an event");
  assert.deepEqual(mistakeNumbers(readReport({ ...slight, events: [{ kind: "lost", move: 2, side: "o", line: [] }] }, SIZE), "o"), [2], "one that lost");
});

test("a task has the position before the mistake, and the report's chances and proofs", () => {
  const [costly, gaveUp] = tasks("x"), [, only] = tasks("o");
  assert.deepEqual([costly.stones.length, costly.stones.map(({ stone }) => stone).join(""), costly.before, costly.after], [2, "xo", 55, 30]);
  assert.deepEqual([gaveUp.wins, words(gaveUp.winLine), words([gaveUp.best])], [true, "7,8 6,8 8,8", "7,8"]);
  assert.deepEqual([only.before, only.after, only.loses, words(only.held), words(only.lossLine)], [40, 0, true, "4,7 8,7", "0,0 8,7 4,7 9,7"]);
  assert.equal(words(only.lossOf(point("3,7"))), "3,7 8,7 4,7 9,7");
  const proven = { ...TOLD, events: [{ ...TOLD.events[0], proof: EXAMPLE }] };
  assert.equal(words(tasks("x", proven)[1].winLine.slice(0, 1)), "7,7", "the proof comes before the line");
});

test("without an event, the claim after the move before shows the win that was missed", () => {
  const [, missed] = tasks("x", { ...TOLD, events: [] });
  assert.deepEqual([missed.number, words(missed.winLine.slice(0, 1)), words([missed.best])], [5, "7,7", "7,7"]);
});

// Verdicts.

const verdictOf = (task, at) => {
  const verdict = reportVerdict(task, point(at));
  return verdict && `${verdict.right ? "right" : "wrong"} ${verdict.why}`;
};

test("the report judges its best move, its proven wins and losses, and the move of the game", () => {
  const [costly, gaveUp] = tasks("x"), [, only] = tasks("o");
  assert.equal(verdictOf(costly, "8,8"), "right best");
  assert.equal(verdictOf(costly, "6,7"), "wrong cost");
  assert.equal(verdictOf(costly, "9,9"), null, "the report does not know it");
  assert.equal(verdictOf(gaveUp, "7,8"), "right wins");
  assert.equal(verdictOf(gaveUp, "7,7"), "wrong unproven");
  assert.equal(verdictOf(gaveUp, "9,9"), null);
  for (const at of ["4,7", "8,7"]) assert.equal(verdictOf(only, at), "right holds", "any move that may hold, not only the engine's");
  assert.equal(verdictOf(only, "3,7"), "wrong loses");
  assert.equal(verdictOf(only, "0,0"), "wrong loses");
  assert.equal(words(reportVerdict(only, point("0,0")).line), "0,0 8,7 4,7 9,7");
});

test("the report's best move is not called proven without a proof", () => {
  const bare = { ...TOLD, events: [], moves: TOLD.moves.map(({ claim, ...one }) => one) }, [, missed] = tasks("x", bare);
  assert.deepEqual([missed.wins, missed.winLine, words([missed.best])], [true, [], "7,8"]);
  assert.equal(verdictOf(missed, "7,8"), null, "the server judges it");
});

test("a five is right whatever the report says", () => {
  const task = { ...tasks("x")[0], stones: ["1,0", "2,0", "3,0", "4,0"].map((at) => ({ ...point(at), stone: "x" })), played: point("0,0") };
  assert.equal(verdictOf(task, "5,0"), "right five");
  assert.equal(verdictOf({ ...task, rule: "standard", stones: [...task.stones, { ...point("6,0"), stone: "x" }] }, "5,0"), null, "six in a row");
});

test("an analysis decides by a proof at once, and by the chance when it is done", () => {
  const [costly, gaveUp] = tasks("x"), at = point("9,9");
  const judged = (task, message) => {
    const verdict = analysisVerdict(task, at, readAnalysis(message, SIZE));
    return verdict && `${verdict.right ? "right" : "wrong"} ${verdict.why} ${verdict.chance ?? words(verdict.line)}`;
  };
  const line = (chance, more) => ({ done: true, lines: [{ cell: "1,1", chance, line: ["1,1"] }], claims: [], ...more });
  assert.equal(judged(costly, { done: false, claims: [{ kind: "wins", line: ["1,1", "2,2"] }] }), "wrong loses 9,9 1,1 2,2");
  assert.equal(judged(costly, { done: false, claims: [{ kind: "only-hold", points: [], line: ["1,1", "2,2"] }] }), "right wins 9,9 1,1 2,2");
  assert.equal(judged(costly, { done: false, claims: [{ kind: "only-hold", points: ["1,1"], line: [] }], lines: [] }), null, "the opponent may hold");
  assert.equal(judged(costly, line(40, { done: false })), null, "not done yet");
  assert.equal(judged(costly, line(54.4)), "right good 46", "55% before: a loss of 9 is good");
  assert.equal(judged(costly, line(55)), "wrong cost 45", "a loss of 10 is an inaccuracy in the report, too");
  assert.equal(judged(gaveUp, line(1)), "wrong unproven 99", "a proven win needs a proof");
  assert.equal(judged(costly, line(0)), "right good 99", "without a claim nothing is certain");
  assert.equal(judged(costly, { done: true, lines: [], claims: [] }), null);
});

test("the server is asked about the position after the try, with the opponent to move", () => {
  assert.deepEqual(inquiry(positionAfter(tasks("x")[0], point("9,9"))), { rule: "freestyle", size: 15, turn: "o", x: ["5,7", "9,9"], o: ["5,5"] });
});

test("every task, verdict, answer and trouble has whole sentences in every language", async () => {
  const [costly, gaveUp] = tasks("x"), [lost, only] = tasks("o"), at = point("9,9");
  const verdicts = [[true, "five"], [true, "wins"], [true, "holds"], [true, "best"], [true, "good"], [false, "loses"], [false, "unproven"], [false, "cost"]];
  for (const language of Object.keys(LANGUAGES)) {
    useTexts((await import(`../../web-static/texts/${language}/learn.js`)).TEXTS);
    const said = [
      ...[costly, gaveUp, { ...lost, held: null }, only].map(taskWords), ...verdicts.map(([right, why]) => verdictWords(only, { right, why, point: at, chance: 20, before: 40 })),
      ...[costly, gaveUp, only, { ...costly, best: null }].map(answerWords), ...["busy", "rated", "offline", "<img>"].map((code) => troubleWords(only, at, code)),
    ];
    assert.equal(new Set(said).size, said.length, language);
    for (const sentence of said) assert.doesNotMatch(sentence, /object|undefined|NaN|=>/, language);
    for (const sentence of said.slice(4, 12)) assert.match(sentence, /j6/, language);
    assert.notEqual(taskWords(only), taskWords({ ...only, held: null }), "only a few moves could hold");
    assert.match(verdictWords(only, { right: true, why: "holds", point: at }), /e8, i8/, language);
    assert.notEqual(verdictWords(only, { right: false, why: "loses", point: only.played }), verdictWords({ ...only, played: at }, { right: false, why: "loses", point: only.played }), "the move of the game");
  }
});

// The lesson.

const memoryOf = (map = new Map()) => createMemory(() => ({ getItem: (key) => map.get(key) ?? null, setItem: (key, value) => map.set(key, value), removeItem: (key) => map.delete(key) }));

test("a lesson goes from task to task, and returns to those that were skipped", () => {
  const lesson = createLesson({ memory: memoryOf(), game: "e-1", side: "x", numbers: [3, 5, 9] });
  assert.deepEqual([lesson.at, lesson.place, lesson.count], [3, 1, 3]);
  lesson.next();
  lesson.finish("found");
  lesson.finish("shown");
  assert.equal(lesson.resultOf(5), "found", "the first result counts");
  lesson.next();
  lesson.finish("shown");
  lesson.next();
  assert.deepEqual([lesson.at, lesson.found, lesson.done], [null, 1, 2], "the end");
  lesson.next();
  assert.equal(lesson.at, 3, "the skipped one");
  lesson.again();
  assert.deepEqual([lesson.at, lesson.done], [3, 0]);
});

test("a reload continues the lesson of the same game and side", () => {
  const memory = memoryOf(), open = (more) => createLesson({ memory, game: "e-1", side: "x", numbers: [3, 5, 9], ...more });
  const lesson = open();
  lesson.finish("found");
  lesson.next();
  lesson.next();
  assert.deepEqual([open().at, open().resultOf(3), open().resultOf(5)], [9, "found", null], "5 was skipped");
  assert.deepEqual([open({ side: "o" }).at, open({ game: "e-2" }).done, open({ game: null }).done], [3, 0, 0], "other lessons");
  assert.deepEqual([open({ numbers: [3, 5] }).at, open({ numbers: [9] }).done], [5, 0], "a report with other mistakes");
});

test("this browser keeps a limited number of lessons, and ignores broken ones", () => {
  const map = new Map(), memory = memoryOf(map);
  for (let game = 0; game <= KEPT; game += 1) createLesson({ memory, game: `e-${game}`, side: "x", numbers: [1] }).finish("found");
  assert.equal(JSON.parse(memory.get("learn")).length, KEPT);
  const done = (game) => createLesson({ memory, game, side: "x", numbers: [1] }).done;
  assert.deepEqual([done("e-0"), done(`e-${KEPT}`)], [0, 1], "the oldest one is gone");
  for (const broken of ["{", "7", "[null,7,{}]", '[{"id":"e-1 x","at":"<img>","results":{"1":"<img>"}}]', `[{"id":"e-1 x","at":1,"results":{"1":"found"}}]${" ".repeat(64_000)}`]) {
    memory.set("learn", broken);
    assert.deepEqual([done("e-1"), createLesson({ memory, game: "e-1", side: "x", numbers: [1] }).at], [0, 1], broken.slice(0, 40));
  }
});

// The witness.

function witnessOf(online = true, stays = true) {
  const sent = [], clock = handClock();
  return { sent, clock, witness: createWitness({ send: (message) => online && sent.push(message) > 0, isOnline: () => stays, clock }) };
}
const INQUIRY = { rule: "freestyle", size: 15, turn: "o", x: ["7,7"], o: [] };

test("an undecided answer is awaited, and a verdict stops the analysis", async () => {
  const { sent, witness, clock } = witnessOf(), answer = witness.ask(INQUIRY, ({ depth }) => (depth > 5 ? { depth } : null)), [{ id }] = sent;
  assert.deepEqual([sent[0].type, sent[0].lines, sent[0].x], ["analyse", 1, ["7,7"]]);
  witness.receive({ type: "analysis", id: "other", depth: 9 });
  witness.receive({ type: "analysis", id, depth: 3, done: false });
  witness.receive({ type: "analysis", id, depth: 8, done: false });
  assert.deepEqual(await answer, { verdict: { depth: 8 } });
  assert.deepEqual(sent.slice(1), [{ type: "analyse", id, stop: true }]);
  assert.equal(clock.waiting, 0);
});

test("errors, silence and a broken connection are told; a new question withdraws the one before", async () => {
  const { sent, witness, clock } = witnessOf(), ask = () => witness.ask(INQUIRY, () => null);
  const busy = ask();
  witness.receive({ type: "error", id: sent.at(-1).id, code: "busy" });
  assert.deepEqual(await busy, { trouble: "busy" });
  const done = ask();
  witness.receive({ type: "analysis", id: sent.at(-1).id, done: true });
  assert.deepEqual(await done, { trouble: "unknown" });
  const first = ask(), second = ask();
  assert.deepEqual(await first, {});
  const before = sent.length;
  witness.receive({ type: "welcome" });
  assert.deepEqual([sent.length, sent.at(-1).id], [before + 1, sent[before - 1].id], "asked again on a new connection");
  clock.advance(PATIENCE);
  assert.deepEqual(await second, { trouble: "silent" });
  assert.deepEqual(await witnessOf(false).witness.ask(INQUIRY, () => null), { trouble: "offline" });
  const lost = witnessOf(true, false), answer = lost.witness.ask(INQUIRY, () => null);
  lost.clock.advance(PATIENCE);
  assert.deepEqual(await answer, { trouble: "offline" }, "the connection was lost meanwhile");
  const old = ask();
  witness.receive({ type: "error", code: "bad-message", message: "The server does not know \"analyse\"." });
  assert.deepEqual(await old, { trouble: "bad-message" }, "a server without analyses");
});
