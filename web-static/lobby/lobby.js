// The lobby: the ways to play, a form to look for an opponent, the open seeks, and the games to
// watch. It mirrors the lobby's room like any other room, and redraws only the changes.

import { liveBoards, SHOWN } from "./live-boards.js";
import { openLesson } from "./lesson.js";
import { tiles } from "./tiles.js";
import { world } from "./world.js";
import { T } from "../texts/texts.js";
import { make, setText } from "../page/elements.js";
import { applied, resumePoint, unknownRoom } from "../net/state.js";
import { keptTerms, termFields } from "../table/term-fields.js";
import { playsIn, seeksIn, showList } from "./lists.js";
import { checkedTerms, isOn, seekOf } from "../game/terms.js";
import { ratedName, termWords } from "../texts/term-words.js";
import { personName } from "../texts/wording.js";

/** The name of the lobby's room. */
const ROOM = "~lobby";

/**
 * Returns a mirror of the lobby's room over `connection`. `onChange` is called when it has changed.
 */
export function createLobby(connection, onChange) {
  let replica = unknownRoom(ROOM, "lobby"), entered = false;
  return {
    get known() { return replica.known; },
    get seeks() { return seeksIn(replica.state); },
    get plays() { return playsIn(replica.state); },
    enter() {
      if (!entered) connection.enter(ROOM, { kind: "lobby", resume: () => resumePoint(replica) });
      entered = true;
    },
    leave() {
      if (entered) connection.leave(ROOM);
      entered = false;
      replica = unknownRoom(ROOM, "lobby");
    },
    receive(message) {
      if (!entered || message.room !== ROOM) return;
      const next = applied(replica, message);
      if (next === null) return connection.rejoin(ROOM);
      if (next === replica) return;
      replica = next;
      onChange();
    },
  };
}

/**
 * Returns the lobby's screen, {element, draw()}.
 *
 * @param page {lobby, seeking, browser, self(), friend(), computer(), otherTables(),
 *   account(note)}.
 */
export function lobbyScreen(page) {
  const kept = keptTerms(page.browser, "seek");
  const fields = termFields(kept, () => ({ rated: true, listed: false }));
  const number = (name, label, value) => make("input", { type: "number", name, "aria-label": label, min: 0, max: 4000, step: 1, inputMode: "numeric", placeholder: T.anyRating, value: value ?? "" });
  const from = number("from", T.ratingFrom, kept.from), to = number("to", T.ratingTo, kept.to);
  const looking = make("button", { type: "submit", class: "primary" }, T.lookFor);
  const form = make("form", { class: "card seek", "aria-labelledby": "seek-title", onsubmit: submit },
    make("h3", { id: "seek-title" }, T.playAnyone), fields.element,
    make("div", { class: "range", role: "group", "aria-label": T.ratingRange }, make("span", {}, T.ratingRange), from, make("span", { "aria-hidden": "true" }, "–"), to),
    looking);
  const seeks = make("ul", { class: "lines" }), more = make("ul", { class: "lines" });
  const quick = tiles(page), boards = liveBoards(), around = world(page), who = make("div", { class: "who-one-is" });
  const own = make("details", { class: "own-terms" }, make("summary", {}, T.ownTerms), form);
  own.open = Boolean(page.browser.get("own-terms"));
  own.addEventListener("toggle", () => page.browser.set("own-terms", own.open ? "open" : undefined));
  const element = make("div", { class: "lobby" }, who,
    make("div", { class: "first" }, quick.element, own,
      make("section", { class: "card learn", "aria-labelledby": "learn-title" }, make("h3", { id: "learn-title" }, T.learnTitle), make("p", {}, T.learnNote),
        make("button", { id: "learn", type: "button", onclick: () => openLesson(page) }, T.learn))),
    make("div", { class: "open" },
      make("section", { class: "card", "aria-labelledby": "seeks-title" }, make("h3", { id: "seeks-title" }, T.waiting), seeks),
      make("section", { class: "card", "aria-labelledby": "plays-title" }, make("div", { class: "row" }, make("h3", { id: "plays-title", tabIndex: -1 }, T.inPlay), around.here), boards.element, more,
        make("button", { id: "other-tables", type: "button", onclick: page.otherTables }, T.otherTables))),
    make("div", { class: "around" }, around.leaders, around.results,
      make("section", { class: "card", "aria-labelledby": "gadgets-title" }, make("h3", { id: "gadgets-title" }, T.gadgetsTitle), make("p", {}, T.gadgetsNote),
        make("a", { class: "button", href: "gadget.html" }, T.toGadgets))));
  return { title: T.lobbyTitle, element, draw, left: () => { boards.stop(); around.stop(); } };

  function submit(event) {
    event.preventDefault();
    const terms = fields.read();
    page.browser.set("seek", JSON.stringify({ ...terms, from: from.value, to: to.value }));
    if (terms.rated && !page.self()?.claimed) return page.account(T.ratedNeedsName, () => form.requestSubmit());
    const range = from.value || to.value ? `${from.value || 0}-${to.value || 4000}` : "";
    page.seeking.seek(seekOf(terms, range));
  }

  function draw() {
    const me = page.self()?.id;
    setText(looking, page.seeking.wanted ? T.lookForThis : T.lookFor);
    showList(seeks, page.lobby.seeks.map((seek) => ({ ...seek, mine: seek.by === me })), seekLine, page.lobby.known ? T.nobodyWaits : T.loading);
    const { plays } = page.lobby, rest = plays.slice(SHOWN);
    boards.update(plays, page.lobby.known ? T.nothingInPlay : T.loading);
    more.hidden = !rest.length;
    if (rest.length) showList(more, rest, playLine, "");
    quick.draw();
    around.draw();
    drawWho();
  }

  /** Shows the user's name, and the button for the account. */
  function drawWho() {
    const self = page.self(), told = self ? `${self.name} ${self.claimed}` : "";
    if (who.dataset.told === told) return;
    who.dataset.told = told;
    if (!self) return who.replaceChildren();
    who.replaceChildren(
      make("p", {}, self.claimed ? T.playAs : T.playAsGuest, " ", make("b", {}, personName(self.name)), "."),
      make("button", { type: "button", class: "link", onclick: () => page.account() }, self.claimed ? T.account : T.claimOrSignIn));
  }

  function seekLine(seek) {
    const terms = { ...checkedTerms(seek), rated: isOn(seek.rated) }, who = ratedName(seek);
    const words = termWords(terms);
    const button = seek.mine
      ? make("button", { type: "button", onclick: page.seeking.cancel }, T.cancelSeek)
      : make("button", { type: "button", class: "primary", "aria-label": T.acceptSeek({ name: who, options: words }), onclick: () => take(seek) }, T.accept);
    const told = [make("b", {}, seek.mine ? T.youWait : who), seek.bot ? [" ", make("small", {}, T.bot)] : null, make("small", {}, words)].flat();
    return make("li", {}, make("a", { class: "who", href: `?person=${encodeURIComponent(seek.by)}` }, told), button);
  }

  function take(seek) {
    if (isOn(seek.rated) && !page.self()?.claimed) return page.account(T.ratedNeedsName, () => take(seek));
    page.seeking.accept(seek.key);
  }

  function playLine({ room, x, o, ...terms }) {
    return make("li", {}, make("a", { class: "button", href: `?room=${encodeURIComponent(room)}` },
      make("b", {}, T.versus({ x: ratedName(x), o: ratedName(o) })), make("small", {}, termWords(terms))));
  }
}
