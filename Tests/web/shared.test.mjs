// Cases on which Swift and the page must agree: Tests/Fixtures/shared, written by the server's own
// referee (`make generate`).

import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { actionsOf, questionsOf, readMatch, rematch } from "../../web-static/game/actions.js";
import { clockSetting } from "../../web-static/game/clockwork.js";
import { readGame, rights, stonesOf } from "../../web-static/game/game.js";
import { objection, readOpening } from "../../web-static/game/openings.js";
import { forbiddenPoints } from "../../web-static/game/renju.js";
import { checkedTerms, seekOf, speedOf, termKeys } from "../../web-static/game/terms.js";
import { STEPS } from "../../web-static/table/opening-panel.js";

const fixture = (name) => JSON.parse(readFileSync(new URL(`../Fixtures/shared/${name}.json`, import.meta.url), "utf8"));
const stateOf = (keys) => new Map(Object.entries(keys));
const sorted = (set) => JSON.stringify(Object.entries(set).sort());

test("clock settings are parsed and classified as on the server", () => {
  for (const { text, reads, speed } of fixture("clocks")) {
    const read = clockSetting(text);
    assert.equal(Boolean(read), Boolean(reads), text);
    for (const [name, value] of Object.entries(reads ?? {})) assert.equal(read[name], value, `${text}: ${name}`);
    assert.equal(speedOf(text), speed ?? null, text);
  }
});

test("terms are the same in a New Game, a seek and a rematch", () => {
  for (const { delta, state, seek, rematch: again, speed } of fixture("terms")) {
    const terms = checkedTerms(delta), game = readGame(stateOf(state)), match = readMatch(stateOf(state), game);
    const { game: _, rule, size = "15", x, o, ...more } = delta;
    assert.deepEqual([terms.rule, String(terms.size)], [rule, size]);
    assert.equal(sorted(termKeys(terms)), sorted(more), JSON.stringify(delta));
    assert.equal(sorted(seekOf(terms)), sorted(seek), JSON.stringify(delta));
    assert.equal(sorted(rematch(game, match, stateOf(state))), sorted({ ...again, ...(state.opening === "none" && { opening: "none" }) }), JSON.stringify(state));
    assert.equal(speedOf(terms.clock), speed ?? null);
  }
});

test("each step of every opening awaits the same and allows the same points as on the server", () => {
  for (const { rule, opening, size, steps } of fixture("openings")) {
    for (const step of steps) {
      const state = stateOf(step.state), game = readGame(state), told = readOpening(state, game), where = `${opening}, ${rule}, ${step.phase}`;
      assert.deepEqual([game.phase, game.toMove, game.choices, game.size], [step.phase, step.awaits, step.choices, size], where);
      assert.ok(STEPS[opening].flat().includes(step.phase), `${where} is not taught`);
      if (step.next) assert.equal(game.next, step.next, where);
      const stoneAt = stonesOf(game.moves), points = [];
      for (let row = 0; row < size; row += 1) for (let col = 0; col < size; col += 1) if (!stoneAt(col, row)) points.push({ col, row });
      const open = points.filter((point) => !game.choices.length && !objection(game, told, point)).map(({ col, row }) => `${col},${row}`);
      const free = points.map(({ col, row }) => `${col},${row}`);
      const wanted = step.closed ? free.filter((point) => !step.closed.includes(point)) : step.open === "all" ? free : step.open === "none" ? [] : step.open;
      assert.deepEqual(open.sort(), [...wanted].sort(), where);
    }
  }
});

test("page and referee agree on rights, and on the actions that the page offers", () => {
  let offered = 0;
  for (const { name, state: keys, me: people, asks, forbidden } of fixture("positions")) {
    const state = stateOf(keys), game = readGame(state), match = game && readMatch(state, game);
    for (const [id, expected] of Object.entries(people)) {
      const may = rights(game, id || undefined), where = `${name}, ${id || "nobody"}`;
      for (const right of ["sides", "move", "resign", "join", "start"]) assert.deepEqual(may[right], expected[right], `${where}: ${right}`);
      if (!game) continue;
      assert.deepEqual(may.sides.includes(game.toMove) ? game.choices : [], expected.choices, `${where}: choices`);
      const acts = [...actionsOf(game, match, may, state).filter(({ wait }) => !wait), ...questionsOf(game, match, may, state, 0).flatMap(({ answers }) => answers)];
      for (const { name: action, set } of acts.filter((act) => act.set)) {
        const asked = Object.values(asks?.[id] ?? {}).find((ask) => sorted(ask.set) === sorted(set));
        if (!asked) continue;
        offered += 1;
        assert.equal(asked.says, true, `${where}: ${action}`);
      }
    }
    if (forbidden) assert.deepEqual(Object.fromEntries(forbiddenPoints(game)), forbidden, name);
  }
  assert.ok(offered > 30, `${offered} offers were compared`);
});
