// The screens beside the table: lobby, people, records; and what goes on at the table on their account: a private link,
// looking for an opponent, one's account. The only file here that knows all others.
//
// A screen lies over the table, whose line and game go on. Which one is shown, the address says.

import { badRoomIn, randomRoom, roomIn, screenIn, socketAddress } from "../page/address.js";
import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { others } from "../table/mute-dialog.js";
import { openAbuse } from "./abuse-dialog.js";
import { createAccount } from "./account.js";
import { openAccount } from "./account-dialog.js";
import { mountAfter } from "./after-game.js";
import { mountFrame } from "./screen-frame.js";
import { askFriend } from "./friend-dialog.js";
import { createInvitation } from "./invitation.js";
import { createLobby, lobbyScreen } from "./lobby.js";
import { linkQuery, termsIn, unknownTerms } from "../game/terms.js";
import { personScreen } from "./person.js";
import { openPerson } from "./person-dialog.js";
import { fetchGame, showRecord } from "./record.js";
import { createRequests } from "../net/requests.js";
import { createSeeking } from "./seeking.js";
import { mountStrip } from "./seeking-strip.js";
import { refusalWords } from "../texts/term-words.js";
import { givenWords } from "../texts/wording.js";

const byId = (id) => document.getElementById(id);

/** Makes the screens; `page` is what main.js hands over. Resolves to what its buttons can ask for. */
export async function mountScreens(page) {
  const { table, identity, browser, events, muted } = page, { connection } = table;
  await looks();

  const requests = createRequests(connection.request);
  const seeking = createSeeking({
    ask: requests.ask, request: connection.request, onChange: draw,
    onTrouble: (refusal) => (refusal.code === "not-claimed" ? account(T.ratedNeedsName) : tell(refusalWords(refusal))),
    onPaired: ({ room }) => location.assign(`?room=${encodeURIComponent(room)}`),
  });
  const people = createAccount({ ask: requests.ask, open: () => new WebSocket(socketAddress(), ["gomoku.v1"]), identity, restart: connection.restart });
  const lobby = createLobby(connection, draw);
  const drawStrip = mountStrip({ seeking, after: document.querySelector(".top") });
  const drawAfter = mountAfter({ places: [1, 2].map((place) => byId("actions").children[place]), seeking, table });
  const frame = mountFrame({ back: () => go(tableQuery), backWords: () => (table.view().agreed ? T.backToTable : null) });
  const reporting = make("button", { id: "report-person", type: "button", onclick: () => report() });
  byId("mute").after(reporting);
  let invitation = invited();
  let tableQuery = `?room=${encodeURIComponent(table.room)}`, title = null, screen = null, owned = null, leaving = false, visit = 0;

  Object.assign(events, { message: receive, drawn: draw, language: spoken });
  addEventListener("popstate", () => arrive());
  document.addEventListener("click", followed);
  const asked = new URLSearchParams(location.search).get("ask");
  arrive({ focus: false });
  if (asked === "robot") {
    history.replaceState(null, "", tableQuery);
    page.start("robot");
  }
  return { friend, anyone: () => go("?lobby"), watch, person, account: () => account() };

  /** Whether one is signed in stands in the head of every screen. */
  function drawAccount(button, self) {
    button.dataset.claimed = self?.claimed ? "yes" : "no";
    setText(button.querySelector("span"), self?.claimed ? self.name : T.signIn);
    button.title = self?.claimed ? self.name : T.account;
    button.setAttribute("aria-label", self?.claimed ? `${T.account}: ${self.name}` : `${T.account}: ${T.signIn}`);
  }

  function receive(message) {
    requests.receive(message);
    seeking.receive(message);
    people.receive(message);
    if (message.type === "welcome") {
      if (owned && !message.participant.claimed && identity.name === owned) tell(T.signedOutElsewhere);
      owned = message.participant.claimed ? message.participant.name : null;
    }
    lobby.receive(message);
    if (message.type === "reject" && message.code === "not-claimed" && !table.self?.claimed) account(T.ratedNeedsName);
  }

  /** Everything here that depends on what is known; called whenever the table is drawn, too. */
  function draw() {
    const { self, me, replica } = table, view = table.view();
    drawStrip();
    drawAfter(view);
    screen?.draw?.();
    frame.draw();
    byId("name-form").hidden = Boolean(self?.claimed);
    drawAccount(byId("account"), self);
    setText(reporting, T.reportPerson);
    reporting.hidden = !others(table).length;
    if (title) document.title = `${title} · ${T.shareTitle}`;
    const next = !title && invitation({ known: replica.known, me, game: view.agreed, rights: view.agreedRights });
    if (next) queueMicrotask(() => (next.kind === "unknown" ? tell(unknownWords(next)) : table.act(next.set, next.kind)));
  }

  function invited() {
    return createInvitation(termsIn(location.search), unknownTerms(location.search));
  }

  function unknownWords({ key, value, known }) {
    return T.linkUnknown({ pair: `${key}=${givenWords(value)}`, known: known.join(", ") });
  }

  function spoken() {
    if (title && screenIn(location.search) !== "record") arrive();
    draw();
  }

  // Going from one to another.

  function go(query) {
    history.pushState(null, "", query);
    arrive();
  }

  /** Links among these screens keep the table's line. */
  function followed(event) {
    const link = event.target.closest?.("a[href^='?']");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const query = link.getAttribute("href");
    if (!screenIn(query) && roomIn(query) !== table.room) return;
    event.preventDefault();
    go(query);
  }

  /** Shows what the address says. */
  function arrive({ focus = true } = {}) {
    const query = new URLSearchParams(location.search), name = screenIn(location.search), room = roomIn(location.search);
    if (room && room !== table.room) return location.reload();
    if (room) tableQuery = location.search + location.hash;
    // What is fetched for a screen that was left meanwhile is for nobody.
    const number = ++visit, still = () => number === visit;
    leaving = true;
    if (name === "record" || document.documentElement.dataset.screen === "record") page.shownReplay()?.close();
    leaving = false;
    document.documentElement.dataset.screen = name ?? "";
    screen?.left?.();
    name === "lobby" ? lobby.enter() : lobby.leave();
    const value = query.get(name) ?? "";
    screen = name === "lobby" ? lobbyScreen({
      lobby, seeking, browser, self: () => table.self, friend, computer, otherTables, account,
    }) : name === "person" ? personScreen(value, (known) => still() && named(known)) : null;
    title = screen?.title ?? (name === "record" ? T.recordTitle : null);
    frame.show(screen, { focus });
    const badRoom = badRoomIn(location.search);
    if (badRoom) frame.tell(T.badRoom(givenWords(badRoom)));
    if (name === "record") record(value, still);
    draw();
    if (!title) page.render();
  }

  function named(name) {
    title = name;
    frame.rename(name);
    draw();
  }

  async function record(id, still) {
    try {
      const game = await fetchGame(id);
      if (!still()) return;
      title = await showRecord({ game, place: byId("replay-place"), openReplay: page.openReplay, closed: () => leaving || go("?lobby") });
      draw();
    } catch (error) {
      if (still()) frame.fail(T.recordTitle, error.status === 404 ? T.noSuchRecord : T.notFetched);
    }
  }

  // What one can do.

  async function friend() {
    const terms = await askFriend({ browser, claimed: Boolean(table.self?.claimed) });
    if (!terms) return;
    // A table of its own, which nobody enters without the link: the secret opens it.
    location.assign(`${linkQuery(randomRoom(), terms)}#secret=${newSecret()}`);
  }

  function computer() {
    const { rights } = table.view();
    if (!rights.start) return location.assign(`?room=${randomRoom()}&ask=robot`);
    go(tableQuery);
    page.start("robot");
  }

  function watch() {
    go("?lobby");
    byId("plays-title")?.focus();
  }

  async function otherTables() {
    (await page.later("tables"))?.showTables({ here: table.room, name: table.nameOf });
  }

  /** What one can do about somebody of the table. */
  async function person(id) {
    const answer = await openPerson({ id, name: table.nameOf(id) }, muted.has(id));
    if (answer === "mute") muted.set(id, !muted.has(id));
    if (answer === "mute") page.render();
    if (answer === "report") report(id);
  }

  /** Tells the operator of somebody. */
  async function report(chosen) {
    const people = others(table), send = (participant, text) => requests.ask({ type: "report", participant, text, room: table.room });
    const isSent = people.length && await openAbuse({ people, chosen, send });
    if (isSent) tell(T.abuseSent, "done");
  }

  /** `then()` is done once one has a name: what one was about to do goes on. */
  function account(note, then) {
    const { self } = table;
    return openAccount({
      account: people, self, called: identity.name, note, done: (words) => { became(words); if (table.self?.claimed) then?.(); },
      profile: () => go(`?person=${encodeURIComponent(self.claimed ? self.name : self.id)}`),
    });
  }

  /** One is somebody else from now on, or has a name; whose link it was that brought one here may be taken up again. */
  function became(words) {
    invitation = invited();
    byId("name").value = identity.name;
    page.updateName();
    tell(words, "done");
  }

  /** A sentence where it is seen now: in the screen, or at the table. */
  function tell(words, kind) {
    if (title) frame.tell(words, kind);
    else page.notice(words, kind);
    draw();
  }
}

let styles = null;

/** The looks of these screens. */
function looks() {
  styles ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "lobby/lobby.css", onload: resolve });
    link.onerror = () => { styles = null; link.remove(); resolve(); };
    document.head.append(link);
  });
  return styles;
}

/** A secret for a friend's link: 136 random bits, in the letters that an address takes as they are. */
function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(17));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
