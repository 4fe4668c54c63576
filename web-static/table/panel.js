// The words and buttons around the board: whose turn, seats, who is here. Draws what it is given, decides nothing.

import { setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { outcome, ruleName, turn } from "../texts/wording.js";

/** How many people are listed by name. */
const PEOPLE_SHOWN = 30;

const byId = (id) => document.getElementById(id);

/** Connects the buttons with `actions` {join(side), start(), invite(), resign(), share(), live()} and returns `update(view)`. */
export function mountPanel(actions) {
  const seats = [...byId("seats").children].map((row) => ({
    row, side: row.dataset.side, name: row.querySelector(".name"), note: row.querySelector("small"),
    button: row.querySelector("button"),
  }));
  for (const { side, button } of seats) button.addEventListener("click", () => actions.join(side));
  byId("new-game").addEventListener("click", () => actions.start());
  byId("invite").addEventListener("click", () => actions.invite());
  byId("resign").addEventListener("click", () => actions.resign());
  byId("share").addEventListener("click", () => actions.share());
  let step = null;
  byId("next").addEventListener("click", () => step?.act());

  /** `view`: {known, trouble, told: {headline, hint} instead of one's own words, game, rights, me, people, name(id), isHere(id), busy: Set of "start" | "join" | "resign"}. */
  return function update(view) {
    const { game, rights, busy } = view;
    document.body.classList.toggle("my-turn", rights.move);
    setText(byId("turn"), headline(view));
    setText(byId("hint"), hint(view));
    step = nextStep(view, actions);
    document.body.classList.toggle("inviting", step?.kind === "share");
    byId("next").hidden = !step;
    byId("next").disabled = Boolean(step && busy.has(step.kind));
    setText(byId("next"), step?.words ?? "");
    for (const seat of seats) drawSeat(seat, view);
    setText(byId("rule"), game ? [T.rule(ruleName(game.rule), game.number), view.terms, T.moves(game.moves.length)].filter(Boolean).join(" · ") : "");
    byId("rule").title = T.ruleSentences?.[game?.rule] ?? "";

    const start = byId("new-game");
    setText(start, game ? T.newGame : T.startGame);
    start.hidden = step?.kind === "start" || (Boolean(game) && !rights.start);
    start.disabled = !rights.start || busy.has("start");
    byId("invite").hidden = !rights.invite;
    byId("invite").disabled = busy.has("join");
    const resign = byId("resign");
    resign.hidden = !rights.resign;
    resign.disabled = busy.has("resign");
    drawPeople(byId("people"), view);
  };
}

function headline({ known, trouble, told, game, rights, name }) {
  if (told) return told.headline;
  if (!known) return trouble || T.joining;
  if (!game) return T.noGame;
  return game.result ? outcome(game, rights.sides) : turn(game, rights, name);
}

function hint({ known, told, game, rights, name, isHere, me }) {
  if (told) return told.hint;
  if (!known) return "";
  // What to do is on the board then.
  if (!game) return "";
  if (!rights.sides.length) return T.watching;
  if (game.result) return "";
  if (rights.join) return T.invite;
  const missing = Object.values(game.seats).find((id) => id !== me && !isHere(id));
  return missing ? T.isAway(name(missing)) : "";
}

/** The one thing to do first, beside the words: never far from the thumb, never a page without a way on. */
function nextStep({ known, told, game, rights }, actions) {
  if (told) return { kind: "live", words: T.backToLive, act: actions.live };
  if (!known) return null;
  if (!game || game.result) return { kind: "start", words: game ? T.newGame : T.startGame, act: actions.start };
  if (rights.join && !rights.sides.length) return { kind: "join", words: T.joinAs(rights.join), act: () => actions.join(rights.join) };
  return rights.join && rights.sides.length === 1 ? { kind: "share", words: T.share, act: actions.share } : null;
}

function drawSeat({ row, side, name, note, button }, { game, rights, me, busy, ...view }) {
  const holder = game?.seats[side] ?? null;
  setText(name, holder ? view.name(holder) : T.openSeat);
  const presence = holder && (view.isHere(holder) ? T.here : T.away);
  const robot = holder?.startsWith("robot:");
  setText(note, holder ? (holder === me ? T.you : robot ? T.bot : presence) : "");
  row.classList.toggle("to-move", Boolean(game) && game.toMove === side);
  row.classList.toggle("open", !holder);
  row.classList.toggle("away", presence === T.away);
  const other = rights.sides.length > 0;
  const may = Boolean(game) && !view.told && !game.result && !holder && Boolean(me);
  button.hidden = !may;
  button.disabled = busy.has("join");
  setText(button, other ? T.joinBoth(side) : T.joinAs(side));
}

function drawPeople(list, { people, me, game, known }) {
  const seated = (id) => Object.values(game?.seats ?? {}).includes(id);
  const rank = ({ id }) => (id === me ? 0 : seated(id) ? 1 : 2);
  const shown = [...people].sort((a, b) => rank(a) - rank(b)).slice(0, PEOPLE_SHOWN);
  const lines = shown.map(({ id, name, bot }) => {
    const marks = ["x", "o"].filter((side) => game?.seats[side] === id).map((side) => side.toUpperCase());
    return [name || T.guest, [id === me && T.you, bot && T.bot, ...marks].filter(Boolean).join(", ")];
  });
  if (people.length > shown.length) lines.push([`+ ${people.length - shown.length}`, ""]);
  if (known && people.length <= 1) lines.push([T.alone, "alone"]);
  const drawn = JSON.stringify(lines);
  if (list.dataset.drawn === drawn) return;
  list.dataset.drawn = drawn;
  list.replaceChildren(...lines.map(([name, note]) => {
    const item = document.createElement("li");
    item.append(name);
    if (note === "alone") item.className = "empty";
    else if (note) item.append(" ", Object.assign(document.createElement("small"), { textContent: note }));
    return item;
  }));
}
