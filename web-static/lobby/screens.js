// What the table's document has of the lobby: the user's account, search and other games, the pages
// of recorded games, links with a game's terms, and the actions for the people at the table.

import { roomIn, screenIn, withoutAction } from "../page/address.js";
import { keepingFocus, make, setText } from "../page/elements.js";
import { styleSheet } from "../page/lazy.js";
import { T } from "../texts/texts.js";
import { others } from "../table/mute-dialog.js";
import { openAbuse } from "./abuse-dialog.js";
import * as accounts from "./account-dialog.js";
import { mountAfter } from "./after-game.js";
import { mountFrame } from "./screen-frame.js";
import { askFriend } from "./friend-dialog.js";
import { createInvitation } from "./invitation.js";
import { mistakesIn, mistakeWords } from "./link-mistakes.js";
import { termsIn } from "../game/terms.js";
import { linkFile } from "../net/room-files.js";
import { openPerson } from "./person-dialog.js";
import { fetchGame, showRecord } from "./record.js";
import { inviteToNewTable } from "./new-table.js";
import * as still from "./still-playing-dialog.js";
import { mountUser } from "./user.js";

const byId = (id) => document.getElementById(id);
/** The parts of user.js that are fetched with this one. */
const PARTS = { account: accounts, still };

/** Creates these parts. `page` comes from main.js. Resolves to the functions of its buttons. */
export async function mountScreens(page) {
  const { table, identity, browser, events, muted, wish } = page, { connection } = table;
  await styleSheet("lobby/lobby.css");

  const user = mountUser({
    connection, identity, browser, tab: page.tab, self: () => table.self, here: table.room, tell, became, draw, later: async (name) => PARTS[name],
    profile: (who) => location.assign(`?person=${encodeURIComponent(who)}`), mayOffer: () => !table.isPlaying,
  });
  const drawAfter = mountAfter({ places: [1, 2].map((place) => byId("actions").children[place]), seeking: user.seeking, table, ask: user.unlessPlaying, share: shareGame });
  const frame = mountFrame();
  const reporting = make("button", { id: "report-person", type: "button", onclick: () => report() });
  byId("mute").after(reporting);
  let invitation = invited();
  let tableQuery = `?room=${encodeURIComponent(table.room)}`, title = null, leaving = false, visit = 0, shownRecord = null;

  Object.assign(events, { message: receive, drawn: draw, language: spoken });
  addEventListener("popstate", () => arrive());
  document.addEventListener("click", followed);
  const asked = new URLSearchParams(location.search).get("ask");
  arrive();
  if (asked === "robot") {
    tableQuery = withoutAction(location.search) + location.hash;
    history.replaceState(null, "", tableQuery);
    page.start("robot");
  }
  return { friend: () => user.unlessPlaying(friend), anyone: () => location.assign("?lobby"), watch: () => location.assign("?lobby#plays"), person, account: () => user.account(), unlessPlaying: user.unlessPlaying };

  function receive(message) {
    user.receive(message);
  }

  /** Draws everything of this file. Also called whenever the table is drawn. */
  function draw() {
    const { self, me, replica } = table, view = table.view();
    keepingFocus(user.draw, () => document.querySelector("#board [tabindex='0']"));
    drawAfter(view);
    shownRecord?.update(page.shownReplay()?.view().game?.moves.length ?? null);
    frame.draw();
    byId("name-form").hidden = Boolean(self?.claimed);
    setText(reporting, T.reportPerson);
    reporting.hidden = !others(table).length;
    if (title) document.title = `${title} · ${T.shareTitle}`;
    const next = !title && invitation({ known: replica.known, me, game: view.agreed, rights: view.agreedRights });
    if (next) queueMicrotask(() => follow(next));
  }

  /** Does what the link asks for. Before a game that the user has not just chosen, asks first. */
  function follow({ kind, set, ...mistake }) {
    if (kind === "unknown") return tell(mistakeWords(mistake));
    const act = () => table.act(set, kind);
    return kind === "start" && (wish.start || wish.share !== undefined) ? act() : user.unlessPlaying(act);
  }

  function invited() {
    return createInvitation(termsIn(location.search), mistakesIn(location.search), wish.start);
  }

  function spoken() {
    draw();
  }

  // Navigation.

  /** Follows a link between the table and its record without leaving the document. */
  function followed(event) {
    const link = event.target.closest?.("a[href^='?']");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const query = link.getAttribute("href");
    if (screenIn(query) !== "record" && roomIn(query) !== table.room) return;
    event.preventDefault();
    history.pushState(null, "", query);
    arrive();
  }

  /** Shows the screen of the address. */
  function arrive() {
    const query = new URLSearchParams(location.search), name = screenIn(location.search), room = roomIn(location.search);
    if (name && name !== "record" || room && room !== table.room) return location.reload();
    if (room) tableQuery = location.search + location.hash;
    // Data that arrives after the user has left the screen is ignored.
    const number = ++visit, still = () => number === visit;
    leaving = true;
    shownRecord = null;
    if (name === "record" || document.documentElement.dataset.screen === "record") page.shownReplay()?.close();
    leaving = false;
    document.documentElement.dataset.screen = name ?? "";
    title = name === "record" ? T.recordTitle : null;
    frame.show(null);
    if (name === "record") record(query.get("record") ?? "", still);
    draw();
    if (!title) page.render();
  }

  async function record(id, still) {
    try {
      const game = await fetchGame(id);
      if (!still()) return;
      shownRecord = await showRecord({
        game, place: byId("replay-place"), openReplay: page.openReplay, closed: () => leaving || location.assign("?lobby"),
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
    const ask = (after) => fetch(new URL(`api/games/${encodeURIComponent(game.id)}/report?after=${after}`, document.baseURI), { cache: "no-store" });
    const own = ["x", "o"].filter((side) => table.me && game[side]?.id === table.me);
    const lesson = async (told) => (await page.later("learn"))?.lessonButtons({ told, game, own, memory: browser, table });
    (await page.later("report"))?.openReport({ title, size: game.size, ask, lesson });
  }

  async function friend() {
    const terms = await askFriend({ browser, claimed: Boolean(table.self?.claimed) });
    if (terms) inviteToNewTable(page.tab, terms);
  }

  async function shareGame({ url, file, name }) {
    (await page.later("share"))?.shareGame({ url, save: (link) => linkFile(link, table, file, name) });
  }

  /** Shows the actions for a person at the table. */
  async function person(id) {
    const answer = await openPerson({ id, name: table.nameOf(id) });
    if (answer === "mute") muted.set(id, true);
    if (answer === "mute") page.render();
    if (answer === "report") report(id);
  }

  /** Reports a participant to the operator. */
  async function report(chosen) {
    const people = others(table), send = (participant, text) => user.requests.ask({ type: "report", participant, text, room: table.room });
    const isSent = people.length && await openAbuse({ people, chosen, send });
    if (isSent) tell(T.abuseSent, "done");
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

  /** Shows a message at the table, or in place of a record. */
  function tell(words, kind) {
    if (title) frame.tell(words, kind);
    else page.notice(words, kind);
    draw();
  }
}
