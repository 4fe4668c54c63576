// The screens beside the table (lobby, people, records) and their effects at the table: a private
// link, the search for an opponent, the user's account. Only this file imports all others of this
// folder.
//
// A screen covers the table, while the table's connection and game continue. The address determines
// the screen.

import { badRoomIn, randomRoom, roomIn, screenIn, socketAddress, withoutAction } from "../page/address.js";
import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { others } from "../table/mute-dialog.js";
import { openAbuse } from "./abuse-dialog.js";
import { createAccount } from "./account.js";
import { openAccount } from "./account-dialog.js";
import { mountAfter } from "./after-game.js";
import { mountFrame } from "./screen-frame.js";
import { askFriend } from "./friend-dialog.js";
import { createInvitation, mistakesIn, mistakeWords } from "./invitation.js";
import { createLobby, lobbyScreen } from "./lobby.js";
import { linkQuery, termsIn } from "../game/terms.js";
import { personScreen } from "./person.js";
import { openPerson } from "./person-dialog.js";
import { fetchGame, showRecord } from "./record.js";
import { createRequests } from "../net/requests.js";
import { linkFile } from "../net/room-files.js";
import { sendLink } from "../page/send-link.js";
import { createSeeking } from "./seeking.js";
import { mountStrip } from "./seeking-strip.js";
import { refusalWords } from "../texts/term-words.js";
import { givenWords } from "../texts/wording.js";

const byId = (id) => document.getElementById(id);

/** Creates the screens. `page` comes from main.js. Resolves to the functions of its buttons. */
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
  const drawAfter = mountAfter({ places: [1, 2].map((place) => byId("actions").children[place]), seeking, table, share: shareGame });
  const frame = mountFrame({ back: () => go(tableQuery), backWords: () => (table.view().agreed ? T.backToTable : null) });
  const reporting = make("button", { id: "report-person", type: "button", onclick: () => report() });
  byId("mute").after(reporting);
  let invitation = invited();
  let tableQuery = `?room=${encodeURIComponent(table.room)}`, title = null, screen = null, owned = null, leaving = false, visit = 0, shownRecord = null;

  Object.assign(events, { message: receive, drawn: draw, language: spoken });
  addEventListener("popstate", () => arrive());
  document.addEventListener("click", followed);
  const asked = new URLSearchParams(location.search).get("ask");
  arrive({ focus: false });
  if (["robot", "share"].includes(asked)) {
    tableQuery = withoutAction(location.search) + location.hash;
    history.replaceState(null, "", tableQuery);
    asked === "robot" ? page.start("robot") : page.share();
  }
  return { friend, anyone: () => go("?lobby"), watch, person, account: () => account() };

  /** Shows in the head of the page, on every screen, whether the user is signed in. */
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

  /** Draws everything of this file. Also called whenever the table is drawn. */
  function draw() {
    const { self, me, replica } = table, view = table.view();
    drawStrip();
    drawAfter(view);
    screen?.draw?.();
    shownRecord?.update(page.shownReplay()?.view().game?.moves.length ?? null);
    frame.draw();
    byId("name-form").hidden = Boolean(self?.claimed);
    drawAccount(byId("account"), self);
    setText(reporting, T.reportPerson);
    reporting.hidden = !others(table).length;
    if (title) document.title = `${title} · ${T.shareTitle}`;
    const next = !title && invitation({ known: replica.known, me, game: view.agreed, rights: view.agreedRights });
    if (next) queueMicrotask(() => (next.kind === "unknown" ? tell(mistakeWords(next)) : table.act(next.set, next.kind)));
  }

  function invited() {
    return createInvitation(termsIn(location.search), mistakesIn(location.search));
  }

  function spoken() {
    if (title && screenIn(location.search) !== "record") arrive();
    draw();
  }

  // Navigation.

  function go(query) {
    history.pushState(null, "", query);
    arrive();
  }

  /**
   * Follows a link among these screens without leaving the page, so that the table's connection
   * stays.
   */
  function followed(event) {
    const link = event.target.closest?.("a[href^='?']");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const query = link.getAttribute("href");
    if (!screenIn(query) && roomIn(query) !== table.room) return;
    event.preventDefault();
    go(query);
  }

  /** Shows the screen of the address. */
  function arrive({ focus = true } = {}) {
    const query = new URLSearchParams(location.search), name = screenIn(location.search), room = roomIn(location.search);
    if (room && room !== table.room) return location.reload();
    if (room) tableQuery = location.search + location.hash;
    // Data that arrives after the user has left the screen is ignored.
    const number = ++visit, still = () => number === visit;
    leaving = true;
    shownRecord = null;
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
    else if (query.has("incomplete")) frame.tell(T.linkIncomplete);
    else if (!room) mistakesIn(location.search).slice(0, 1).forEach((mistake) => frame.tell(mistakeWords(mistake)));
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
      shownRecord = await showRecord({
        game, place: byId("replay-place"), openReplay: page.openReplay, closed: () => leaving || go("?lobby"),
        analyse: () => analyse(game), lookAt: (move) => page.shownReplay()?.toMove(move),
      });
      title = shownRecord.title;
      draw();
    } catch (error) {
      if (still()) frame.fail(T.recordTitle, error.status === 404 ? T.noSuchRecord : T.notFetched);
    }
  }

  // Actions.

  async function analyse(game) {
    const ask = () => fetch(new URL(`api/games/${encodeURIComponent(game.id)}/report`, document.baseURI), { cache: "no-store" });
    (await page.later("report"))?.openReport({ title, size: game.size, ask });
  }

  async function friend() {
    const terms = await askFriend({ browser, claimed: Boolean(table.self?.claimed) });
    if (!terms) return;
    // A new table whose secret is in the link, so that only people with the link can enter.
    const query = linkQuery(randomRoom(), terms), hash = `#secret=${newSecret()}`;
    // The browser lets a page share or copy only right after a press, so this happens before the
    // table opens. There the link is shown, unless the user has already chosen a receiver.
    const sent = await sendLink(T.shareTitle, new URL(query + hash, document.baseURI).href);
    location.assign(`${query}${sent === "shared" ? "" : "&ask=share"}${hash}`);
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

  async function shareGame({ url, file, name }) {
    (await page.later("share"))?.shareGame({ url, save: (link) => linkFile(link, table, file, name) });
  }

  async function otherTables() {
    (await page.later("tables"))?.showTables({ here: table.room, name: table.nameOf });
  }

  /** Shows the actions for a person at the table. */
  async function person(id) {
    const answer = await openPerson({ id, name: table.nameOf(id) }, muted.has(id));
    if (answer === "mute") muted.set(id, !muted.has(id));
    if (answer === "mute") page.render();
    if (answer === "report") report(id);
  }

  /** Reports a participant to the operator. */
  async function report(chosen) {
    const people = others(table), send = (participant, text) => requests.ask({ type: "report", participant, text, room: table.room });
    const isSent = people.length && await openAbuse({ people, chosen, send });
    if (isSent) tell(T.abuseSent, "done");
  }

  /** Opens the account dialog. `then()` continues the user's action once they own a name. */
  function account(note, then) {
    const { self } = table;
    return openAccount({
      account: people, self, called: identity.name, note, done: (words) => { became(words); if (table.self?.claimed) then?.(); },
      profile: () => go(`?person=${encodeURIComponent(self.claimed ? self.name : self.id)}`),
    });
  }

  /**
   * Handles a new identity or a claimed name. The link with a game's terms that led here
   * (invitation.js) may apply again.
   */
  function became(words) {
    invitation = invited();
    byId("name").value = identity.name;
    page.updateName();
    tell(words, "done");
  }

  /** Shows a message in the screen, or at the table. */
  function tell(words, kind) {
    if (title) frame.tell(words, kind);
    else page.notice(words, kind);
    draw();
  }
}

let styles = null;

/** Loads the style sheet of these screens. */
function looks() {
  styles ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "lobby/lobby.css", onload: resolve });
    link.onerror = () => { styles = null; link.remove(); resolve(); };
    document.head.append(link);
  });
  return styles;
}

/** Returns a secret for a friend's link: 136 random bits, in letters that an address accepts. */
function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(17));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
