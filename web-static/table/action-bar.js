// Questions to be answered and what else one can do, as buttons: under the board on a narrow window, among the players
// on a wide one. Draws what it is given.

import { make, setText } from "../page/elements.js";
import { choiceWords } from "../texts/opening-words.js";
import { T } from "../texts/texts.js";

const byId = (id) => document.getElementById(id);
const WIDE = "(min-width: 900px)";
/** The actions in the order they are shown. */
const ACTIONS = ["rematch", "report", "undo", "takeback", "draw", "hint", "abort"];

/** @param choose ({name, set}) does it; name(id) → a participant's name; now() the server's clock. */
export function createMatchBar({ choose, notice, name, now }) {
  const questions = make("div", { id: "questions", class: "questions", role: "group" });
  const row = byId("new-game").parentElement, seats = byId("seats"), above = make("div", { id: "clocks", class: "clocks" });
  const buttons = new Map(ACTIONS.map((name) => [name, actionButton(name)])), drawn = new Map();
  const wide = matchMedia(WIDE);
  let clocks = null;
  byId("board").parentElement.before(above);
  byId("resign").before(...buttons.values());
  wide.addEventListener("change", arrange);
  arrange();
  return { update, hide, place: (made) => { clocks = made; arrange(); } };

  /** Puts everything where it is wanted at this width; the focus stays. */
  function arrange() {
    const focused = document.activeElement;
    if (wide.matches) seats.after(questions, row);
    else byId("confirm").after(questions, row);
    for (const side of clocks ? ["x", "o"] : []) {
      const seat = seats.querySelector(`[data-side=${side}]`);
      if (wide.matches) seat.querySelector("button").before(clocks.element(side));
      else above.append(clocks.element(side));
    }
    if (focused && row.contains(focused)) focused.focus();
  }

  function hide() {
    update({ game: null, questions: [], actions: [] });
  }

  function update({ game, questions: asked, actions }) {
    drawActions(actions);
    const kept = new Set();
    for (const question of asked) {
      const key = `${question.kind} ${question.side} ${question.answers.map((answer) => answer.name)}`;
      kept.add(key);
      let item = drawn.get(key);
      if (!item) drawn.set(key, item = questionItem(question));
      setText(item.words, wordsOf(question, game));
      item.answers.forEach((button, index) => { button.answer = question.answers[index]; });
    }
    for (const [key, { element }] of drawn) {
      if (kept.has(key)) continue;
      leave(element);
      element.remove();
      drawn.delete(key);
    }
    questions.setAttribute("aria-label", T.questions);
    questions.append(...[...kept].map((key) => drawn.get(key).element).filter((element, index) => questions.children[index] !== element));
  }

  function questionItem({ kind, answers }) {
    const words = make("p");
    const made = answers.map(({ name: answer }, index) => {
      const button = make("button", { type: "button", class: index || kind.startsWith("own-") ? "" : "primary", dataset: { answer } },
        kind === "choose" ? choiceWords(answer) : T.answers[answer]);
      if (kind === "choose") button.className = "";
      button.addEventListener("click", () => choose(button.answer));
      return button;
    });
    const element = make("div", { class: `question ${kind}`, dataset: { kind } }, words, made.length ? make("div", { class: "answers" }, made) : null);
    return { element, words, answers: made };
  }

  function wordsOf({ kind, side, at, words }, game) {
    const who = name(game.seats[side] ?? "");
    if (words) return words;
    if (kind === "time") return T.timeUp(side);
    if (kind === "left") return T.hasLeft(who);
    if (kind === "gone") return at > now() ? T.claimIn(who, Math.ceil((at - now()) / 1_000)) : T.claimNow(who);
    return kind.startsWith("own-") ? T.ownOffers[kind.slice(4)] : T.offers[kind](who);
  }

  /** Whoever is on what goes away goes on at the board, not at the top of the page. */
  function leave(element) {
    if (element.contains(document.activeElement)) byId("board").querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  }

  function actionButton(name) {
    const button = make("button", { type: "button", hidden: true, dataset: { action: name } }, make("span"), make("small"));
    button.addEventListener("click", () => (button.action.wait ? notice(waiting(button.action.wait)) : choose(button.action)));
    return button;
  }

  /** The actions' buttons, kept as long as their act is there; those that must wait say why. */
  function drawActions(actions) {
    const names = new Set(actions.map((action) => action.name));
    for (const [action, button] of buttons) {
      if (names.has(action)) continue;
      leave(button);
      button.hidden = true;
    }
    for (const action of actions) {
      const button = buttons.get(action.name);
      button.action = action;
      button.hidden = false;
      setText(button.firstChild, T.actions[action.name]);
      setText(button.lastChild, action.wait ? waiting(action.wait) : "");
      if (action.wait) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }

  function waiting({ code, moves }) {
    return code === "later" ? T.waitMoves(moves) : T.waits[code];
  }
}
