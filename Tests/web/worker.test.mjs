// The service worker: which files it keeps, and how long it waits for the server.

import test from "node:test";
import assert from "node:assert/strict";
import vm from "node:vm";
import { text } from "./site.mjs";

const SITE = "https://club.example/";
const bundle = (name) => `${SITE}bundle/${name}`;
const answer = (words = "") => ({ ok: true, redirected: false, status: 200, text: async () => words, clone() { return this; } });

/** Returns a worker with an empty cache. `fetch` and `timer` replace the browser's. */
function createWorker({ fetch = async () => answer(), timer = () => {}, isFull = false } = {}) {
  const stored = new Map();
  const cache = {
    match: async (url) => stored.get(url),
    put: async (url, given) => {
      if (isFull) throw new Error("full");
      stored.set(url, given);
    },
    delete: async (request) => stored.delete(request.url ?? request),
    keys: async () => [...stored.keys()].map((url) => ({ url })),
  };
  const context = vm.createContext({
    self: { addEventListener() {}, registration: { scope: SITE }, location: new URL("worker.js?language=de", SITE) },
    caches: { open: async () => cache, match: async (url) => stored.get(url) },
    fetch, setTimeout: timer, URL, URLSearchParams, Promise, Error, Set, RegExp, Object, String,
  });
  vm.runInContext(text("worker.js"), context);
  return { stored, cache, call: (name, ...given) => vm.runInContext(name, context)(...given) };
}

test("of old versions the oldest files are deleted, and no file that a stored document names", async () => {
  const { stored, cache, call } = createWorker();
  stored.set(bundle("looks.0.js"), answer());
  for (let n = 1; n <= 45; n += 1) stored.set(bundle(`old.${n}.js`), answer());
  stored.set(`${SITE}lobby/lobby.css`, answer());
  stored.set(`${SITE}home.html`, answer('<script src="bundle/looks.0.js"></script>'));
  stored.set(`${SITE}index.html`, answer('<script src="bundle/old.1.js"></script>'));
  await call("evict", cache);
  const kept = [...stored.keys()].filter((url) => url.includes("/bundle/old.")).map((url) => Number(/old\.(\d+)/.exec(url)[1]));
  assert.deepEqual(kept, [1, ...Array.from({ length: 40 }, (_, index) => index + 6)]);
  for (const url of [bundle("looks.0.js"), `${SITE}lobby/lobby.css`]) assert.ok(stored.has(url), url);
});

test("a stored style sheet is served if the server does not answer in time; without one, the server is awaited", async () => {
  const pauses = [];
  const { stored, call } = createWorker({
    fetch: () => new Promise(() => {}),
    timer: (action, pause) => {
      pauses.push(pause);
      action();
    },
  });
  const sheet = `${SITE}page/lazy.css`, old = answer("old");
  stored.set(sheet, old);
  assert.equal(await call("newest", { url: sheet }, sheet), old);
  assert.deepEqual(pauses, [6_000]);
  stored.clear();
  call("newest", { url: sheet }, sheet);
  await new Promise((done) => { setImmediate(done); });
  assert.deepEqual(pauses, [6_000], "nothing to serve instead");
});

test("a full storage keeps no file from the page, and loses none that was stored", async () => {
  const fresh = answer("new"), { stored, call } = createWorker({ fetch: async () => fresh, isFull: true });
  const sheet = `${SITE}page/lazy.css`, old = answer("old");
  stored.set(sheet, old);
  assert.equal(await call("newest", { url: sheet }, sheet), fresh);
  assert.equal(stored.get(sheet), old);
});

test("a chunk of a language that the page asked for twice is stored under its own address", async () => {
  let asked = 0;
  const { stored, call } = createWorker({
    fetch: async () => {
      asked += 1;
      return answer("Worte");
    },
  });
  await call("versioned", { url: `${bundle("texts-de.1a2b.js")}?1` });
  assert.deepEqual([...stored.keys()], [bundle("texts-de.1a2b.js")]);
  await call("versioned", { url: bundle("texts-de.1a2b.js") });
  assert.equal(asked, 1);
  await call("versioned", { url: bundle("chunk.3c4d.js") });
  assert.deepEqual([...stored.keys()], [bundle("texts-de.1a2b.js")], "only languages");
});
