// Details in a player's strip: a link to the profile, the rating for this kind of game and its
// change, the score against the opponent, the latency, and the number of hints taken. Draws the
// given game, and requests ratings and latencies from the server.

import { fetched } from "../net/fetching.js";
import { make, setText } from "../page/elements.js";
import { isUncertain, ratingText } from "../game/ratings.js";
import { isPerson } from "../game/robots.js";
import { pointsText } from "../game/score.js";
import { speedOf } from "../game/terms.js";
import { T } from "../texts/texts.js";

/** The interval between latency requests, in ms, and the shorter one until the latency is known. */
const ASK_EVERY = 5_000, ASK_SOON = 1_000;
/** The latency limits in ms, and the number of bars for each. */
const BARS = [[150, 3], [400, 2], [Infinity, 1]];

const ratingFor = (person, rule, speed) => person?.ratings?.find((rating) => rating.rule === rule && rating.speed === speed);

/**
 * Creates the details.
 *
 * @param table   of table.js.
 * @param changes (game) resolves to a rated game's change of both ratings, {x: {before, after}, o}.
 */
export function createStrips({ table, changes }) {
  const strips = [...document.querySelectorAll(".player")].map((strip) => {
    const bars = make("span", { class: "bars", "aria-hidden": "true" }, [make("i"), make("i"), make("i")]), trip = make("span", { class: "trip" });
    const rating = make("span", { class: "rating" }), gain = make("b", { class: "gain" }), hints = make("span", { class: "hints-taken" });
    const score = make("span", { class: "score" }), net = make("span", { class: "net none" }, bars, trip), facts = make("span", { class: "facts" }, score, net, hints);
    const name = strip.querySelector(".name"), note = strip.querySelector("small");
    strip.querySelector(".who").replaceChildren(make("span", { class: "named" }, name, rating, gain), make("span", { class: "noted" }, note, facts));
    return { side: strip.dataset.side, name, facts, score, net, trip, rating, gain, hints };
  });
  const people = new Map(); // id → a promise of the ratings
  let lag = {}, timer = null, drawn = null, over = null;
  return { update, hide: () => drawn && update(null), receive };

  /** Draws `game`, `match` and `score` as match.js has them; null for none. */
  function update(game, match, score) {
    const isOver = Boolean(game?.result), playing = game && !isOver && Object.values(game.seats).includes(table.me);
    if (!playing || drawn?.number !== game.number) lag = playing ? lag : {};
    drawn = game;
    for (const strip of strips) {
      const id = game?.seats[strip.side] ?? null;
      strip.net.classList.toggle("none", !isPerson(id));
      setText(strip.score, score?.games ? T.scoreOf(pointsText(score[id])) : "");
      if (isPerson(id)) strip.name.setAttribute("href", `?person=${encodeURIComponent(id)}`);
      else strip.name.removeAttribute("href");
      strip.name.title = isPerson(id) ? T.profileOf(table.nameOf(id)) : "";
      const taken = match?.hints[strip.side] ?? 0;
      setText(strip.hints, taken ? T.hintsTaken(taken) : "");
      if (isPerson(id)) rate(strip, id, game);
      else [strip.rating, strip.gain].forEach((element) => setText(element, ""));
    }
    drawLag();
    if (isOver && match.rated) changed(game);
    else over = null;
    if (playing && timer === null) askLag();
    if (playing) return;
    clearTimeout(timer);
    [timer, lag] = [null, {}];
  }

  async function rate(strip, id, { rule, clock, number }) {
    const speed = speedOf(clock);
    if (over === number) return;
    setText(strip.gain, "");
    const person = await personOf(id);
    if (drawn?.seats[strip.side] !== id || over === number) return;
    // Only people who own their name play rated games.
    const found = ratingFor(person, rule, speed);
    setText(strip.rating, person?.claimed ? ratingText(found) : "");
    strip.rating.title = isUncertain(found) ? T.ratingUncertain : "";
  }

  function personOf(id) {
    if (!people.has(id)) people.set(id, fetched(`api/people/${encodeURIComponent(id)}`).catch(() => null));
    return people.get(id);
  }

  /** Shows the ratings after a game, and their changes. */
  async function changed(game) {
    if (over === game.number) return;
    over = game.number;
    people.clear();
    const told = await changes(game), persons = await Promise.all(["x", "o"].map((side) => personOf(game.seats[side])));
    if (drawn?.number !== game.number || !told || told.uncounted) return;
    for (const { side, rating, gain } of strips) {
      const { before, after } = told[side], now = ratingFor(persons["xo".indexOf(side)], game.rule, speedOf(game.clock));
      const points = Math.round(after) - Math.round(before);
      setText(rating, ratingText({ rating: after, deviation: now?.deviation }));
      setText(gain, points < 0 ? `−${-points}` : `+${points}`);
      gain.dataset.way = points < 0 ? "down" : "up";
    }
  }

  function askLag() {
    table.connection.request({ type: "ping", room: table.room });
    timer = setTimeout(askLag, Object.keys(lag).length ? ASK_EVERY : ASK_SOON);
  }

  function receive({ type, lag: told }) {
    if (type !== "pong" || !told) return;
    lag = told;
    drawLag();
  }

  function drawLag() {
    // Measurements are invalid without a connection.
    if (table.connection.status.state !== "online") lag = {};
    for (const { side, net, trip } of strips) {
      const away = lag[side], id = drawn?.seats[side];
      const here = id && table.isHere(id);
      net.classList.toggle("over", !drawn || Boolean(drawn.result));
      // Only players request the latency.
      net.hidden = Boolean(drawn) && !Object.values(drawn.seats).includes(table.me);
      net.dataset.bars = !here ? 0 : Number.isFinite(away) ? BARS.find(([most]) => away <= most)[1] : "";
      setText(trip, here && Number.isFinite(away) ? T.lag(away) : "");
      net.title = trip.textContent && T.lagIs(away);
    }
  }
}
