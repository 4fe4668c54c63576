// The state of the server: the people online, the leaders by rule and speed, the last results.
// Updated while the page is visible.

import { make, setText } from "../page/elements.js";
import { select } from "../page/fields.js";
import { T } from "../texts/texts.js";
import { termWords } from "../texts/term-words.js";
import { fetched } from "../net/fetching.js";
import { personName, playerName, ruleName } from "../texts/wording.js";
import { showList } from "./lists.js";

/** The interval between updates, in ms. */
const EVERY = 15_000;
/** The number of results. */
const RESULTS = 4;
/** The number of leaders before the user asks for more. */
const LEADERS = 5;

/**
 * Fills the document's sections, which update themselves from `begin()` on. Call `draw()` when the
 * user's identity has changed, and `spoken()` when the language has. `browser` stores the chosen
 * list; `self()` returns the user; `changed()` is called when `replays` may have changed.
 */
export function world({ browser, self, changed }, clock = globalThis) {
  const find = (selector) => document.querySelector(selector);
  const here = find(".here"), table = find(".leaders"), results = find(".results"), choice = find(".leaders-of"), more = find(".more-leaders");
  // The leaders on the pages that the user has requested; null while the general list is enough.
  let asked = null;
  let told = null, kinds = "", timer = null;
  more.addEventListener("click", next);
  return {
    draw: () => told && drawLeaders(), begin, spoken,
    /** Recent games with their moves, newest first. */
    get replays() { return Array.isArray(told?.replays) ? told.replays : []; },
  };

  /** Begins to update. Further calls have no effect. */
  function begin() {
    if (timer === null) look();
  }

  function spoken() {
    kinds = "";
    for (const list of [table, results]) list.shownItems = undefined;
    if (told) draw();
  }

  async function look() {
    timer = 0;
    if (document.visibilityState === "visible") {
      let isNew = false;
      try {
        told = await fetched("api/home");
        isNew = true;
      } catch { /* The next update tries again. */ }
      // The timer runs before the drawing, so that an error there does not end the updates.
      timer = clock.setTimeout(look, EVERY);
      if (isNew || !told) draw();
      if (isNew) changed();
      return;
    }
    timer = clock.setTimeout(look, EVERY);
  }

  function draw() {
    const { online = 0, leaders = [], games = [] } = told ?? {};
    setText(here, told ? T.peopleHere(online) : T.notFetched);
    const found = [...new Set(leaders.map(({ rule, speed }) => `${rule} ${speed}`))];
    if (found.join() !== kinds) {
      kinds = found.join();
      const words = (kind) => { const [rule, speed] = kind.split(" "); return `${ruleName(rule)}, ${T.speeds[speed] ?? speed}`; };
      const kept = found.includes(browser.get("leaders")) ? browser.get("leaders") : found[0];
      const chosen = select("leaders", found, words, kept);
      chosen.setAttribute("aria-labelledby", "leaders-title");
      chosen.addEventListener("change", () => { browser.set("leaders", chosen.value); asked = null; drawLeaders(); });
      choice.replaceChildren(...(found.length ? [chosen] : []));
    }
    drawLeaders();
    showList(results, games.slice(0, RESULTS).map((game) => ({ ...game, key: game.id })), resultLine, told ? T.noResults : T.loading);
  }

  function kind() {
    const [rule, speed] = choice.querySelector("select")?.value.split(" ") ?? [];
    return { rule, speed };
  }

  function drawLeaders() {
    const { rule, speed } = kind(), best = (told?.leaders ?? []).filter((person) => person.rule === rule && person.speed === speed);
    more.hidden = asked ? asked.next === undefined : best.length <= LEADERS;
    showList(table, (asked?.leaders ?? best.slice(0, LEADERS)).map((person) => ({ ...person, key: person.id })), leaderLine, !told ? T.loading : self()?.claimed ? T.noLeaders : T.noLeadersGuest);
  }

  /** Loads the next page. The focus moves to the first new person. */
  async function next() {
    const { rule, speed } = kind(), { leaders: known = [], next: from = 0 } = asked ?? {}, shown = table.children.length;
    more.disabled = true;
    try {
      const page = await fetched(`api/leaders?${new URLSearchParams({ rule, speed, from })}`);
      if (kind().rule !== rule || kind().speed !== speed) return;
      asked = { leaders: [...known, ...page.leaders], next: page.next };
      drawLeaders();
      (table.children[shown] ?? table.lastElementChild).querySelector("a")?.focus();
    } catch {
      setText(here, T.notFetched);
    } finally {
      more.disabled = false;
    }
  }
}

function leaderLine({ name, rating, deviation }) {
  return make("li", {}, make("a", { href: `?person=${encodeURIComponent(name)}` }, make("b", {}, personName(name))),
    make("span", { class: "figure" }, make("b", {}, String(rating)), " ", make("small", {}, T.deviation(deviation))));
}

function resultLine(game) {
  const { x, o, result, reason } = game, who = (side, player) => make("span", { class: `seat ${result === side ? "winner" : ""}` },
    make("span", { class: `token ${side}`, "aria-hidden": "true" }), make("b", {}, player?.name ? playerName(player) : T.someone),
    Number.isFinite(player?.after) ? make("small", {}, gain(player)) : null);
  const end = result === "draw" ? T.outcomes.drawn : T.sideWins({ side: result, why: T.reasons[reason] ? ` (${T.reasons[reason]})` : "" });
  return make("li", {}, make("a", { class: "button", href: `?record=${encodeURIComponent(game.id)}` },
    make("span", { class: "pair" }, who("x", x), who("o", o)), make("small", {}, `${end} ${termWords({ ...game, rated: false })}`)));
}

const gain = ({ rating, after: now }) => (now < rating ? `−${rating - now}` : `+${now - rating}`);
