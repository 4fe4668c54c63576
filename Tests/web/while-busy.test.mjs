// Requests for analyses to a server that is busy.

import test from "node:test";
import assert from "node:assert/strict";
import { createMemory } from "../../web-static/page/memory.js";
import { PAUSE, TRIES, askWhileBusy } from "../../web-static/net/while-busy.js";
import { hasPuzzle } from "../../web-static/table/own-puzzle.js";

/** Lets promises go on that wait for nothing else. */
const goOn = () => new Promise((done) => setImmediate(done));

/** Lets the pauses pass until `asking` ends. Returns its result. */
async function pass(context, asking) {
  const progress = { isOver: false };
  asking.then(() => { progress.isOver = true; });
  for (await goOn(); !progress.isOver; await goOn()) context.mock.timers.tick(PAUSE);
  return asking;
}

test("a request is repeated while the server is busy, up to a limit", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const count = async (statuses, isWanted = () => true) => {
    let asked = 0;
    const answer = await pass(context, askWhileBusy(async () => ({ status: statuses[Math.min(asked++, statuses.length - 1)] }), isWanted));
    return [asked, answer.status];
  };
  assert.deepEqual(await count([200]), [1, 200]);
  assert.deepEqual(await count([503, 503, 404]), [3, 404]);
  assert.deepEqual(await count([503]), [TRIES, 503]);
  assert.deepEqual(await count([503], () => false), [1, 503]);
  let looks = 0;
  assert.deepEqual(await count([503], () => (looks += 1) < 4), [2, 503], "unwanted after the second pause");
});

test("the loser's link to the puzzle appears when the server is no longer busy", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const statuses = [503, 503, 200], asked = [], kept = createMemory(() => { throw new Error("no storage"); });
  const replaced = { fetch: globalThis.fetch, document: globalThis.document };
  Object.assign(globalThis, { document: { baseURI: "http://localhost/" }, fetch: async (address) => {
    asked.push(String(address));
    const status = statuses.shift();
    return { ok: status === 200, status, json: async () => ({ id: "a puzzle" }) };
  } });
  context.after(() => Object.assign(globalThis, replaced));
  const found = await pass(context, hasPuzzle({ game: "kept-2", isWanted: () => true, me: "me", memory: kept }));
  assert.equal(found, true);
  assert.deepEqual(asked, Array(3).fill("http://localhost/api/games/kept-2/puzzle?missing=null"));
  assert.deepEqual(JSON.parse(kept.get("lost")), { game: "kept-2", me: "me" });
});
