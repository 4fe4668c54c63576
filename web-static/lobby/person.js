// A person's page: ratings per rule and speed, games won, lost and drawn, and the games, newest
// first.

import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { isOn, speedOf } from "../game/terms.js";
import { course, ratingGraph } from "./rating-graph.js";
import { fetched } from "../net/fetching.js";
import { dayWords, termWords } from "../texts/term-words.js";
import { personName, playerName } from "../texts/wording.js";

/** The number of games per request. */
const PAGE = 20;
/** The number of games in a graph. */
const GRAPHED = 200;

/** Returns the outcome of a finished game for participant `id`: won, lost, drawn or over. */
export function outcomeFor(game, id) {
  const side = game.x?.id === id ? "x" : game.o?.id === id ? "o" : null;
  if (game.result === "draw" || !side) return { side, how: game.result === "draw" ? "drawn" : "over" };
  return { side, how: game.result === side ? "won" : "lost" };
}

/**
 * Returns the screen of the person with that name or id, {title, element}. It loads by itself and
 * calls `named(name)` when it knows the name.
 */
export function personScreen(who, named) {
  const element = make("div", { class: "person" }, make("p", { class: "empty", role: "status" }, T.loading));
  fill();
  return { title: who, element };

  async function fill() {
    const path = `api/people/${encodeURIComponent(who)}`;
    try {
      const person = await fetched(path);
      named(personName(person.name));
      element.replaceChildren(...facts(person), gamesOf(person, path));
      if (person.ratings?.length) element.querySelector(".graphs").append(...await graphs(person, path));
    } catch (error) {
      element.replaceChildren(make("p", { class: "notice", role: "alert" }, error.status === 404 ? T.noSuchPerson(who) : T.notFetched));
    }
  }
}

function facts({ bot, claimed, since, ratings = [], games, won, lost, drawn }) {
  const line = [bot && T.bot, claimed ? Number.isFinite(since) && T.since(dayWords(since)) : T.aGuest].filter(Boolean).join(" · ");
  const figure = (value, words) => make("div", {}, make("dt", {}, words), make("dd", {}, String(value ?? 0)));
  return [
    make("p", { class: "subtitle" }, line),
    make("dl", { class: "figures card" }, figure(games, T.games), figure(won, T.wonGames), figure(lost, T.lostGames), figure(drawn, T.drawnGames)),
    make("section", { class: "card", "aria-labelledby": "ratings-title" }, make("h3", { id: "ratings-title" }, T.ratings),
      ratings.length ? ratingTable(ratings) : make("p", { class: "empty" }, T.noRatings), make("div", { class: "graphs" })),
  ];
}

/** Returns a graph of each rating, over the newest games. */
async function graphs({ id, name, ratings }, path) {
  const { games = [] } = await fetched(`${path}/games?limit=${GRAPHED}`);
  return ratings.flatMap(({ rule, speed }) => {
    const points = course(games, id, { rule, speed }, (clock) => speedOf(clock) ?? "long");
    if (points.length < 2) return [];
    const kind = T.graphTitle({ rule: T.ruleNames[rule] ?? rule, speed: T.speeds[speed] ?? speed });
    return [make("h4", {}, kind), ratingGraph(points, T.graphWords({ name: personName(name), kind, first: points[0], now: points.at(-1), count: points.length - 1 }))];
  });
}

function ratingTable(ratings) {
  const head = [T.ruleColumn, T.speedColumn, T.ratingColumn, T.games];
  return make("table", {}, make("thead", {}, make("tr", {}, head.map((words) => make("th", { scope: "col" }, words)))),
    make("tbody", {}, ratings.map(({ rule, speed, rating, deviation, games }) => make("tr", {},
      make("th", { scope: "row" }, T.ruleNames[rule] ?? rule), make("td", {}, T.speeds[speed] ?? speed),
      make("td", { class: "figure" }, make("b", {}, String(Math.round(rating))), " ", make("small", {}, T.deviation(Math.round(deviation)))), make("td", {}, String(games))))));
}

function gamesOf({ id }, path) {
  const list = make("ul", { class: "lines games" }), status = make("p", { class: "empty", role: "status" }, T.loading);
  const more = make("button", { type: "button", hidden: true, onclick: () => next() }, T.moreGames);
  let before = null;
  next();
  return make("section", { class: "card", "aria-labelledby": "games-title" }, make("h3", { id: "games-title" }, T.gamesTitle), list, status, more);

  async function next() {
    more.disabled = true;
    try {
      const { games = [] } = await fetched(`${path}/games?limit=${PAGE}${before === null ? "" : `&before=${before}`}`);
      list.append(...games.map((game) => gameLine(game, id)));
      before = games.at(-1)?.ended ?? before;
      more.hidden = games.length < PAGE;
      setText(status, list.children.length ? "" : T.noGames);
    } catch {
      setText(status, T.notFetched);
      more.hidden = false;
    }
    more.disabled = false;
  }
}

function gameLine(game, id) {
  const { side, how } = outcomeFor(game, id), other = side === "o" ? game.x : game.o, self = side === "o" ? game.o : game.x;
  const after = isOn(game.rated) && Number.isFinite(self?.after) ? ` · ${T.ratingAfter(Math.round(self.after))}` : "";
  const reason = T.reasons[game.reason] ? ` (${T.reasons[game.reason]})` : "";
  return make("li", {}, make("a", { class: "button", href: `?record=${encodeURIComponent(game.id)}` },
    make("b", {}, make("span", { class: `outcome ${how}` }, T.outcomes[how]), " ", T.against(other?.name ? playerName(other) : T.someone), reason),
    make("small", {}, `${termWords(game)} · ${dayWords(game.ended)}${after}`)));
}
