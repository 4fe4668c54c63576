// The home page: the ways to play, the open seeks, the games to watch, and people's pages. The
// document contains the lobby's elements from the first byte on; this file brings them to life.

import { badRoomIn, roomIn, screenIn } from "../page/address.js";
import { keepingFocus, make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { ratedName, termWords } from "../texts/term-words.js";
import { checkedTerms, isOn } from "../game/terms.js";
import { givenWords, personName, robotName } from "../texts/wording.js";
import { createLobby } from "./lobby.js";
import { showList } from "./lists.js";
import { showDailyPuzzle } from "./daily-puzzle.js";
import { mountFeatured } from "./featured.js";
import { liveBoards, SHOWN } from "./live-boards.js";
import { mistakesIn, mistakeWords } from "./link-mistakes.js";
import { inviteToNewTable, startAtNewTable } from "./new-table.js";
import { levelFor } from "./seeking-strip.js";
import { mountTiles } from "./tiles.js";
import { mountUser } from "./user.js";
import { world } from "./world.js";

const byId = (id) => document.getElementById(id);
const find = (selector) => document.querySelector(selector);

/**
 * Brings the home page to life. `page` {connection, identity, browser, tab, self(), notice(words,
 * kind), later(name)} comes from home.js. Returns {receive(message), spoken(), ahead()}.
 */
export function mountHome(page) {
  const { connection, browser, self, later, notice } = page;
  const lobby = createLobby(connection, draw);
  const user = mountUser({
    ...page, tell: notice, draw, became: (words) => { notice(words, "done"); draw(); }, profile: (who) => go(`?person=${encodeURIComponent(who)}`),
  });
  const { seeking } = user, search = byId("seeking-place");
  let isSeeking = Boolean(seeking.wanted);
  const actions = { computer: () => user.unlessPlaying(computer), friend: () => user.unlessPlaying(() => friend()) };
  const tiles = mountTiles({ element: find(".play-now"), seeking, browser, self, ask: user.unlessPlaying, account: user.account });
  const drawFeatured = mountFeatured({ now: connection.serverTime });
  const boards = liveBoards(byId("plays")), around = world({ browser, self, changed: draw });
  const title = find(".screen .title"), place = byId("place"), who = find(".who-one-is"), seeks = find(".seeks"), more = find(".more-plays");
  let visit = 0, heading = null, form = null, shownQuery = null, drawPuzzle = () => {};

  for (const button of document.querySelectorAll("[data-way]")) button.addEventListener("click", () => actions[button.dataset.way]());
  byId("learn").addEventListener("click", async () => (await later("lesson"))?.openLesson({ begin: () => user.unlessPlaying(() => startAtNewTable(page.tab, { rule: "freestyle", sides: ["x"], robot: levelFor(null, Number(browser.get("level"))) })) }));
  byId("other-tables").addEventListener("click", async () => (await later("tables"))?.showTables({ name: robotName }));
  byId("account").addEventListener("click", () => user.account());
  find(".own-terms").addEventListener("toggle", ownTerms);
  // A link to a part of the page, such as the one that skips the head, is not another screen.
  addEventListener("popstate", () => location.search === shownQuery || arrive());
  document.addEventListener("click", followed);
  lobby.enter();
  arrive({ focus: false });
  if (location.hash === "#plays") byId("plays-title").focus();
  return { receive, spoken, ahead: () => Promise.all([ownTerms(), puzzleOfToday()]) };

  function receive(message) {
    user.receive(message);
    lobby.receive(message);
    if (message.type === "welcome") around.begin();
    if (["welcome", "account", "participants"].includes(message.type)) draw();
  }

  /** Draws everything in the page's new language. */
  function spoken() {
    for (const list of [seeks, more]) list.shownItems = undefined;
    form = null;
    find(".own-terms form")?.remove();
    if (find(".own-terms").open) ownTerms();
    boards.spoken();
    around.spoken();
    drawPuzzle();
    who.dataset.told = "";
    arrive({ focus: false });
  }

  function draw() {
    // Only a stopped search returns to its tile. The Enter that follows a vanished seek must not
    // start another search.
    keepingFocus(drawAll, (before) => (before.matches(".stop") && find(".tile[data-focus]")) || byId("plays-title"));
  }

  function drawAll() {
    const me = self()?.id;
    for (const { room, x, o } of lobby.plays) if (me && [x.id, o.id].includes(me)) user.own.add({ room });
    user.draw();
    // A search that the user has just begun is in sight.
    if (seeking.wanted && !isSeeking) search.scrollIntoView({ block: "nearest" });
    isSeeking = Boolean(seeking.wanted);
    document.title = heading ? `${heading} · ${T.shareTitle}` : T.shareTitle;
    if (heading) return;
    const [own = null] = user.own.list;
    const shown = drawFeatured({ own, plays: lobby.plays, recent: around.replays });
    const plays = lobby.plays.filter(({ room }) => room !== shown), rest = plays.filter(({ board }) => !board).concat(plays.filter(({ board }) => board).slice(SHOWN));
    boards.update(plays.filter(({ board }) => board).slice(0, SHOWN), lobby.known ? (shown ? T.noOtherGames : T.nothingInPlay) : T.loading, Boolean(rest.length));
    more.hidden = !rest.length;
    // Below the games, and so not before them.
    byId("other-tables").hidden = !lobby.known;
    if (rest.length) showList(more, rest.map((play) => ({ ...play, board: undefined })), playLine, "");
    showList(seeks, lobby.seeks.map((seek) => ({ ...seek, mine: seek.by === me })), seekLine, lobby.known ? T.nobodyWaits : T.loading);
    tiles.draw(lobby.seeks);
    form?.draw();
    around.draw();
    drawWho();
  }

  /** Shows the user's name, and the button for the account. */
  function drawWho() {
    const me = self(), told = me ? `${me.name} ${me.claimed}` : "";
    if (who.dataset.told === told || !me) return;
    who.dataset.told = told;
    who.replaceChildren(me.claimed ? T.playAs : T.playAsGuest, " ", make("b", {}, personName(me.name)), ". ",
      make("button", { type: "button", class: "link", onclick: () => user.account() }, me.claimed ? T.account : T.claimOrSignIn));
  }

  function seekLine(seek) {
    const terms = { ...checkedTerms(seek), rated: isOn(seek.rated) }, called = ratedName(seek), words = termWords(terms);
    const button = seek.mine
      ? make("button", { type: "button", class: "stop", onclick: seeking.cancel }, T.cancelSeek)
      : make("button", { type: "button", class: "primary", "aria-label": T.acceptSeek({ name: called, options: words }), onclick: () => user.unlessPlaying(() => take(seek)) }, T.accept);
    const told = [make("b", {}, seek.mine ? T.youWait : called), seek.bot ? [" ", make("small", {}, T.bot)] : null, make("small", {}, words)].flat();
    return make("li", {}, make("a", { class: "who", href: `?person=${encodeURIComponent(seek.by)}` }, told), button);
  }

  function take(seek) {
    if (isOn(seek.rated) && !self()?.claimed) return user.account(T.ratedNeedsName, () => take(seek));
    seeking.accept(seek.key);
  }

  function playLine({ room, x, o, ...terms }) {
    return make("li", {}, make("a", { class: "button", href: `?room=${encodeURIComponent(room)}` },
      make("b", {}, T.versus({ x: ratedName(x), o: ratedName(o) })), make("small", {}, termWords(terms))));
  }

  // Navigation.

  function go(query) {
    history.pushState(null, "", query);
    arrive();
  }

  /** Follows a link within the home page without leaving the document, so that its games stay. */
  function followed(event) {
    const link = event.target.closest?.("a[href^='?']");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!["lobby", "person"].includes(screenIn(link.getAttribute("href")))) return;
    event.preventDefault();
    go(link.getAttribute("href"));
  }

  /** Shows the screen of the address. */
  async function arrive({ focus = true } = {}) {
    // Another document has the table. A cache that ignores the query must not cause a loop.
    if (roomIn(location.search)) return focus ? location.reload() : notice(T.partMissing);
    shownQuery = location.search;
    const query = new URLSearchParams(shownQuery), number = ++visit, still = () => number === visit;
    const isPerson = screenIn(location.search) === "person", whom = query.get("person") ?? "";
    document.documentElement.dataset.screen = isPerson ? "person" : "lobby";
    heading = isPerson ? whom : null;
    find(isPerson ? ".screen-head" : ".own-way").append(search);
    name(heading ?? T.lobbyTitle);
    notice(linkTrouble(query));
    place.replaceChildren();
    draw();
    if (focus) {
      scrollTo(0, 0);
      title.focus({ preventScroll: true });
    }
    if (!isPerson) return;
    place.replaceChildren(make("p", { class: "empty", role: "status" }, T.loading));
    const part = await later("person");
    if (part && still()) place.replaceChildren(part.personScreen(whom, (known) => still() && name(heading = known)).element);
  }

  /** Returns what is wrong with the link that led here; "" if nothing is. */
  function linkTrouble(query) {
    const bad = badRoomIn(location.search), [mistake] = mistakesIn(location.search);
    if (bad) return T.badRoom(givenWords(bad));
    if (query.has("incomplete")) return T.linkIncomplete;
    return mistake ? mistakeWords(mistake) : "";
  }

  function name(words) {
    setText(title, words);
    document.title = heading ? `${heading} · ${T.shareTitle}` : T.shareTitle;
  }

  // Actions.

  async function computer() {
    const options = await (await later("computer"))?.askNewGame({ opponent: "robot", memory: browser, claimed: self()?.claimed });
    if (options) startAtNewTable(page.tab, options);
  }

  async function friend() {
    const terms = await (await later("friend"))?.askFriend({ browser, claimed: Boolean(self()?.claimed) });
    if (terms) inviteToNewTable(page.tab, terms);
  }

  async function puzzleOfToday() {
    drawPuzzle = await showDailyPuzzle(find(".daily"));
  }

  /** Fetches the form for other terms. */
  async function ownTerms() {
    const part = form ? null : await later("seek");
    if (!part || form) return;
    form = part.seekForm({ browser, seeking, self, ask: user.unlessPlaying, account: user.account });
    find(".own-terms").append(form.element);
    form.draw();
  }
}
