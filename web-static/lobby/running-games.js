// The user's running games in the head of every document.

import { face, remaining } from "../game/clockwork.js";
import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { showList } from "./lists.js";

/** Returns whose turn it is in a game of own-games.js. */
export const sideWords = ({ mine, waits }) => (waits ? T.waitsForOpponent : mine ? T.yourMove : T.opponentsMove);

/** Returns the user's time in that game, or "" without a clock. */
export const timeWords = ({ clock, side }, now) => (clock ? face(remaining(clock, side, now).running) : "");

/**
 * Mounts the list into `nav`, which the document's head contains. Returns `draw(games)`. `now()`
 * returns the server's time.
 */
export function mountRunning({ nav, now, clock = globalThis }) {
  const first = make("a", { class: "game" }), rest = make("ul", { class: "lines" });
  const turn = make("span", { class: "running-turn" }), words = make("span", { class: "running-words" }), time = make("time", {}), count = make("summary", {});
  const more = make("details", { hidden: true }, count, rest);
  first.append(turn, words, time);
  nav.append(first, more);
  let games = [], timer;
  return function draw(next) {
    games = next;
    nav.hidden = !games.length;
    clock.clearTimeout(timer);
    if (!games.length) return;
    nav.setAttribute("aria-label", T.yourGames);
    const [urgent, ...others] = games;
    first.setAttribute("href", urgent.href);
    first.dataset.turn = urgent.mine ? "mine" : "theirs";
    first.title = sideWords(urgent);
    setText(turn, sideWords(urgent));
    setText(words, urgent.waits ? "" : urgent.opponent);
    more.hidden = !others.length;
    setText(count, `+${others.length}`);
    count.setAttribute("aria-label", T.moreGamesOfYours(others.length));
    showList(rest, others.map((each) => ({ key: each.room, href: each.href, words: `${each.opponent} · ${sideWords(each)}` })), line, "");
    tick();
  };

  /** Shows the time that the user has left in the first game. */
  function tick() {
    const left = timeWords(games[0], now());
    setText(time, left);
    if (left && games[0].mine) timer = clock.setTimeout(tick, 1_000);
  }
}

const line = ({ href, words }) => make("li", {}, make("a", { class: "button", href }, words));
