// Ratings, the score of two players, and the table's title: decisions that need no page.

import test from "node:test";
import assert from "node:assert/strict";
import { ratingText, isUncertain } from "../../web-static/game/ratings.js";
import { pointsText, scoreBetween } from "../../web-static/game/score.js";
import { createScore, earlierGames } from "../../web-static/table/score.js";
import { tableTitle } from "../../web-static/table/title.js";
import { TEXTS } from "../../web-static/texts/en/first.js";
import { T } from "../../web-static/texts/texts.js";

Object.assign(T, TEXTS);

test("a rating has a question mark before the first rated game and while it is uncertain", () => {
  assert.equal(ratingText(undefined), "1500?");
  assert.equal(ratingText({ rating: 1612.4, deviation: 200 }), "1612?");
  assert.equal(ratingText({ rating: 1612.6, deviation: 60 }), "1613");
  assert.deepEqual([110, 111, undefined].map((deviation) => isUncertain({ rating: 1500, deviation })), [false, true, true]);
});

test("the score counts the games between the two players, whichever side they had", () => {
  const games = [
    { number: "1", x: "ann", o: "bob", result: "x" }, { number: "2", x: "bob", o: "ann", result: "x" },
    { number: "3", x: "ann", o: "bob", result: "draw" }, { number: "4", x: "bob", o: "ann", result: "o" },
    { number: "5", x: "eve", o: "ann", result: "x" }, { number: "6", x: "ann", o: "bob", result: "nonsense" },
  ];
  assert.deepEqual(scoreBetween(games, { x: "bob", o: "ann" }), { ann: 2.5, bob: 1.5, games: 4 });
  assert.deepEqual(scoreBetween([], { x: "bob", o: "ann" }), { ann: 0, bob: 0, games: 0 });
  assert.deepEqual([0, 0.5, 1, 2.5].map(pointsText), ["0", "½", "1", "2½"]);
});

test("the score counts only games of this room", () => {
  const games = [
    { id: "k3-2", number: 2, x: { id: "ann" }, o: { id: "bob" }, result: "o" }, { id: "k31-1", number: 1, x: { id: "ann" }, o: { id: "bob" }, result: "x" },
    { id: "k3-1", number: "1", x: {}, result: "x" },
  ];
  assert.deepEqual(earlierGames(games, "k3"), [
    { number: "2", x: "ann", o: "bob", result: "o" }, { number: "1", x: undefined, o: undefined, result: "x" },
  ]);
  assert.deepEqual(earlierGames("nonsense", "k3"), []);
});

test("a room with a random name is titled with its players, and never with the random name of the server", () => {
  const name = (id) => ({ ann: "Ann", bob: "Bob" })[id], game = { seats: { x: "ann", o: "bob" } };
  assert.equal(tableTitle("g0123456789ab", game, name), "Ann – Bob");
  assert.equal(tableTitle("g0123456789ab", { seats: { x: "ann", o: null } }, name), "Game");
  assert.equal(tableTitle("g0123456789ab", null, name), "Game");
  assert.equal(tableTitle("calm-otter-42", game, name), "Ann – Bob");
  assert.equal(tableTitle("calm-otter-42", null, name), "Calm otter 42");
  assert.equal(tableTitle("calm-otter-42", { seats: { x: "ann", o: "ann" } }, name), "Calm otter 42");
  assert.equal(tableTitle("lunch", game, name), "lunch");
});

test("a room that restarted under another epoch has a new score", async () => {
  const told = [], asked = [];
  const table = { me: "ann", replica: { epoch: "one" } };
  const ask = (path) => new Promise((resolve) => { asked.push({ path, resolve }); });
  const score = createScore({ table, onChange: () => told.push("changed"), ask });
  const game = (number, result = null) => ({ number, result, reason: "five", moves: [1, 2, 3], seats: { x: "ann", o: "bob" } });
  score.of(game("1", "x"));
  assert.deepEqual(score.of(game("2")), { ann: 1, bob: 0, games: 1 });
  table.replica = { epoch: "two" };
  assert.deepEqual(score.of(game("2")), { ann: 0, bob: 0, games: 0 });
  asked[0].resolve({ games: [{ id: "one-7", number: 7, x: { id: "ann" }, o: { id: "bob" }, result: "o" }] });
  await new Promise(setImmediate);
  assert.deepEqual([score.of(game("2")), told], [{ ann: 0, bob: 0, games: 0 }, []], "a late answer about the earlier epoch");
  asked[1].resolve({ games: [{ id: "two-1", number: 1, x: { id: "bob" }, o: { id: "ann" }, result: "x" }, { id: "one-7", number: 7, x: { id: "ann" }, o: { id: "bob" }, result: "o" }] });
  await new Promise(setImmediate);
  assert.deepEqual([score.of(game("2")), told, asked.length], [{ ann: 0, bob: 1, games: 1 }, ["changed"], 2]);
});
