// The pure part of the puzzles: proofs, attempts, selection, ratings, reviews, runs.

import test from "node:test";
import assert from "node:assert/strict";
import { afterGame, START } from "../../web-static/game/glicko.js";
import { depthOf, readProof } from "../../web-static/game/proofs.js";
import { analysisAddress, orderOf } from "../../web-static/puzzles/analysis-link.js";
import { begin, chosen, explanation, hintOf, readPuzzle, tried } from "../../web-static/puzzles/attempt.js";
import { boardOf } from "../../web-static/puzzles/board-view.js";
import { daysAfter, isDay } from "../../web-static/puzzles/days.js";
import { afterResult, atTime, beginRun, clockText, modeIn, puzzleIn, runRating } from "../../web-static/puzzles/modes.js";
import { forbiddenAt, indexOf, nameAt, positionOf, withStone } from "../../web-static/game/places.js";
import { lineOf, longestReply } from "../../web-static/game/proof-line.js";
import * as records from "../../web-static/puzzles/record.js";
import { factWords, kindName, resultWords, taskWords } from "../../web-static/puzzles/wording.js";
import { TEXTS as FIRST } from "../../web-static/texts/en/first.js";
import { TEXTS as PUZZLES } from "../../web-static/texts/en/puzzles.js";
import { useTexts } from "../../web-static/texts/texts.js";
import { at, BALANCE, cells, DEFENCE, DOUBLE_FOUR, DRILL, EXAMPLE, EXAMPLE_BYTES, LONGER, names, proofText, SIZE } from "./puzzle-examples.mjs";

useTexts({ ...FIRST, ...PUZZLES });

test("a proof is read from the bytes that docs/PROOFS.md shows", () => {
  const bytes = EXAMPLE_BYTES.split(" ").map((each) => parseInt(each, 16));
  assert.equal(proofText(EXAMPLE), Buffer.from(bytes).toString("base64url"));
  const proof = readProof(proofText(EXAMPLE));
  assert.deepEqual([proof.rule, proof.size, proof.turn, proof.winner, proof.claim.kind], ["freestyle", 15, "x", "x", "wins"]);
  assert.equal(names(proof.x), "h11 h10 h9 e8 f8 g8");
  assert.deepEqual(proof.nodes, [{ move: at("h8"), rest: null, named: [] }]);
  assert.deepEqual([depthOf(proof, 0), depthOf(proof, null)], [2, 1]);
  const low = { ...EXAMPLE, x: cells("h2 h3 h4 d1 e1 f1"), o: cells("h5 c1"), nodes: [{ move: cells("g1")[0], rest: null, named: [] }] };
  assert.equal(nameAt(readProof(proofText(low)).nodes[0].move, SIZE), "g1", "a number of two bytes");
});

test("damaged proofs are refused: cut, longer, of another version, with a stone on a stone, no text", () => {
  const bytes = Buffer.from(proofText(EXAMPLE), "base64url"), text = (changed) => Buffer.from(changed).toString("base64url");
  for (let length = 0; length < bytes.length; length += 1) assert.equal(readProof(text(bytes.subarray(0, length))), null, `${length} bytes`);
  assert.equal(readProof(text([...bytes, 0])), null, "a byte too many");
  assert.equal(readProof(text([2, ...bytes.subarray(1)])), null, "version");
  // The first list's number of stones, 6, in two bytes: it has only one form.
  assert.equal(readProof(text([...bytes.subarray(0, 4), 0x86, 0, ...bytes.subarray(5)])), null, "a number that is longer than it needs");
  assert.equal(readProof(proofText({ ...EXAMPLE, o: cells("h11 d8") })), null, "a stone on a stone");
  for (const broken of [undefined, null, 7, "a b", "ä", "A"]) assert.equal(readProof(broken), null, String(broken));
});

test("the loser's reply is the one with the longest rest, the first of them, and a legal one", () => {
  const nodes = [{ move: at("a1"), rest: null, named: [] }, { move: at("a2"), rest: 0, named: [] }];
  const proof = { rule: "freestyle", winner: "x", nodes, depths: [2, 3] }, position = positionOf({ rule: "freestyle", size: SIZE, x: cells("h8"), o: [] });
  const reply = (point, answer) => ({ point: at(point), answer });
  const longest = (turn, held) => longestReply(proof, position, turn, held);
  assert.deepEqual(longest({ rest: null, named: [reply("c3", 0), reply("d3", 1), reply("e3", 1)] }), reply("d3", 1));
  assert.deepEqual(longest({ rest: null, named: [reply("h8", 1), reply("c3", 0)] }), reply("c3", 0), "h8 is taken");
  assert.deepEqual(longest({ rest: 1, named: [reply("a15", 0)] }), reply("b15", 1), "the first other point if the rest is longer");
  assert.deepEqual(longest({ rest: 1, named: [] }, [at("a15"), at("b15")]), reply("c15", 1), "points of the claim are no replies");
  const four = positionOf({ rule: "freestyle", size: SIZE, x: cells("e8 f8 g8 h8"), o: cells("d8") });
  assert.deepEqual(longestReply(proof, four, { rest: null, named: [] }), { point: at("i8"), answer: null }, "a stone on the five");
});

test("under renju, X does not answer on a forbidden point", () => {
  // h8 would be a double three of X.
  const position = positionOf({ rule: "renju", size: SIZE, x: cells("h10 h9 j8 i8"), o: [] });
  const proof = { rule: "renju", winner: "o", nodes: [], depths: [] };
  assert.deepEqual(longestReply(proof, position, { rest: null, named: [{ point: at("h8"), answer: null }, { point: at("a1"), answer: null }] }), { point: at("a1"), answer: null });
});

test("the winning move solves the puzzle, and the five is shown", () => {
  const puzzle = readPuzzle(DOUBLE_FOUR), { verdict, attempt } = tried(begin(puzzle), at("h8"));
  assert.equal(verdict, "solved");
  assert.equal(attempt.state, "solved");
  assert.equal(attempt.longer, false);
  // O stops a five, and X completes the other.
  assert.equal(attempt.moves.length, 3);
  assert.equal(names(attempt.moves.slice(0, 2)), "h8 i8");
  assert.equal(boardOf({ attempt, line: null, step: 0, hint: [] }).board.line.length, 5);
});

test("a move outside a complete book is a mistake; outside an incomplete one, and on a stone, it is none", () => {
  const wrong = tried(begin(readPuzzle(DOUBLE_FOUR)), at("a1"));
  assert.deepEqual([wrong.verdict, wrong.attempt.mistakes, wrong.attempt.state], ["wrong", 1, "open"]);
  const unknown = tried(begin(readPuzzle({ ...DOUBLE_FOUR, several: true })), at("a1"));
  assert.deepEqual([unknown.verdict, unknown.attempt.mistakes], ["unknown", 0]);
  assert.deepEqual(boardOf({ attempt: unknown.attempt, line: null, step: 0, hint: [] }).notes, [], "no mark of a mistake");
  assert.equal(tried(begin(readPuzzle({ ...DOUBLE_FOUR, several: undefined })), at("a1")).verdict, "unknown", "the server did not say");
  assert.equal(tried(begin(readPuzzle(DOUBLE_FOUR)), at("h12")).verdict, "illegal");
  assert.equal(tried(wrong.attempt, at("h8")).verdict, "solved", "the puzzle goes on after a mistake");
});

test("another proven win is right, and is called longer if it is", () => {
  const puzzle = readPuzzle({ ...DOUBLE_FOUR, also: [{ after: [], proof: proofText(LONGER) }] });
  const first = tried(begin(puzzle), at("h7"));
  assert.deepEqual([first.verdict, first.attempt.longer, names(first.attempt.moves)], ["right", true, "h7 h8"], "the defender answers at once");
  assert.deepEqual(names(hintOf(first.attempt)), "i8", "the play follows the other proof");
  const second = tried(first.attempt, at("i8"));
  assert.equal(second.verdict, "solved");
  assert.equal(tried(first.attempt, at("a1")).verdict, "wrong");
  const THIRD = { ...LONGER, x: [...LONGER.x, ...cells("h7")], o: [...LONGER.o, ...cells("h8")], nodes: [{ move: cells("j8")[0], rest: null, named: [] }], first: { rest: 0, named: [] } };
  const later = readPuzzle({ ...DOUBLE_FOUR, also: [{ after: [], proof: proofText(LONGER) }, { after: cells("h7 h8"), proof: proofText(THIRD) }] });
  assert.equal(tried(begin(later), at("j8")).verdict, "wrong", "not yet");
  assert.equal(tried(tried(begin(later), at("h7")).attempt, at("j8")).verdict, "solved", "a proof of the position after two moves");
  const elsewhere = readPuzzle({ ...DOUBLE_FOUR, also: [{ after: ["7,7", "8,7"], proof: proofText(LONGER) }] });
  assert.equal(tried(begin(elsewhere), at("h7")).verdict, "wrong", "a proof of another position of the book");
});

test("completing a five always wins", () => {
  const puzzle = readPuzzle({ ...DOUBLE_FOUR, x: cells("h11 h10 h9 h8 f8 g8"), several: false });
  const { verdict, attempt } = tried(begin(puzzle), at("h7"));
  assert.deepEqual([verdict, names(attempt.moves)], ["solved", "h7"]);
});

test("in a defence the holding point solves, and any other is answered by its refutation", () => {
  const puzzle = readPuzzle(DEFENCE), lost = tried(begin(puzzle), at("a2"));
  assert.deepEqual([lost.verdict, lost.attempt.mistakes, names(lost.refutation.slice(0, 2))], ["wrong", 1, "a2 h8"]);
  assert.equal(lost.refutation.length, 5 - 1, "O's move, X's double four, O's block, and the five");
  assert.equal(tried(begin(puzzle), at("h8")).verdict, "solved");
});

test("a drill is solved when all points are marked; others are mistakes, and stones are no points", () => {
  let result = { attempt: begin(readPuzzle(DRILL)) };
  const verdicts = ["h8", "a1", "h12", "h8", "h7", "i8"].map((name) => (result = tried(result.attempt, at(name))).verdict);
  assert.deepEqual(verdicts, ["right", "wrong", "illegal", "illegal", "right", "solved"]);
  assert.equal(result.attempt.mistakes, 1);
});

test("the better side is the one with the greater chance", () => {
  const attempt = begin(readPuzzle(BALANCE));
  assert.deepEqual(["x", "o"].map((side) => chosen(attempt, side).verdict), ["solved", "wrong"]);
  assert.equal(chosen(begin(readPuzzle({ ...BALANCE, chance: .3 })), "o").verdict, "solved");
});

test("puzzles that the page cannot show are refused", () => {
  assert.ok(readPuzzle(DOUBLE_FOUR));
  for (const broken of [null, {}, { ...DOUBLE_FOUR, id: "<b>" }, { ...DOUBLE_FOUR, kind: "new" }, { ...DOUBLE_FOUR, proof: "AA" }, { ...DOUBLE_FOUR, proof: undefined }, { ...DOUBLE_FOUR, x: ["15,0"] },
    { ...DOUBLE_FOUR, x: ["7,3"] }, { ...DOUBLE_FOUR, turn: "z" }, { ...DEFENCE, points: [] }, { ...DEFENCE, proof: DOUBLE_FOUR.proof }, { ...DOUBLE_FOUR, proof: DEFENCE.proof }]) assert.equal(readPuzzle(broken), null, JSON.stringify(broken));
});

test("no damaged member of a stored puzzle stops the page", () => {
  const damage = [null, 7, -1, "x", "__proto__", true, {}, [], [null], [7], ["7,7"], [{ after: 7, proof: proofText(LONGER) }], [{ after: [null] }], [{ proof: {} }]];
  for (const whole of [DOUBLE_FOUR, DEFENCE, DRILL, BALANCE]) {
    for (const name of [...Object.keys(whole), "points", "ask"]) {
      for (const value of damage) {
        const read = readPuzzle({ ...whole, [name]: value });
        if (!read) continue;
        const words = () => [taskWords(read), factWords(read, true), kindName(read.kind), analysisAddress(read, [], "")];
        assert.doesNotThrow(() => [words(), tried(begin(read), at("h7")), boardOf({ attempt: begin(read), line: null, step: 0, hint: [] })], `${whole.kind}: ${name} = ${JSON.stringify(value)}`);
      }
    }
  }
});

test("after a puzzle the line is the person's own win, the certificate's, or the point that holds", () => {
  const puzzle = readPuzzle(DOUBLE_FOUR), won = tried(begin(puzzle), at("h8")).attempt;
  assert.deepEqual(explanation(won), won.moves);
  assert.deepEqual(names(explanation({ ...begin(puzzle), state: "given-up" })).split(" ").slice(0, 2), ["h8", "i8"]);
  const missed = tried(begin(readPuzzle(DEFENCE)), at("a2")).attempt;
  for (const attempt of [begin(readPuzzle(DEFENCE)), missed]) assert.equal(names(explanation({ ...attempt, state: "given-up" })), "h8");
  assert.deepEqual(lineOf(puzzle.main, positionOf(puzzle), null), [], "without a five there is no line");
});

test("the board shows a step of a line with the arrow to the next move", () => {
  const puzzle = readPuzzle(DOUBLE_FOUR), line = explanation({ ...begin(puzzle), state: "given-up" });
  const { board, arrows, notes } = boardOf({ attempt: { ...begin(puzzle), state: "given-up" }, line, step: 1, hint: [] });
  assert.deepEqual([board.stones.length, board.stones.at(-1).number, board.playable], [9, 1, false]);
  assert.deepEqual([nameAt(arrows.from, SIZE), nameAt(arrows.next, SIZE)], ["h8", "i8"]);
  assert.deepEqual(notes, [["8,7", "next"]]);
});

test("the analysis link has the stones in an order in which they can be played, the last stone last", () => {
  const puzzle = { ...DOUBLE_FOUR, o: cells("h12 d8 i9 j9 k9 l1"), last: "7,3" };
  assert.equal(orderOf({ ...puzzle, o: cells("h12 d8") }), null, "six stones against two come from no game");
  const order = orderOf(puzzle);
  assert.equal(order.length, 12);
  assert.equal(nameAt(order[11], SIZE), "h12");
  order.forEach((index, place) => assert.ok((place % 2 ? puzzle.o : puzzle.x).map((cell) => indexOf(cell, SIZE)).includes(index)));
  assert.match(analysisAddress(readPuzzle(puzzle), [at("h8")], "Fours"), /^\?analysis=&rule=freestyle&size=15&title=Fours#(?:[a-o]\d+){12}h8$/);
});

test("under renju the order avoids points that are forbidden at their time", () => {
  // In the order of the list, X's last stone on h8 would make a double three, because O closes the
  // row on l8 only afterwards.
  const puzzle = { rule: "renju", size: SIZE, turn: "x", x: cells("h10 h9 i8 j8 h8"), o: cells("a1 a3 a5 a7 k8") };
  const order = orderOf(puzzle);
  assert.equal(order.length, 10);
  let position = positionOf({ ...puzzle, x: [], o: [] });
  for (const [place, index] of order.entries()) {
    assert.equal(forbiddenAt(position, index, place % 2 ? "o" : "x"), undefined, nameAt(index, SIZE));
    position = withStone(position, index, place % 2 ? "o" : "x");
  }
});

// The device's record.

const rating = (given) => ({ rating: 1_500, deviation: 200, volatility: .06, games: 0, ...given });

test("ratings follow the example of the Glicko-2 paper, one game at a time, as on the server", () => {
  const won = afterGame(rating(), { rating: 1_400, deviation: 30 }, 1, .5);
  // Calculated separately, with a bisection for the volatility.
  assert.deepEqual([won.rating, won.deviation].map((each) => each.toFixed(2)), ["1563.56", "175.40"]);
  const lost = afterGame(START, { rating: 1_500, deviation: 110 }, 0, .75);
  assert.ok(lost.rating < 1_400 && lost.deviation < START.deviation, `${lost.rating} ± ${lost.deviation}`);
  assert.equal(lost.games, 1);
  // A result that the rating did not expect increases the volatility.
  const surprised = afterGame({ rating: 1_800, deviation: 50, volatility: .06, games: 9 }, { rating: 1_500, deviation: 110 }, 0, .75);
  assert.deepEqual([surprised.rating.toFixed(1), surprised.volatility > .06], ["1788.3", true]);
});

const NEW = records.createRecord(7), TODAY = "2026-11-26";
const note = (record, id, isSuccess, more) => records.noted(record, { id, rating: 1_500 }, { isSuccess, weight: 1, today: TODAY, ...more });

test("a puzzle counts for the rating once, a theme counts half, and a run not at all", () => {
  const once = note(NEW, "AAAAAAAAAA0", true), twice = note(once, "AAAAAAAAAA0", true);
  assert.ok(once.rating.rating > 1_600);
  assert.deepEqual(twice.rating, once.rating);
  const half = note(NEW, "AAAAAAAAAA0", true, { weight: .5 });
  assert.ok(Math.abs(half.rating.rating - 1_500 - (once.rating.rating - 1_500) / 2) < 1e-9);
  assert.deepEqual(note(NEW, "AAAAAAAAAA0", true, { weight: 0 }).rating, NEW.rating);
  assert.deepEqual(note(note(NEW, "AAAAAAAAAA0", false, { weight: 0 }), "AAAAAAAAAA0", true).rating, NEW.rating, "solved in a second encounter");
});

test("a failed puzzle returns after 1, 3, 7 and 21 days, and starts over after another failure", () => {
  let record = note(NEW, "AAAAAAAAAA0", false), day = TODAY;
  const waits = [];
  for (;;) {
    const [next] = record.reviews;
    if (!next) break;
    waits.push((Date.parse(next.due) - Date.parse(day)) / 86_400_000);
    assert.deepEqual(records.dueReviews(record, daysAfter(next.due, -1)), [], "not before its day");
    assert.deepEqual(records.dueReviews(record, next.due), ["AAAAAAAAAA0"]);
    day = next.due;
    record = records.noted(record, { id: "AAAAAAAAAA0" }, { isSuccess: true, today: day });
  }
  assert.deepEqual(waits, records.INTERVALS);
  const failed = records.noted(note(NEW, "AAAAAAAAAA0", false), { id: "AAAAAAAAAA0" }, { isSuccess: false, today: "2026-12-24" });
  assert.deepEqual(failed.reviews, [{ id: "AAAAAAAAAA0", step: 0, due: "2026-12-25" }]);
  assert.deepEqual(records.noted(failed, { id: "AAAAAAAAAA0" }, { isSuccess: true, today: "2026-12-24" }).reviews, failed.reviews, "a success before the day does not count");
});

test("the streak of days grows once a day and breaks after a missed day", () => {
  const first = records.solvedDaily(NEW, "2026-02-28"), second = records.solvedDaily(records.solvedDaily(first, "2026-03-01"), "2026-03-01");
  assert.deepEqual([first.days.count, second.days.count], [1, 2]);
  assert.deepEqual(["2026-03-01", "2026-03-02", "2026-03-03"].map((day) => records.dayStreak(second, day)), [2, 2, 0]);
  assert.deepEqual(records.solvedDaily(second, "2026-03-09").days, { last: "2026-03-09", count: 1, best: 2, helped: [] });
  assert.deepEqual([isDay("2026-02-29"), isDay("2024-02-29"), isDay("x")], [false, true, false]);
});

test("help in the puzzles of the day is remembered for as many puzzles as there are rules", () => {
  const record = [0, 1, 2, 3, 4, 4].reduce((each, n) => records.withHelp(each, `AAAAAAAAAA${n}`), NEW), read = records.readRecord(records.recordText(record), 7, TODAY);
  assert.deepEqual(read.days, record.days);
  assert.deepEqual([0, 1, 4].map((n) => records.isHelped(read, `AAAAAAAAAA${n}`)), [false, true, true]);
});

test("a clock that was wrong does not freeze the streak of days", () => {
  const reread = (day) => records.readRecord(records.recordText(records.solvedDaily(NEW, day)), 7, TODAY);
  assert.equal(records.solvedDaily(reread("2031-01-01"), TODAY).days.last, TODAY);
  assert.equal(reread("2026-11-27").days.last, "2026-11-27", "a day ahead, as in other time zones");
});

test("a record survives its text, a damaged text gives a new one, and every list is limited", () => {
  let record = note(note(NEW, "AAAAAAAAAA0", false), "AAAAAAAAAA1", true);
  record = records.withPlace(records.withBest(record, "streak", 5), "freestyle 1500", 30);
  assert.deepEqual(records.readRecord(records.recordText(record), 1, TODAY), record);
  for (const text of [undefined, "", "{", "7", "{\"rating\":{\"rating\":\"a\"}}", "{\"done\":7,\"reviews\":{},\"days\":1,\"from\":[1]}"]) assert.deepEqual(records.readRecord(text, 7, TODAY).rating, START, text);
  for (const step of ["0", "length", 1.5, 4, -1]) assert.deepEqual(records.readRecord(JSON.stringify({ reviews: [{ id: "AAAAAAAAAA0", due: TODAY, step }] }), 7, TODAY).reviews, [], String(step));
  for (let n = 0; n < records.PLACES_LIMIT + 5; n += 1) record = records.withPlace(record, `key ${n}`, n + 1);
  assert.equal(Object.keys(record.from).length, records.PLACES_LIMIT);
  const id = (n) => String(n).padStart(11, "0");
  record = records.readRecord(JSON.stringify({ done: Array.from({ length: records.DONE_LIMIT }, (_, n) => id(n)).join(" ") }), 7, TODAY);
  record = note(record, "AAAAAAAAAA0", true);
  assert.deepEqual([record.done.length, records.isDone(record, id(0)), records.isDone(record, "AAAAAAAAAA0")], [records.DONE_LIMIT, false, true]);
});

test("a streak ends with a mistake; a sprint lasts three minutes, and a mistake costs ten seconds", () => {
  const streak = afterResult(afterResult(beginRun("streak", 0), "a", true, 1), "b", false, 2);
  assert.deepEqual([streak.solved, streak.over], [1, true]);
  const sprint = afterResult(beginRun("sprint", 0), "a", false, 1_000);
  assert.deepEqual([sprint.over, sprint.ends], [false, 170_000]);
  assert.equal(atTime(sprint, 169_999).over, false);
  assert.equal(atTime(sprint, 170_000).over, true);
  assert.equal(afterResult(sprint, "b", false, 165_000).over, true, "the penalty can end it");
  assert.deepEqual([169_999, 170_000].map((time) => afterResult(sprint, "b", true, time).solved), [1, 0], "a solution after the end");
  assert.equal(afterResult(sprint, "b", true, 170_000).over, true);
  assert.deepEqual(["streak", "sprint"].map((mode) => [0, 10, 100].map((solved) => runRating(mode, solved))), [[1_000, 1_400, 2_600], [900, 1_250, 2_600]]);
  assert.deepEqual([clockText(125_001, 0), clockText(0, 5)], ["2:06", "0:00"]);
});

test("the address names a mode or a puzzle", () => {
  assert.deepEqual(["?puzzles", "?puzzles=streak", "?puzzles=no"].map(modeIn), ["daily", "streak", "daily"]);
  assert.deepEqual(["?puzzle=AAAAAAAAAA0", "?puzzle=x", "?puzzles"].map(puzzleIn), ["AAAAAAAAAA0", null, null]);
});

test("every kind has its task, with nothing left out", () => {
  const puzzles = [DOUBLE_FOUR, { ...DOUBLE_FOUR, kind: "threats" }, DEFENCE, ...["open-threes", "fours", "forbidden", "new"].map((ask) => ({ ...DRILL, ask })), BALANCE];
  for (const puzzle of puzzles) {
    const read = readPuzzle(puzzle), words = [taskWords(read), factWords(read, true), kindName(puzzle.kind)].join(" ");
    assert.doesNotMatch(words, /undefined|\{|NaN/, puzzle.kind);
  }
  const lost = tried(begin(readPuzzle(DEFENCE)), at("a2"));
  const givenUp = { ...lost.attempt, state: "given-up" }, held = tried(lost.attempt, at("h8")).attempt;
  for (const attempt of [lost.attempt, givenUp, held]) assert.equal(resultWords({ ...lost, attempt, hint: [], line: lost.refutation }), "This move loses. Step through the line to see why.", attempt.state);
  assert.equal(resultWords({ ...lost, attempt: givenUp, hint: [], line: explanation(givenUp) }), "This is the solution.");
  assert.equal(resultWords({ ...chosen(begin(readPuzzle(BALANCE)), "o"), hint: [] }), "The other side is better. X wins 70\u00a0% of games from here.");
  assert.equal(resultWords({ attempt: { ...begin(readPuzzle(BALANCE)), state: "given-up" }, hint: [] }), "This is the solution. X wins 70\u00a0% of games from here.");
});
