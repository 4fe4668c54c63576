// The players' strips, the headline with whose turn it is, and the button for the next step. This
// file only draws the view that it is given.

import { isRobot, levelOf } from "../game/robots.js";
import { setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { outcome, ruleName, turn } from "../texts/wording.js";

/** The name lengths, in letters, above which a name is smaller; twice that for the next size. */
const LONG_NAME = 12;

const byId = (id) => document.getElementById(id);

/**
 * Connects the buttons with `actions` {join(side), start(), share(), live()}. Returns
 * `update(view)`.
 */
export function mountPanel(actions) {
  const strips = [...document.querySelectorAll(".player")].map((strip) => ({
    strip, side: strip.dataset.side, name: strip.querySelector(".name"), note: strip.querySelector("small"), button: strip.querySelector("button"),
  }));
  for (const { side, button } of strips) button.addEventListener("click", () => actions.join(side));
  for (const id of ["share", "share-table"]) byId(id).addEventListener("click", () => actions.share());
  let step = null;
  byId("next").addEventListener("click", () => step?.act());

  /**
   * Draws `view`: {known, trouble, told, game, rights, me, name(id), isHere(id), busy, unsent,
   * toMove}. `told` {headline, hint, players} replaces the panel's own words; each player of a
   * record has a `note`, and the `href` of the profile or null. `busy` is a Set of
   * "start" and "join". `unsent` is the user's move that waits for the connection.
   */
  return function update(view) {
    const { game, rights, busy } = view;
    document.body.classList.toggle("my-turn", rights.move);
    if (view.known) document.body.dataset.home = homeOf(view);
    document.body.classList.toggle("seated", Boolean(game?.seats.x && game.seats.o));
    setText(byId("turn"), headline(view));
    setText(byId("hint"), hint(view));
    step = nextStep(view, actions);
    byId("next").hidden = !step;
    byId("next").disabled = Boolean(step && busy.has(step.kind));
    setText(byId("next"), step?.words ?? "");
    for (const strip of strips) drawPlayer(strip, view);
    setText(byId("rule"), game ? [ruleWords(game), view.terms].filter(Boolean).join(" · ") : "");
    byId("rule").title = T.ruleSentences?.[game?.rule] ?? "";
  };
}

/** Returns the number and the rule of a game; of a record, only the rule. */
const ruleWords = ({ number, rule }) => (number ? T.rule({ rule: ruleName(rule), number }) : ruleName(rule));

/**
 * Returns the side whose strip is near the user: the user's own one, or the one that the user is
 * about to take. It stays where it is otherwise, so that the strips do not change places.
 */
function homeOf({ home, game, rights }) {
  if (home) return home;
  if (game) return rights.join ?? document.body.dataset.home ?? "x";
  return new URLSearchParams(location.search).get("side") === "o" ? "o" : "x";
}

function headline({ known, trouble, told, game, rights, name, unsent }) {
  if (told) return told.headline;
  if (unsent) return T.moveWaits(unsent);
  if (!known) return trouble || T.joining;
  if (!game) return T.noGame;
  return game.result ? outcome(game, rights.sides) : turn(game, rights, name);
}

function hint({ known, told, game, rights, name, isHere, me }) {
  if (told) return told.hint;
  if (!known) return "";
  // The board shows the choices.
  if (!game) return "";
  if (!rights.sides.length) return T.watching;
  if (game.result) return "";
  if (rights.join) return T.invite;
  const missing = Object.values(game.seats).find((id) => id !== me && !isHere(id));
  return missing ? T.isAway(name(missing)) : "";
}

/** Returns the next step to offer. Its button has the same place on every page, near the thumb. */
function nextStep({ known, told, game, rights }, actions) {
  if (told) return { kind: "live", words: T.backToLive, act: actions.live };
  if (!known) return null;
  if (!game) return { kind: "start", words: T.startGame, act: actions.start };
  if (rights.join && !rights.sides.length) return { kind: "join", words: T.joinAs(rights.join), act: () => actions.join(rights.join) };
  return rights.join && rights.sides.length === 1 ? { kind: "share", words: T.share, act: actions.share } : null;
}

function drawPlayer({ strip, side, name, note, button }, { game, rights, me, busy, toMove, ...view }) {
  const holder = game?.seats[side] ?? null, words = holder ? view.name(holder) : T.openSeat;
  setText(name, words);
  name.classList.toggle("long", words.length > LONG_NAME);
  name.classList.toggle("longer", words.length > 2 * LONG_NAME);
  const presence = holder && (view.isHere(holder) ? T.here : T.away);
  if (view.told) drawRecorded(view.told.players[side] ?? {}, name, note);
  else setText(note, holder ? (holder === me ? T.you : isRobot(holder) ? T.robotNote?.(levelOf(holder)) ?? T.bot : presence) : "");
  strip.classList.toggle("to-move", Boolean(game) && toMove === side);
  strip.classList.toggle("vacant", !holder);
  strip.classList.toggle("absent", presence === T.away);
  button.hidden = !game || view.told || Boolean(game.result) || Boolean(holder) || !me;
  button.disabled = busy.has("join");
  setText(button, rights.sides.length ? T.joinBoth(side) : T.joinAs(side));
}

function drawRecorded({ note: words = "", href }, name, note) {
  setText(note, words);
  if (href) name.setAttribute("href", href);
  else name.removeAttribute("href");
}
