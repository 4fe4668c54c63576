// The lobby: what one can do first, a form to look for an opponent, who is waiting, which games can be watched.
// Its room is mirrored like any other; only what has changed is drawn.

import { make, setText } from "../page/elements.js";
import { applied, resumePoint, unknownRoom } from "../net/state.js";
import { optionFields } from "./seek-fields.js";
import { playsIn, seeksIn, showList } from "./lists.js";
import { checkedOptions, seekOf } from "../game/terms.js";
import { S } from "../texts/en/lobby.js";
import { isRated, optionWords, ratedName } from "../texts/term-words.js";

/** The room that is the lobby. */
const ROOM = "~lobby";

/** The mirror of the lobby's room over `connection`; `onChange` says that it has changed. */
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

/** What was looked for last, as this browser remembers it. */
function remembered(browser) {
  try {
    return JSON.parse(browser.get("seek") ?? "{}");
  } catch {
    return {};
  }
}

/**
 * The screen. `page`: {lobby, seeking, browser, self(), friend(), computer(), otherTables(), account(note)}; returns
 * {element, draw()}.
 */
export function lobbyScreen(page) {
  const kept = remembered(page.browser);
  const fields = optionFields(kept, { mayBeRated: true });
  const number = (name, label, value) => make("input", { type: "number", name, "aria-label": label, min: 0, max: 4000, step: 1, inputMode: "numeric", placeholder: S.anyRating, value: value ?? "" });
  const from = number("from", S.ratingFrom, kept.from), to = number("to", S.ratingTo, kept.to);
  const looking = make("button", { type: "submit", class: "primary" }, S.lookFor);
  const form = make("form", { class: "card seek", "aria-labelledby": "seek-title", onsubmit: submit },
    make("h3", { id: "seek-title" }, S.playAnyone), fields.element,
    make("div", { class: "range", role: "group", "aria-label": S.ratingRange }, make("span", {}, S.ratingRange), from, make("span", { "aria-hidden": "true" }, "–"), to),
    looking);
  const seeks = make("ul", { class: "lines" }), plays = make("ul", { class: "lines", id: "plays" });
  const element = make("div", { class: "lobby" },
    make("div", { class: "ways" },
      way("friend", S.playFriend, S.playFriendNote, page.friend), way("computer", S.playComputer, S.playComputerNote, page.computer)),
    form,
    make("div", { class: "open" },
      make("section", { class: "card", "aria-labelledby": "seeks-title" }, make("h3", { id: "seeks-title" }, S.waiting), seeks),
      make("section", { class: "card", "aria-labelledby": "plays-title" }, make("h3", { id: "plays-title", tabIndex: -1 }, S.inPlay), plays,
        make("button", { id: "other-tables", type: "button", onclick: page.otherTables }, S.otherTables))));
  return { title: S.lobby, element, draw };

  function submit(event) {
    event.preventDefault();
    const options = fields.read();
    page.browser.set("seek", JSON.stringify({ ...options, from: from.value, to: to.value }));
    if (options.rated && !page.self()?.claimed) return page.account(S.ratedNeedsName);
    const range = from.value || to.value ? `${from.value || 0}-${to.value || 4000}` : "";
    page.seeking.seek(seekOf(options, range));
  }

  function draw() {
    const me = page.self()?.id;
    setText(looking, page.seeking.wanted ? S.lookForThis : S.lookFor);
    showList(seeks, page.lobby.seeks.map((seek) => ({ ...seek, mine: seek.by === me })), seekLine, page.lobby.known ? S.nobodyWaits : S.loading);
    showList(plays, page.lobby.plays, playLine, page.lobby.known ? S.nothingInPlay : S.loading);
  }

  function seekLine(seek) {
    const options = { ...checkedOptions(seek), rated: isRated(seek.rated) }, who = ratedName(seek);
    const words = optionWords(options);
    const button = seek.mine
      ? make("button", { type: "button", onclick: page.seeking.cancel }, S.cancelSeek)
      : make("button", { type: "button", class: "primary", "aria-label": S.acceptSeek(who, words), onclick: () => take(seek) }, S.accept);
    const told = [make("b", {}, seek.mine ? S.youWait : who), seek.bot ? [" ", make("small", {}, S.bot)] : null, make("small", {}, words)].flat();
    return make("li", {}, make("a", { class: "who", href: `?person=${encodeURIComponent(seek.by)}` }, told), button);
  }

  function take(seek) {
    if (isRated(seek.rated) && !page.self()?.claimed) return page.account(S.ratedNeedsName);
    page.seeking.accept(seek.key);
  }

  function playLine({ room, x, o, ...options }) {
    return make("li", {}, make("a", { class: "button", href: `?room=${encodeURIComponent(room)}` },
      make("b", {}, S.versus(ratedName(x), ratedName(o))), make("small", {}, optionWords(options))));
  }
}

function way(name, words, note, onclick) {
  return make("button", { type: "button", class: "way", dataset: { way: name }, onclick }, make("b", {}, words), make("small", {}, note));
}
