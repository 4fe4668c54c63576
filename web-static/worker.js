// The page without a connection. This service worker stores the last versions of the page's
// documents, and serves them if the server cannot be reached.
//
// A file whose address contains its version is served from the cache if it is there. For the others
// the server is asked first, so that a new version appears at once. The API, gadgets and the
// WebSocket bypass this file.
//
// Of the languages, it stores the one that the page was in when it registered this file (the query
// of this file's address), and those that the page has fetched since.

const CACHE = "page";
/**
 * The number of versioned files to keep besides those of the stored documents: about three
 * versions.
 */
const KEPT = 40;
/** The longest wait for the server before the stored page is shown, in ms. */
const PATIENCE = 6_000;
/** The files, other than modules, that the page fetches later. */
const LATER = ["page/lazy.css", "table/game.css", "lobby/lobby.css", "learn/learn.css", "board/themes.css", "icon.svg", "manifest.webmanifest"];

const here = (path) => new URL(path, self.registration.scope).href;
const isVersioned = ({ pathname }) => pathname.includes("/bundle/");
/** Returns the language of a chunk with texts; undefined for another file. */
const languageOf = (address) => /\/bundle\/texts-([\w-]+)\.\w+\.js$/.exec(new URL(address).pathname)?.[1];
/** Returns the addresses of the versioned files that a document names. */
const namedIn = (html) => new Set([...html.matchAll(/bundle\/[\w.-]+\.(?:js|css)/g)].map(([path]) => here(path)));
/** The page's documents, with an address that leads to each. */
const DOCUMENTS = { "home.html": "./", "index.html": "./?room=a", "study.html": "./?analysis", "puzzles.html": "./?puzzles", "race.html": "./?race" };
/** The names that the server accepts for rooms (page/address.js). */
const ROOM = /^[A-Za-z\d][\w.~-]{0,63}$/;

/** Returns the server's document for that query (Sources/Web/PageDocument.swift). */
function documentFor(query) {
  if (query.has("lobby") || query.has("person")) return "home.html";
  if (query.has("analysis") && !query.has("record")) return "study.html";
  if (query.has("race") && !query.has("record")) return "race.html";
  if ((query.has("puzzles") || query.has("puzzle")) && !query.has("record")) return "puzzles.html";
  return query.has("record") || ROOM.test(query.get("room")?.trim() ?? "") ? "index.html" : "home.html";
}

const isPage = ({ href, pathname }) => href.startsWith(here("./")) && (pathname.endsWith("/") || pathname.endsWith("/index.html"));

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(Promise.all(Object.entries(DOCUMENTS).map(async ([path, address]) => keepPage(path, await fetch(here(address), { cache: "no-cache" })))));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (isPage(address)) event.respondWith(page(event, documentFor(address.searchParams)));
  } else if (isVersioned(address)) {
    event.respondWith(versioned(request));
  } else if (LATER.some((path) => here(path) === address.href)) {
    event.respondWith(newest(request, address.href));
  }
});

/** Returns the document at `path`, whatever the query is. */
async function page(event, path) {
  const asked = fetch(event.request);
  const cached = await caches.match(here(path));
  try {
    const answer = await (cached ? within(asked) : asked);
    if (answer.ok) event.waitUntil(keepPage(path, answer.clone()));
    return answer;
  } catch (error) {
    if (cached) return cached;
    throw error;
  }
}

const within = (asked) => Promise.race([asked, new Promise((_, reject) => { setTimeout(() => reject(new Error("slow")), PATIENCE); })]);

/** Stores a document with all its files, or nothing if one of them cannot be fetched. */
async function keepPage(path, answer) {
  if (!answer.ok || answer.redirected) return;
  const cache = await caches.open(CACHE), named = namedIn(await answer.clone().text()), before = await storedNames(cache, path);
  const spoken = new Set((await cache.keys()).map(({ url }) => languageOf(url))).add(new URL(self.location).searchParams.get("language"));
  await Promise.all([...named].filter((address) => !languageOf(address) || spoken.has(languageOf(address))).map((address) => keep(cache, address)));
  // The late files have no version in their address. They are of the same version as the document.
  if (before.size && String([...named]) !== String([...before])) await renew(cache, LATER.map(here));
  else await Promise.all(LATER.map((late) => keep(cache, here(late))));
  await cache.put(here(path), answer);
  await evict(cache);
}

/** Returns the addresses that the stored document at `path` names; none if it is not stored. */
async function storedNames(cache, path) {
  return namedIn(await (await cache.match(here(path)))?.text() ?? "");
}

/** Deletes the oldest versioned files that no stored document names. */
async function evict(cache) {
  const inUse = await Promise.all(Object.keys(DOCUMENTS).map((path) => storedNames(cache, path)));
  const keys = (await cache.keys()).filter(({ url }) => isVersioned(new URL(url)) && !inUse.some((named) => named.has(url)));
  for (const old of keys.slice(0, Math.max(0, keys.length - KEPT))) await cache.delete(old);
}

async function keep(cache, address) {
  if (!await cache.match(address)) await cache.put(address, await whole(address));
}

/** Replaces all of these files, or none if one of them cannot be fetched. */
async function renew(cache, addresses) {
  const answers = await Promise.all(addresses.map((address) => whole(address, { cache: "no-cache" })));
  await Promise.all(addresses.map((address, index) => cache.put(address, answers[index])));
}

async function whole(address, options) {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** Stores a file that the page has fetched. The page works without that: a storage may be full. */
async function remember(address, answer) {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(address, answer);
  } catch { /* The next visit tries again. */ }
}

/** Returns a file whose address contains its version. A retry adds a query (net/modules.js). */
async function versioned(request) {
  const { origin, pathname } = new URL(request.url), address = origin + pathname;
  const cached = await caches.match(address);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok && languageOf(address)) await remember(address, answer.clone());
  return answer;
}

async function newest(request, address) {
  const cached = await caches.match(address), asked = fetch(request);
  try {
    const answer = await (cached ? within(asked) : asked);
    if (answer.ok) await remember(address, answer.clone());
    return answer;
  } catch (error) {
    if (cached) return cached;
    throw error;
  }
}
