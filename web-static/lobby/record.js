// The page of a finished game, with a permanent address: the replay, the players as they were, the
// terms, and the moves with their times.

import { make } from "../page/elements.js";
import { studyAddress } from "../page/address.js";
import { recordForm } from "../game/record-form.js";
import { gameAfter } from "../game/records.js";
import { isRobot, levelOf } from "../game/robots.js";
import { drawMoves } from "../table/move-list.js";
import { speakOf } from "../texts/language.js";
import { T } from "../texts/texts.js";
import { outcome, playerName } from "../texts/wording.js";
import { fetched } from "../net/fetching.js";
import { dayWords, termWords } from "../texts/term-words.js";

const called = (player) => playerName(player ?? undefined);

/** Returns the game in the form in which records.js reads it from a file. */
export const recordOf = (game) => recordForm(game, called);

/** Resolves to the game with that id, or throws a NoAnswer. */
export const fetchGame = (id) => fetched(`api/games/${encodeURIComponent(id)}`);

/**
 * Shows `game` with `openReplay`, and its facts in `place`. `analyse()` opens the analysis, and
 * `lookAt(number)` shows the position after that move. Resolves to {title, update(number)};
 * `update` marks the move of the shown position.
 */
export async function showRecord({ game, place, openReplay, closed, analyse, lookAt }) {
  await speakOf("levels", "match", "table");
  const record = recordOf(game), title = T.versus({ x: record.names.x, o: record.names.o });
  await openReplay({ record, title, closed, players: { x: playerThen(game.x), o: playerThen(game.o) } });
  const moves = moveList(record, lookAt);
  place.append(card(game, record, moves.element, analyse));
  return { title, update: moves.update };
}

/** Returns {element, update(number)}: the moves of `record` with their times. */
function moveList(record, lookAt) {
  const whole = gameAfter(record, record.moves.length), times = record.moves.map(({ time }) => time);
  const list = make("ol", { class: "moves", "aria-label": T.moveList, onclick: ({ target }) => {
    const button = target.closest("button");
    if (button) lookAt(Number(button.dataset.number));
  } });
  const element = make("div", { class: "record-moves" }, list);
  return { element, update: (number) => drawMoves(list, whole, number, times) };
}

/** Returns a player's rating before and after the game; "" if the game was not rated. */
function ratingThen({ rating, after } = {}) {
  if (!Number.isFinite(rating)) return "";
  return Number.isFinite(after) ? T.ratingChange({ before: Math.round(rating), after: Math.round(after) }) : String(Math.round(rating));
}

/** Returns the address of a player's profile; null for a robot and an unknown player. */
const profileOf = (player) => (player?.id && player.name && !isRobot(player.id) ? `?person=${encodeURIComponent(player.id)}` : null);

/** Returns a robot's level, or a person's rating at the time of the game. */
const noteThen = (player) => (isRobot(player?.id) ? T.robotNote(levelOf(player.id)) : ratingThen(player ?? undefined));

/** Returns what the player's strip shows besides the name. */
const playerThen = (player) => ({ note: noteThen(player), href: profileOf(player) });

function card(game, { names, moves }, list, analyse) {
  const player = (side) => {
    const href = profileOf(game[side]), note = noteThen(game[side]);
    const who = href ? make("a", { href }, names[side]) : names[side];
    return make("li", {}, make("span", { class: `token ${side}`, "aria-hidden": "true" }), make("span", { class: "who" }, make("strong", { class: "name" }, who), make("small", {}, [side.toUpperCase(), note].filter(Boolean).join(" · "))));
  };
  const file = (kind) => make("a", { class: "button", href: `api/games/${encodeURIComponent(game.id)}.${kind}`, download: `${game.id}.${kind}`, "aria-label": `${T.download} .${kind}` }, `.${kind}`);
  return make("section", { class: "card record", "aria-labelledby": "record-title" },
    make("h2", { id: "record-title" }, T.recordTitle),
    make("ul", { class: "seats" }, player("x"), player("o")),
    make("p", { class: "ending" }, make("b", {}, outcome(game, []))),
    make("p", { class: "hint" }, [termWords(game), T.moves(moves.length), dayWords(game.ended)].join(" · ")),
    make("div", { class: "row wraps" }, make("button", { type: "button", class: "primary", onclick: analyse }, T.actions.report),
      make("a", { class: "button", href: studyAddress("", { game: game.id }) }, T.analysisBoard),
      make("a", { href: `api/games/${encodeURIComponent(game.id)}.svg`, target: "_blank", rel: "noopener" }, T.recordPicture)),
    make("div", { class: "row wraps" }, file("sgf"), file("psq"),
      game.room ? make("a", { class: "button", href: `?room=${encodeURIComponent(game.room)}` }, T.toItsTable) : null, make("a", { class: "button to-lobby", href: "?lobby" }, T.lobbyTitle)), list);
}
