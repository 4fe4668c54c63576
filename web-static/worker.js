// The page without a line: keeps what it was last made of, and hands that out where the server cannot be reached.
//
// What has its version in its address is taken from here whenever it is here. All else is asked for first, so that a new
// version is shown as soon as there is one; the API, gadgets and the WebSocket are none of this file's business.

const CACHE = "page";
/** How many files of past and present versions are kept: three versions, with some room. */
const KEPT = 60;
/** How long the server may take to answer before what is kept is shown, in ms. */
const PATIENCE = 6_000;
/** What the page asks for later, besides its modules. */
const LATER = ["page/lazy.css", "lobby/lobby.css", "board/themes.css", "icon.svg", "manifest.webmanifest"];

const here = (path) => new URL(path, self.registration.scope).href;
const isVersioned = ({ pathname }) => pathname.includes("/bundle/");
const isPage = ({ href, pathname }) => href.startsWith(here("./")) && (pathname.endsWith("/") || pathname.endsWith("/index.html"));

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetch(here("./"), { cache: "no-cache" }).then(keepPage));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (isPage(address)) event.respondWith(page(event));
  } else if (isVersioned(address)) {
    event.respondWith(versioned(request));
  } else if (LATER.some((path) => here(path) === address.href)) {
    event.respondWith(newest(request, address.href));
  }
});

/** The page itself, whatever stands behind its question mark. */
async function page(event) {
  const asked = fetch(event.request);
  const cached = await caches.match(here("./"));
  try {
    const answer = await (cached ? within(asked) : asked);
    if (answer.ok) event.waitUntil(keepPage(answer.clone()));
    return answer;
  } catch (error) {
    if (cached) return cached;
    throw error;
  }
}

const within = (asked) => Promise.race([asked, new Promise((_, reject) => { setTimeout(() => reject(new Error("slow")), PATIENCE); })]);

/** Keeps a page with all it is made of; not where one of that cannot be had. */
async function keepPage(answer) {
  if (!answer.ok || answer.redirected) return;
  const html = await answer.clone().text(), cache = await caches.open(CACHE);
  const named = new Set([...html.matchAll(/bundle\/[\w.-]+\.(?:js|css)/g)].map(([path]) => here(path)));
  await Promise.all([...named].map((address) => keep(cache, address)));
  await Promise.all(LATER.map((path) => keep(cache, here(path), true)));
  await cache.delete(here("./"));
  await cache.put(here("./"), answer);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - KEPT))) await cache.delete(old);
}

async function keep(cache, address, anew = false) {
  if (!anew && await cache.match(address)) return;
  const answer = await fetch(address, anew ? { cache: "no-cache" } : {});
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await cache.delete(address);
  await cache.put(address, answer);
}

async function versioned(request) {
  const cached = await caches.match(request.url);
  if (cached) return cached;
  return fetch(request);
}

async function newest(request, address) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(address);
    if (cached) return cached;
    throw error;
  }
}
