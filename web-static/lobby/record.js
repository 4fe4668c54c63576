// The page of a finished game, with a permanent address: the replay, the players, the terms.

import { make } from "../page/elements.js";
import { stoneOfMove } from "../game/stones.js";
import { T } from "../texts/texts.js";
import { outcome, personName } from "../texts/wording.js";
import { fetched } from "../net/fetching.js";
import { checkedTerms } from "../game/terms.js";
import { dayWords, termWords } from "../texts/term-words.js";

const called = (player) => (player?.name ? personName(player.name) : T.someone);

/** Returns the game in the form in which records.js reads it from a file. */
export function recordOf({ rule, size, x, o, moves = [], result, reason }) {
  const terms = checkedTerms({ rule, size });
  return {
    size: terms.size, rule: terms.rule, names: { x: called(x), o: called(o) }, setup: [],
    moves: moves.map((cell, index) => {
      const [col, row] = cell.split(",").map(Number);
      return { number: index + 1, stone: stoneOfMove(index + 1), col, row };
    }),
    result: result ?? null, reason: reason ?? null,
  };
}

/** Resolves to the game with that id, or throws a NoAnswer. */
export const fetchGame = (id) => fetched(`api/games/${encodeURIComponent(id)}`);

/** Shows `game` with `openReplay`, and its facts in `place`. Resolves to the title. */
export async function showRecord({ game, place, openReplay, closed }) {
  const record = recordOf(game), title = T.versus({ x: record.names.x, o: record.names.o });
  await openReplay({ record, title, closed });
  place.append(card(game, record));
  return title;
}

function card(game, { names, moves }) {
  const player = (side) => {
    const { id, rating, after } = game[side] ?? {};
    const numbers = Number.isFinite(rating) ? Number.isFinite(after) ? T.ratingChange({ before: Math.round(rating), after: Math.round(after) }) : String(Math.round(rating)) : "";
    const who = id && game[side].name && !id.startsWith("robot:") ? make("a", { href: `?person=${encodeURIComponent(id)}` }, names[side]) : names[side];
    return make("li", {}, make("span", { class: `token ${side}`, "aria-hidden": "true" }), make("span", { class: "who" }, make("strong", { class: "name" }, who), make("small", {}, [side.toUpperCase(), numbers].filter(Boolean).join(" · "))));
  };
  const file = (kind) => make("a", { class: "button", href: `api/games/${encodeURIComponent(game.id)}.${kind}`, download: `${game.id}.${kind}`, "aria-label": `${T.download} .${kind}` }, `.${kind}`);
  return make("section", { class: "card record", "aria-labelledby": "record-title" },
    make("h2", { id: "record-title" }, T.recordTitle),
    make("ul", { class: "seats" }, player("x"), player("o")),
    make("p", {}, make("b", {}, outcome(game, []))),
    make("p", { class: "hint" }, [termWords(game), T.moves(moves.length), dayWords(game.ended)].join(" · ")),
    make("div", { class: "row wraps" }, file("sgf"), file("psq"),
      game.room ? make("a", { class: "button", href: `?room=${encodeURIComponent(game.room)}` }, T.toItsTable) : null, make("a", { class: "button", href: "?lobby" }, T.lobbyTitle)));
}
