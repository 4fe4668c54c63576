// The gadget page: creates the parts and connects them.

import { badRoomIn, randomRoom, roomIn, roomOfPage, socketAddress } from "../page/address.js";
import { sendLink } from "../page/send-link.js";
import { mountBanner } from "../page/banner.js";
import { createIdentity, createMemory } from "../page/memory.js";
import { looksIn } from "../page/settings.js";
import { createContainer } from "./container.js";
import { gadgetPath, hasFile, loadGadget } from "./load.js";
import { mountNotices } from "./notices.js";
import { mountOwnName } from "../page/own-name.js";
import { createRecent, showGallery } from "./gallery.js";
import { createNames } from "./people.js";
import { areGuarded, createRoomOptions, isReserved } from "./room-options.js";
import { mountPlayback } from "./playback-bar.js";
import { createPreferenceStore, editedFields, fillForm, followFields, preferenceValues } from "./preferences.js";
import { createSession } from "./session.js";
import { BadGadget, substituted } from "./spec.js";
import { languageFor, speak, speakOf } from "../texts/language.js";
import { T } from "../texts/texts.js";
import { personName } from "../texts/wording.js";

const byId = (id) => document.getElementById(id);
const page = document.documentElement;
const query = new URLSearchParams(location.search);
const browser = createMemory(() => localStorage);
const identity = createIdentity(browser, createMemory(() => sessionStorage));
// For two participants in one browser, the address of one of the windows contains guest=1.
if (query.has("guest") && !identity.isGuest) identity.switch();
// Without a gadget the page is the gallery, which joins no room.
const room = query.has("gadget") ? roomOfPage() : roomIn(location.search) ?? randomRoom();
const names = createNames(browser, room);

const { hint, passing, problem, trouble, settled, clear, dismiss } = mountNotices({
  line: byId("notice"), trouble: byId("trouble"), decorations: byId("decorations"), hasFile,
});

const recent = createRecent(browser);
let isStarted = false, gadget = null, container = null, source = null, saved = null;

const updateBanner = mountBanner(byId("connection"), () => session.connection.poke());
const session = createSession({
  room, kind: query.get("kind") === "gomoku" ? "gomoku" : "open", identity,
  open: () => new WebSocket(socketAddress(), ["gomoku.v1"]),
  events: {
    room() {
      container?.room();
      offerRooms();
    },
    whole: (isPrivate) => { changed(isPrivate, () => container?.whole(isPrivate)); },
    delta: (delta) => { changed(delta.isPrivate, () => container?.delta(delta), Object.keys(delta.set).some(isReserved)); },
    people: showPeople,
    rejected(rejection) {
      if (!options.answered(rejection.delta)) container?.rejected(rejection);
      else if (rejection.code === "conflict") options.look();
    },
    sent(own) {
      options.answered(own.set);
      container?.sent(own);
    },
    trouble: (message) => problem(message || T.serverError),
    status(status) {
      page.dataset.connection = status.state;
      updateBanner(status);
    },
  },
});
const options = createRoomOptions({
  session, wanted: { guard: query.get("guard") === "1", names: query.get("names") === "1" },
  send: (change) => session.send(change), name: () => identity.name || T.guest,
});
const playback = mountPlayback(byId("playback"), {
  page: (from) => session.history(from), container: () => container, name: nameOf, notice: hint,
  onChange: () => { byId("play-back").hidden = Boolean(container?.playing); },
});
await Promise.all([speakOf("later", "gadget"), speak(languageFor(browser.get("language")))]);
prepare();
void begin();

/** Loads the gadget in the page's address, or shows the gallery. */
async function begin() {
  try {
    const path = gadgetPath(query);
    if (path && badRoomIn(location.search)) throw new BadGadget("bad-room");
    if (path) await run({ path });
    else choose();
  } catch (error) {
    refuse(error);
  }
}

/** Shows the gallery. The page joins no room until the user chooses a gadget. */
function choose() {
  byId("main").classList.add("choosing");
  for (const id of ["share", "room-line", "heading"]) byId(id).hidden = true;
  byId("pick").hidden = false;
  document.title = `${T.galleryTitle} · ${T.shareTitle}`;
  void showGallery(byId("gallery"), {
    recent, problem, language: document.documentElement.lang,
    async share(url, title) {
      const done = await sendLink(title, url);
      passing(done === "copied" ? T.copied : done ? "" : url);
    },
  });
}

async function run(from) {
  if (!isStarted) session.start();
  isStarted = true;
  if (from.file) address("room", room);
  byId("main").classList.remove("choosing");
  for (const id of ["share", "room-line", "heading"]) byId(id).hidden = false;
  byId("gallery").hidden = true;
  hint(T.gadgetLoading);
  source = from;
  try {
    gadget = await loadGadget(from, query);
  } catch (error) {
    return refuse(error);
  }
  byId("pick").hidden = true;
  start();
}

/** Shows the gadget, or restarts it if it is already shown. */
function start() {
  container?.close();
  clear();
  if (gadget.mapFault) trouble("map", gadget.mapFault);
  for (const address of gadget.missing) trouble("missing", address);
  byId("stopped").hidden = byId("slow").hidden = true;
  saved = createPreferenceStore(browser, room, source.path ?? source.file.name, gadget.preferences);
  gadget.values = preferenceValues(gadget.preferences, saved.read(), query);
  showTitle(substituted(gadget.title, { messages: gadget.messages, preferences: gadget.values, escape: false }));
  byId("preferences").hidden = fillForm(byId("preferences-fields"), gadget.preferences, gadget.values) === 0;
  container = createContainer({
    place: byId("gadget-place"), gadget, session, names, address: frameAddress(),
    // Gadgets of 2009 do not know light and dark.
    looks: Object.hasOwn(gadget.features, "responsive") ? looksIn(browser) : {},
    show: {
      title: showTitle, notice: passing, hint, trouble, settled, link: offerLink,
      snippet(text) { byId("snippet").textContent = text; },
      slow(isSlow) { byId("slow").hidden = !isSlow; },
      stopped(why) {
        byId("slow").hidden = true;
        byId("stopped").querySelector("p").textContent = T.gadgetStopped[why];
        byId("stopped").hidden = false;
      },
      view: showView,
      preferences(changes) {
        saved.write(changes);
        followFields(byId("preferences-form"), changes);
      },
    },
  });
  container.edit(byId("edit").checked);
  if (source.path) recent.add(source.path, room, byId("title").textContent);
  offerRooms();
}

/** Offers a room with a referee if the gadget supports it, and there the same game at a table. */
function offerRooms() {
  const { known, kind } = session.replica;
  byId("at-table").hidden = !known || kind !== "gomoku";
  byId("table-link").href = `./?room=${encodeURIComponent(room)}`;
  byId("refereed").hidden = !(gadget && known && kind === "open" && Object.hasOwn(gadget.features, "gomoku-room"));
  const there = new URL(location.href);
  there.searchParams.set("kind", "gomoku");
  // The gadget wrote this parameter for the present room.
  there.searchParams.delete("view-params");
  there.searchParams.set("room", `${room.slice(0, 55)}-refereed`);
  byId("refereed-link").href = there.href;
}

/** Shows another view of the gadget and writes it into the page's address. */
function showView(name, parameters) {
  for (const [key, value] of [["view", name], ["view-params", parameters]]) {
    if (value) query.set(key, value);
    else query.delete(key);
    address(key, value);
  }
  void run(source);
}

/** Writes a parameter into the page's address, or removes it. */
function address(key, value) {
  const here = new URL(location.href);
  if (value) here.searchParams.set(key, value);
  else here.searchParams.delete(key);
  history.replaceState(null, "", here);
}

/** Returns the frame's address, with the parameters that gadgets read from their own address. */
function frameAddress() {
  const address = new URL("/gadget-frame.html", location.origin);
  const { lang, country } = gadget.place;
  const parameters = {
    url: new URL(source.path ?? "/gadgets/", location.origin).href, nocache: "1", mid: "0", lang, country,
    view: gadget.view, parent: location.origin, wave: "1", waveId: room,
  };
  if (query.has("view-params")) parameters["view-params"] = query.get("view-params").slice(0, 2_000);
  for (const [name, value] of Object.entries(gadget.values)) parameters[`up_${name}`] = value.slice(0, 500);
  address.search = new URLSearchParams(parameters);
  return address.href;
}

// The display.

function refuse(error) {
  problem(T.gadgetErrors[error instanceof BadGadget ? error.code : "unreachable"]);
  // The page has not joined a room yet.
  for (const id of ["share", "room-line"]) byId(id).hidden = !isStarted;
  byId("pick").hidden = false;
}

/** Shows the gadget's title in quotes, next to the word "Gadget". */
function showTitle(given) {
  // Removes control characters, which could change the direction of the text around the title.
  const text = given.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").replace(/\s+/g, " ").trim();
  byId("title").textContent = text;
  document.title = `${text ? T.titled(text) : T.gadget} · ${T.shareTitle}`;
}

function offerLink(target) {
  byId("link-words").textContent = T.navigate(target);
  byId("link-open").href = target;
  byId("link-offer").hidden = false;
}

function nameOf(id) {
  const { participants, names: met } = session.replica;
  return personName(participants.get(id)?.name || met.get(id) || new Map(names.all()).get(id) || (id === session.me ? "" : T.someone));
}

function showPeople() {
  const { participants, host } = session.replica;
  names.add([...participants.values()].filter(({ name }) => name).map(({ id, name }) => [id, name]));
  byId("people").replaceChildren(...[...participants.values()].map(({ id, name }) => {
    const line = document.createElement("li");
    const notes = [id === session.me && T.you, id === host && T.host].filter(Boolean);
    line.textContent = personName(name) + (notes.length ? ` (${notes.join(", ")})` : "");
    return line;
  }));
  container?.people();
}

/**
 * Handles a change of the room's state. The page's own keys also change how participants are
 * presented to the gadget.
 */
function changed(isPrivate, tell, isOptions = true) {
  tell();
  mark();
  if (isPrivate) return;
  options.look();
  if (!isOptions) return;
  byId("guard-line").hidden = session.replica.kind !== "open";
  byId("guard").checked = areGuarded(session.replica);
  container?.people();
}

/** Writes the room's revision and kind into the page, for tests. */
function mark() {
  Object.assign(page.dataset, { rev: session.replica.rev, kind: session.replica.kind });
}

// The rest of the page.

function prepare() {
  byId("room-name").textContent = room;
  byId("share").addEventListener("click", async () => {
    const done = await sendLink(document.title);
    passing(done === "copied" ? T.copied : done ? "" : T.linkByHand);
  });
  byId("edit").checked = query.get("mode") === "edit";
  byId("edit").addEventListener("change", () => container?.edit(byId("edit").checked));
  byId("guard").addEventListener("change", () => options.guard(byId("guard").checked));
  byId("play-back").addEventListener("click", () => playback.open());
  byId("start-again").addEventListener("click", start);
  byId("stop").addEventListener("click", () => container.stop());
  byId("reload").addEventListener("click", () => run(source));
  byId("trouble-dismiss").addEventListener("click", dismiss);
  byId("link-open").addEventListener("click", () => { byId("link-offer").hidden = true; });
  byId("link-dismiss").addEventListener("click", () => { byId("link-offer").hidden = true; });
  byId("file").addEventListener("change", () => { if (byId("file").files[0]) void run({ file: byId("file").files[0] }); });
  byId("preferences-form").addEventListener("submit", (event) => {
    event.preventDefault();
    saved.write(editedFields(byId("preferences-form"), gadget.preferences));
    start();
    passing(T.saved);
  });
  mountOwnName({ identity, connection: session.connection });
  addEventListener("online", () => session.connection.poke());
  // Browsers may keep a page that the user has left, with an open connection. Others would still
  // see the user.
  addEventListener("pagehide", () => session.connection.close());
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && session.connection.poke());
}
