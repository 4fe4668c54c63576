// The history of a rating, game by game, as a graph and in words.

import { element } from "../board/shapes.js";
import { make } from "../page/elements.js";
import { T } from "../texts/texts.js";

const WIDTH = 600, HEIGHT = 200, LEFT = 44, TOP = 12, BOTTOM = 24;

/**
 * Returns the rating before the first and after each rated game of that kind, oldest first. `games`
 * are newest first.
 */
export function course(games, id, { rule, speed }, speedOf) {
  const rated = games.filter((game) => game.rated && game.rule === rule && speedOf(game.clock) === speed).reverse();
  const own = rated.map((game) => (game.x?.id === id ? game.x : game.o)).filter((player) => Number.isFinite(player?.after));
  return own.length ? [own[0].rating, ...own.map(({ after }) => after)] : [];
}

/** Returns round numbers between two ratings, at most five. */
export function steps(least, most) {
  const step = [25, 50, 100, 200, 500, 1000].find((each) => (most - least) / each <= 4) ?? 1000;
  const found = [];
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) found.push(at);
  return found;
}

/** Returns the graph of `points`, with the label `words`. */
export function ratingGraph(points, words) {
  const least = Math.min(...points) - 15, most = Math.max(...points) + 15;
  const x = (index) => LEFT + (WIDTH - LEFT - 8) * index / Math.max(1, points.length - 1);
  const y = (rating) => TOP + (HEIGHT - TOP - BOTTOM) * (most - rating) / (most - least);
  const path = points.map((rating, index) => `${index ? "L" : "M"}${x(index).toFixed(1)} ${y(rating).toFixed(1)}`).join("");
  const svg = element("svg", { class: "rating-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words });
  for (const rating of steps(least, most)) {
    const text = element("text", { x: LEFT - 8, y: y(rating) + 4 });
    text.textContent = rating;
    svg.append(element("path", { class: "level", d: `M${LEFT} ${y(rating)}H${WIDTH - 8}` }), text);
  }
  svg.append(element("path", { class: "area", d: `${path}V${HEIGHT - BOTTOM}H${LEFT}Z` }), element("path", { class: "course", d: path }),
    element("circle", { class: "now", cx: x(points.length - 1), cy: y(points.at(-1)), r: 5 }));
  return make("figure", { class: "graph" }, svg, make("figcaption", {}, T.graphCaption({ now: points.at(-1), best: Math.max(...points), count: points.length - 1 })));
}
