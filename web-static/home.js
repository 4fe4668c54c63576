// Creates the home page: the lobby and people's pages. Only this file imports all parts of its
// first view. Other modules are fetched on demand (`later`).

import { screenIn, socketAddress } from "./page/address.js";
import { mountBanner } from "./page/banner.js";
import { onQuestionMark, tie } from "./page/document.js";
import { setText } from "./page/elements.js";
import { createIdentity, createMemory } from "./page/memory.js";
import { createSettings } from "./page/settings.js";
import { createConnection } from "./net/connection.js";
import { createSettled, isWorking, watchLeaving, work } from "./net/settled.js";
import { fetched, fetchEarly } from "./home-modules.js";
import { mountHome } from "./lobby/home-screen.js";
import { TEXTS as HOME } from "./texts/en/home.js";
import { TEXTS as TERMS } from "./texts/en/terms.js";
import { include, languageFor, speak, speakOf } from "./texts/language.js";
import { T } from "./texts/texts.js";

const byId = (id) => document.getElementById(id);
const page = document.documentElement;

include({ home: HOME, terms: TERMS });
const browser = createMemory(() => localStorage), tab = createMemory(() => sessionStorage);
const identity = createIdentity(browser, tab);
const settings = createSettings(browser, changed, work);
let self, attempted, home = null;
const firstAttempt = new Promise((resolve) => { attempted = resolve; });
const updateBanner = mountBanner(byId("connection"), () => connection.poke());
const connection = createConnection({
  open: () => new WebSocket(socketAddress(), ["gomoku.v1"]), hello: () => identity.hello(), onMessage: receive, onStatus: showConnection,
});
// For tests, as in main.js. `usable` is the time at which the buttons work, in ms.
const gomoku = globalThis.gomoku = { settled: createSettled(() => connection.waiting), isWorking, usable: 0 };
watchLeaving();
page.dataset.screen = screenIn(location.search);
await speakChosen();
home = mountHome({ connection, identity, browser, tab, self: () => self, notice, later });
gomoku.usable = performance.now();
connection.start();
gomoku.ahead = firstAttempt
  .then(() => new Promise((resolve) => { (globalThis.requestIdleCallback ?? setTimeout)(resolve, { timeout: 2_000 }); }))
  .then(() => Promise.all([fetched("wood").then((part) => part?.layGrain()), fetchEarly(), fetched("offline").then((part) => part?.keepPage()), home.ahead()]));

byId("settings").addEventListener("click", async () => (await later("settings"))?.openPreferences(settings));
onQuestionMark(async () => (await later("shortcuts"))?.openShortcuts());
tie(connection);

/** Shows a message above everything else, or hides it for "". `kind` is "done" for a success. */
function notice(words, kind = "") {
  byId("notice").dataset.kind = kind;
  byId("notice").hidden = !words;
  setText(byId("notice"), words);
}

/** Returns a part of the page, fetched on demand; undefined, with a notice, on failure. */
async function later(name) {
  const part = await work(fetched(name));
  if (!part) notice(T.partMissing);
  return part;
}

/** Handles every message of the server. */
function receive(message) {
  if (message.type === "welcome") {
    self = message.participant;
    identity.welcomed(message.token);
  } else if (message.type === "account") {
    self = message.participant;
  } else if (message.type === "participants") {
    // The user may have been renamed in another window.
    const own = message.joined?.find(({ id }) => id === self?.id);
    if (own) self = { ...self, ...own };
  } else if (message.type === "error" && message.id === undefined) {
    notice(message.message || T.serverError);
  }
  home.receive(message);
}

function showConnection(status) {
  page.dataset.connection = status.state;
  if (status.state !== "connecting") attempted();
  updateBanner(status);
}

/**
 * Speaks the chosen language. The server's names of the robots are English, so every other language
 * also needs its own names.
 */
async function speakChosen() {
  const language = languageFor(settings.get("language"));
  await work(speak(language));
  if (language !== "en") await work(speakOf("levels").catch(() => {}));
}

/** Applies a changed setting. */
async function changed(name) {
  if (name === "language") await speakChosen();
  updateBanner(connection.status);
  if (name === "language") home.spoken();
}
