// openings.js and opening-words.js: the points that an opening allows, equivalent fifth moves, and
// the sentences about them.

import test from "node:test";
import assert from "node:assert/strict";
import { STEPS, stepStates } from "../../web-static/table/opening-panel.js";
import { readGame, rights } from "../../web-static/game/game.js";
import { objection, openingMarks, openingsOf, readOpening, twinsOf, OPENINGS } from "../../web-static/game/openings.js";
import { choiceWords, phaseWords, stepWords } from "../../web-static/texts/opening-words.js";
import { T, useTexts } from "../../web-static/texts/texts.js";
import { TEXTS } from "../../web-static/texts/en/match.js";
import { TEXTS as TERMS } from "../../web-static/texts/en/terms.js";

useTexts(TEXTS);
useTexts(TERMS);
const read = (keys, moves = []) => {
  const state = new Map(Object.entries({ game: "1", rule: "renju", x: "p-a", o: "p-b", move: String(moves.length), ...keys }));
  moves.forEach(([col, row], index) => state.set(`col${index + 1}`, String(col)).set(`row${index + 1}`, String(row)));
  const game = readGame(state);
  return { game, opening: readOpening(state, game) };
};
const free = ({ game, opening }) => game.size * game.size - game.moves.length - [...openingMarks(game, opening).values()].filter((mark) => mark === "outside").length;

test("each rule has exactly the openings that can be played under it", () => {
  assert.deepEqual(openingsOf("freestyle"), ["none", "swap", "swap2", "pro", "long-pro"]);
  assert.deepEqual(openingsOf("renju"), OPENINGS);
  for (const opening of OPENINGS) assert.ok(T.openings[opening] && T.openingSentences[opening], opening);
});

test("each step of an opening is done, current, skipped or still to come", () => {
  const states = (keys, opening = "taraguchi-10") => {
    const at = read({ opening, ...keys });
    return stepStates(at.game, at.opening).join();
  };
  assert.equal(states({ phase: "swap-4", choices: "swap stay ten", steps: "1,1 stay 2,0 stay 3,1 stay 4,0" }), "done,done,done,now,,,");
  assert.equal(states({ phase: "place-5", steps: "1,1 stay 2,0 stay 3,1 stay 4,0 stay" }), "done,done,done,done,now,,");
  assert.equal(states({ phase: "offer-fifths", steps: "1,1 stay 2,0 stay 3,1 stay 4,0 ten" }), "done,done,done,done,skipped,now,");
  assert.equal(states({ phase: "pick-fifth", steps: "1,1 stay 2,0 stay 3,1 stay 4,0 ten" }), "done,done,done,done,skipped,done,now");
  assert.equal(states({ phase: "pick-fifth", steps: "1,1 2,0 3,1 stay 4,0 fifths-8 stay" }, "soosorv-8"), "done,done,done,done,done,done,now");
});

test("each phase of an opening allows the right number of points", () => {
  const three = [[7, 7], [7, 6], [8, 6]];
  assert.equal(free(read({ opening: "pro", phase: "place-1", awaits: "x" })), 1);
  assert.equal(free(read({ opening: "pro", phase: "place-2", awaits: "o" }, three.slice(0, 1))), 224);
  assert.equal(free(read({ opening: "pro", phase: "place-3", awaits: "x" }, three.slice(0, 2))), 225 - 25);
  assert.equal(free(read({ opening: "long-pro", phase: "place-3", awaits: "x" }, three.slice(0, 2))), 225 - 49);
  assert.equal(free(read({ opening: "rif", phase: "place-2", awaits: "x" }, three.slice(0, 1))), 8);
  assert.equal(free(read({ opening: "taraguchi-10", phase: "place-3", awaits: "x" }, three.slice(0, 2))), 23);
  assert.equal(free(read({ opening: "taraguchi-10", phase: "place-4", awaits: "o" }, three)), 46);
  assert.equal(free(read({ opening: "swap2", phase: "place-3", awaits: "x" }, three.slice(0, 2))), 223);
  assert.equal(openingMarks(...Object.values(read({ opening: "swap2", phase: "choose-side", awaits: "o", choices: "black white more" }, three))).size, 0);
});

test("a fifth move that is a rotation or mirror image of an offered one is refused", () => {
  // Four stones that stay the same when mirrored at column h.
  const four = [[7, 7], [7, 6], [7, 9], [7, 5]];
  const at = read({ opening: "rif", phase: "offer-fifths", awaits: "x", fifths: "6,8", steps: "7,7 7,6 7,9 stay 7,5 ?6,8" }, four);
  assert.equal(at.opening.wanted, 2);
  assert.deepEqual([...twinsOf(at.game, { col: 6, row: 8 })].sort(), ["6,8", "8,8"]);
  assert.equal(objection(at.game, at.opening, { col: 8, row: 8 }), "same");
  assert.equal(objection(at.game, at.opening, { col: 6, row: 8 }), "same");
  assert.equal(objection(at.game, at.opening, { col: 9, row: 8 }), null);
  assert.equal(openingMarks(at.game, at.opening).get("6,8"), "fifth");
  assert.equal(openingMarks(at.game, at.opening).get("8,8"), "outside");
});

test("only a fifth move that was offered can be picked", () => {
  const at = read({ opening: "soosorv-8", phase: "pick-fifth", awaits: "o", fifths: "6,8 9,8", steps: "fifths-2" }, [[7, 7], [7, 6], [7, 9], [7, 5]]);
  assert.equal(objection(at.game, at.opening, { col: 9, row: 8 }), null);
  assert.equal(objection(at.game, at.opening, { col: 9, row: 9 }), "not-offered");
  assert.deepEqual([at.game.toMove, at.game.next], ["o", "x"], "O picks X's stone");
});

test("the number of fifth moves to offer is read from the opening's steps", () => {
  assert.equal(read({ opening: "soosorv-8", phase: "offer-fifths", steps: "7,7 fifths-5 swap" }).opening.wanted, 5);
  assert.equal(read({ opening: "taraguchi-10", phase: "offer-fifths", steps: "stay ten" }).opening.wanted, 10);
});

test("the awaited player and the others are told what an opening awaits", () => {
  const name = (id) => ({ "p-a": "Ann", "p-b": "Bob" })[id];
  const told = (keys, moves, me) => {
    const { game, opening } = read(keys, moves);
    return phaseWords(game, opening, rights(game, me), name);
  };
  assert.equal(told({ opening: "pro", phase: "place-3", awaits: "x" }, [[7, 7], [7, 6]], "p-a"), "Place stone 3: X, outside the central 5\u00a0×\u00a05.");
  assert.equal(told({ opening: "pro", phase: "place-3", awaits: "x" }, [[7, 7], [7, 6]], "p-b"), "Ann places stone 3.");
  assert.equal(told({ opening: "swap2", phase: "place-2", awaits: "x" }, [[7, 7]], "p-a"), "Place stone 2: O.", "one side places both kinds");
  const choice = { opening: "swap2", phase: "choose-side", awaits: "o", choices: "black white more" };
  assert.equal(told(choice, [], "p-b"), "Take a side, or add two stones (opponent chooses)?");
  assert.equal(told(choice, [], "p-a"), "Bob is choosing.");
  assert.equal(told({ ...choice, choices: "black white" }, [], "p-b"), "Which side do you take?");
  assert.equal(told({ opening: "taraguchi-10", phase: "swap-4", awaits: "o", choices: "swap stay ten" }, [], "p-b"), "Swap sides, keep yours, or offer ten fifth moves?");
  assert.equal(told({ opening: "rif", phase: "offer-fifths", awaits: "x", fifths: "1,1" }, [], "p-a"), "Offer possible fifth moves: 1 more.");
  assert.equal(told({ opening: "none" }, [], "p-a"), null);
  assert.equal(told({ opening: "pro", phase: "place-2", awaits: "o", o: "" }, [], "p-a"), null, "an open seat is told otherwise");
});

test("no move can be played while a choice is awaited", () => {
  const { game } = read({ opening: "swap", phase: "choose-side", awaits: "o", choices: "black white" }, [[7, 7], [7, 6], [8, 6]]);
  assert.equal(rights(game, "p-b").move, false);
  assert.deepEqual(game.choices, ["black", "white"]);
});

test("every choice has words, and every step other than a stone is described", () => {
  for (const choice of ["swap", "stay", "black", "white", "more", "ten", "fifths-1", "fifths-8"]) {
    assert.ok(choiceWords(choice), choice);
    assert.match(stepWords(choice, "Ann", () => ""), /Ann/, choice);
  }
  assert.equal(stepWords("?7,7", "Ann", ({ col, row }) => `${col}/${row}`), "7/7 is offered as a fifth move.");
  assert.equal(stepWords("7,7", "Ann", String), null);
  assert.equal(choiceWords("something-new"), "something-new");
});

test("each step of an opening has a sentence, and no phase belongs to two steps", () => {
  for (const opening of OPENINGS.slice(1)) {
    assert.equal(T.openingSteps[opening].length, STEPS[opening].length, opening);
    const phases = STEPS[opening].flat();
    assert.equal(new Set(phases).size, phases.length, `${opening}: no phase in two steps`);
  }
  const first = (opening) => STEPS[opening].flat().filter((phase) => phase.startsWith("place-")).length;
  assert.deepEqual(OPENINGS.slice(1).map(first), [3, 5, 3, 3, 4, 4, 5], "stones that are placed");
});
