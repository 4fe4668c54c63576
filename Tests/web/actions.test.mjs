// actions.js: the user's actions besides moves, questions to the user, and the deltas for them.
// Also muted participants and names.

import test from "node:test";
import assert from "node:assert/strict";
import { PLACES, actionsOf, movesBack, otherLevels, questionsOf, readMatch, takingBack } from "../../web-static/game/actions.js";
import { readGame, rights } from "../../web-static/game/game.js";
import { createMemory, createMuted } from "../../web-static/page/memory.js";
import { others } from "../../web-static/table/mute-dialog.js";
import { readMoves } from "../../web-static/table/report-model.js";
import { applied, unknownRoom } from "../../web-static/net/state.js";
import { randomFrom, seed } from "./helpers.mjs";

const NOW = 2_000_000;
function table(keys, moves = 0) {
  const state = new Map(Object.entries({ game: "3", rule: "standard", opening: "none", x: "p-a", o: "p-b", move: String(moves), ...keys }));
  for (let n = 1; n <= moves; n += 1) state.set(`col${n}`, String(n % 15)).set(`row${n}`, String(Math.floor(n / 15) + (n % 2)));
  const game = readGame(state), match = readMatch(state, game);
  return {
    game, match, state,
    actions: (me) => actionsOf(game, match, rights(game, me), state),
    asked: (me, now = NOW) => questionsOf(game, match, rights(game, me), state, now),
  };
}
const names = (list) => list.map(({ name }) => name);

test("each stage of a game offers exactly its own actions", () => {
  assert.deepEqual(names(table({}).actions("p-a")), ["hints", "leave"], "before the first move one leaves, and neither resigns nor calls off");
  assert.deepEqual(names(table({}).actions("p-b")), ["hints", "leave"]);
  assert.deepEqual(names(table({ o: null }).actions("p-a")), ["hint", "leave", "invite"]);
  assert.deepEqual(names(table({}, 1).actions("p-a")), ["takeback", "hints", "abort"]);
  assert.deepEqual(names(table({}, 6).actions("p-a")), ["takeback", "draw", "hints", "resign"]);
  assert.deepEqual(names(table({}, 6).actions("p-b")), ["takeback", "draw", "hints", "resign"]);
  assert.deepEqual(names(table({ hints: "yes" }, 6).actions("p-a")), ["takeback", "draw", "hint", "resign"], "both have agreed on hints");
  assert.deepEqual(names(table({ hints: "yes" }, 6).actions("p-b")), ["takeback", "draw", "resign"], "a hint is for whose turn it is");
  assert.deepEqual(names(table({ takebacks: "no" }, 6).actions("p-b")), ["draw", "hints", "resign"]);
  assert.deepEqual(names(table({ rated: "yes" }, 6).actions("p-a")), ["takeback", "draw", "resign"], "no hints in rated games");
  for (const moves of [0, 1, 6]) assert.deepEqual(table({}, moves).actions("p-c"), [], "who watches does nothing");
  assert.deepEqual(names(table({ x: null, o: null }).actions("p-c")), ["new-game"], "whom everybody has left a table to");
  assert.deepEqual(names(table({ o: "p-a" }, 6).actions("p-a")), ["undo", "hint", "resign", "new-game"], "both sides");
  assert.deepEqual(names(table({ o: "robot:3" }, 6).actions("p-a")), ["takeback", "hint", "resign"], "the computer takes no draw");
  assert.deepEqual(names(table({ result: "x", reason: "five" }, 9).actions("p-b")), ["rematch", "report", "new-game"]);
  assert.deepEqual(names(table({ result: "x", reason: "five" }, 9).actions("p-c")), ["report"], "the next game is the players' while both are present");
  assert.deepEqual(names(table({ o: null, result: "draw", reason: "aborted" }, 0).actions("p-c")), ["new-game"]);
});

test("hints between two players are offered by one and accepted by the other", () => {
  const set = (actions, name) => actions.find((action) => action.name === name)?.set;
  assert.deepEqual(set(table({}, 6).actions("p-b"), "hints"), { offer: "hints o" });
  assert.deepEqual(table({ offer: "hints o" }, 6).asked("p-a")[0].answers.map((answer) => answer.set), [{ hints: "yes" }, { offer: null }]);
  assert.deepEqual(table({ offer: "hints o" }, 6).asked("p-b")[0].kind, "own-hints");
  assert.deepEqual(table({ hints: "yes", xHints: "2" }, 6).match.hints, { agreed: true, x: 2, o: 0 });
  assert.equal(table({ refused: "hints x 4" }, 6).actions("p-a").find(({ name }) => name === "hints").wait.moves, 4);
});

test("after a game against the robot, an easier or harder level is offered", () => {
  const of = (robot, keys = {}) => {
    const { game, match, state } = table({ o: robot, result: "x", reason: "five", ...keys }, 9);
    return otherLevels(game, match, rights(game, "p-a"), state, { least: 1, most: 10 });
  };
  assert.deepEqual(of("robot:3").map(({ name, level }) => [name, level]), [["after", 4]], "nobody who has won finds it too hard");
  assert.deepEqual(of("robot:3", { result: "o" }).map(({ name, level }) => [name, level]), [["before", 2]], "nor too easy who has lost");
  assert.deepEqual(of("robot:3", { result: "draw" }).map(({ name, level }) => [name, level]), [["before", 2], ["after", 4]]);
  assert.deepEqual(of("robot:3")[0].set, { game: "4", rule: "standard", opening: "none", x: "robot:4", o: "p-a" });
  assert.deepEqual(of("robot:1").map(({ level }) => level), [2]);
  assert.deepEqual(of("robot:1", { result: "o" }), []);
  assert.deepEqual(of("robot:10"), []);
  assert.deepEqual(of("p-b"), [], "against a person");
  assert.deepEqual(of("robot:3", { result: undefined }), [], "while it runs");
});

test("actions send the deltas that the protocol documents", () => {
  const of = (actions, name) => actions.find((action) => action.name === name)?.set;
  const six = table({}, 6);
  assert.deepEqual(of(six.actions("p-a"), "draw"), { offer: "draw x" });
  assert.deepEqual(of(six.actions("p-b"), "takeback"), { offer: "takeback o" });
  assert.deepEqual(of(table({}, 1).actions("p-b"), "abort"), { result: "draw", reason: "aborted" });
  assert.deepEqual(of(table({}).actions("p-b"), "leave"), { o: null });
  assert.deepEqual(of(table({ o: "p-a" }).actions("p-a"), "leave"), { x: null, o: null });
  assert.deepEqual(takingBack(six.game, 2), { move: "4", col5: null, row5: null, col6: null, row6: null });
  assert.deepEqual([movesBack(six.game, six.match, "o"), movesBack(six.game, six.match, "x")], [1, 2]);
  const over = table({ result: "x", reason: "five", size: "19", clock: "300+5", takebacks: "no" }, 9);
  assert.deepEqual(of(over.actions("p-b"), "rematch"), { offer: "rematch o" });
  const offered = table({ result: "x", reason: "five", size: "19", clock: "300+5", opening: "swap2", takebacks: "no", offer: "rematch o" }, 9);
  assert.deepEqual(offered.asked("p-a")[0].answers[0].set,
    { game: "4", rule: "standard", x: "p-b", o: "p-a", size: "19", opening: "swap2", clock: "300+5", takebacks: "no" });
  assert.deepEqual(of(table({ o: "robot:3", result: "x" }, 9).actions("p-a"), "rematch"), { game: "4", rule: "standard", opening: "none", x: "robot:3", o: "p-a" });
});

test("an offer can be answered by the opponent, withdrawn by its author, and not by spectators", () => {
  const at = table({ offer: "takeback o" }, 6);
  assert.deepEqual(at.asked("p-a"), [{ kind: "takeback", side: "o", answers: [
    { name: "accept", set: { move: "5", col6: null, row6: null } }, { name: "refuse", set: { offer: null } }] }]);
  assert.deepEqual(at.asked("p-b"), [{ kind: "own-takeback", side: "o", answers: [{ name: "withdraw", set: { offer: null } }] }]);
  assert.deepEqual(at.asked("p-c"), []);
  assert.deepEqual(table({ offer: "draw x" }, 6).asked("p-b")[0].answers[0].set, { result: "draw", reason: "agreement" });
  for (const wrong of ["draw", "draw z", "war x", "", 7]) assert.deepEqual(table({ offer: wrong }, 6).asked("p-b"), [], String(wrong));
});

test("a refused offer can be repeated after six moves, and none can be made while one stands", () => {
  const draw = (keys, moves) => table(keys, moves).actions("p-a").find(({ name }) => name === "draw").wait;
  assert.deepEqual(draw({ refused: "draw x 6" }, 6), { code: "later", moves: 6 });
  assert.deepEqual(draw({ refused: "takeback o 9, draw x 6" }, 11), { code: "later", moves: 1 });
  assert.equal(draw({ refused: "draw x 6" }, 12), undefined);
  assert.equal(draw({ refused: "draw o 6" }, 7), undefined, "the other's");
  assert.deepEqual(draw({ offer: "takeback o" }, 6), { code: "standing" });
  assert.deepEqual(table({ result: "x", refused: "rematch x 9" }, 9).actions("p-a")[0].wait, { code: "refused", moves: 0 });
});

test("a win over an absent opponent can be claimed in time, and spectators are only told of it", () => {
  const at = table({ gone: `o ${NOW + 42_000}` }, 6);
  assert.deepEqual(at.asked("p-a"), [{ kind: "gone", side: "o", at: NOW + 42_000, answers: [] }]);
  assert.deepEqual(at.asked("p-a", NOW + 42_000)[0].answers, [{ name: "claim", set: { result: "x", reason: "abandoned" } }]);
  assert.equal(at.asked("p-c")[0].kind, "left");
  assert.deepEqual(at.asked("p-c", NOW + 99_000)[0].answers, [], "who watches claims nothing");
  assert.deepEqual(table({ gone: `o ${NOW}`, result: "x" }, 6).asked("p-a"), []);
});

test("a win on time can be claimed only if the server should have flagged and has not", () => {
  const at = table({ clock: "60+0", turn: "x", turnAt: String(NOW), xTime: "1000", oTime: "9000", xLag: "600", oLag: "600", began: "xo" }, 6);
  assert.deepEqual(at.asked("p-b", NOW + 1_600), []);
  assert.deepEqual(at.asked("p-b", NOW + 3_200)[0], { kind: "time", side: "x", answers: [{ name: "claim", set: { result: "o", reason: "time" } }] });
});

test("only the awaited player gets an opening's choices, and opening stones cannot be taken back", () => {
  const at = table({ opening: "swap2", phase: "choose-side", awaits: "o", choices: "black white more", steps: "1,1 2,0 3,1" }, 3);
  assert.deepEqual(at.asked("p-b")[0].answers, ["black", "white", "more"].map((choice) => ({ name: choice, set: { choice } })));
  assert.deepEqual(at.asked("p-a"), []);
  assert.ok(!names(at.actions("p-b")).includes("takeback"));
  const after = table({ opening: "swap2", steps: "1,1 2,0 3,1 black" }, 3);
  assert.equal(movesBack(after.game, after.match, "x"), 0);
  const picked = table({ opening: "rif", rule: "renju", steps: "1,1 2,0 3,1 stay 4,0 ?5,5 ?6,6 !5,1" }, 5);
  assert.equal(movesBack(picked.game, picked.match, "x"), 0, "a fifth move that was picked is a stone of the opening");
  const played = table({ opening: "swap2", steps: "1,1 2,0 3,1 black" }, 4);
  assert.deepEqual([movesBack(played.game, played.match, "o"), movesBack(played.game, played.match, "x")], [1, 0]);
});

test(`random states never break the actions, and no two actions share a place (SEED=${seed})`, () => {
  const random = randomFrom(seed), pick = (list) => list[Math.floor(random() * list.length)];
  const keys = ["offer", "refused", "gone", "takebacks", "rated", "choices", "phase", "awaits", "steps", "fifths", "clock", "turnAt", "result", "x", "o", "move"];
  const values = ["draw x", "takeback o", "rematch x", "x 5", "o 9999999999999999999", "no", "yes", "black white", "place-2", "pick-fifth", "x", "o", "p-a", "robot:3",
    "5,5 ?6,6 !7,7 ten", "300+5", "1", "12", null, true, 3, [1], { a: 1 }, "99,99"];
  for (let round = 0; round < 5_000; round += 1) {
    const at = table(Object.fromEntries(keys.filter(() => random() < 0.5).map((key) => [key, pick(values)])), Math.floor(random() * 8));
    for (const me of ["p-a", "p-b", "p-c"]) {
      at.asked(me);
      const places = names(at.actions(me)).map((name) => PLACES.findIndex((place) => place.includes(name)));
      assert.ok(!places.includes(-1) && new Set(places).size === places.length, String(names(at.actions(me))));
    }
  }
});

test("a seated but absent player has a name, from a snapshot and from a backlog", () => {
  const seated = [{ id: "p-b", name: "Bob" }];
  const whole = applied(unknownRoom("r"), { type: "snapshot", room: "r", epoch: "e", rev: 0, state: {}, participants: [{ id: "p-a", name: "Ann" }], seated });
  assert.deepEqual([whole.names.get("p-b"), whole.participants.has("p-b")], ["Bob", false]);
  const later = applied({ ...whole, names: new Map() }, { type: "deltas", room: "r", epoch: "e", deltas: [], participants: [{ id: "p-b", name: "Bobby" }], seated });
  assert.equal(later.names.get("p-b"), "Bobby", "who is here says the name now");
  assert.equal(applied(unknownRoom("r"), { type: "snapshot", room: "r", epoch: "e", rev: 0, state: {} }).names.size, 0);
});

test("muted participants stay muted across visits", () => {
  const kept = new Map(), storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
  const memory = createMemory(() => storage), muted = createMuted(memory);
  muted.set("p-b", true);
  muted.set("p-c", true);
  muted.set("p-b", false);
  assert.deepEqual([muted.has("p-b"), muted.has("p-c")], [false, true]);
  assert.ok(createMuted(memory).has("p-c"));
  for (let n = 0; n < 300; n += 1) muted.set(`p-${n}`, true);
  assert.ok(!muted.has("p-c") && muted.has("p-299"), "the oldest is heard again");
  const state = new Map([["x", "p-gone"], ["o", "robot:3"]]);
  const replica = { state, chat: [{ by: "p-b" }, { by: "p-me" }, {}], participants: new Map([["p-b", {}], ["p-d", {}]]) };
  assert.deepEqual(others({ replica, me: "p-me", nameOf: (id) => id.toUpperCase() }), ["p-b", "p-gone", "p-d"].map((id) => ({ id, name: id.toUpperCase() })));
});

test("a report is read without the entries that make no sense", () => {
  assert.deepEqual(readMoves([{ move: 1, cell: "7,7", score: 5, best: "8,8", bestScore: 9, kind: "mistake" }, { move: 2, cell: "99,1" }, null, { cell: "1,1" }, 7], 15),
    [{ number: 1, side: "x", point: { col: 7, row: 7 }, best: { col: 8, row: 8 }, kind: "mistake" }]);
  assert.deepEqual(readMoves("<img>", 15), []);
});
