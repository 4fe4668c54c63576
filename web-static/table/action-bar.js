// Buttons for open questions and other actions. Each button keeps its place for the whole game;
// actions that are never possible at the same time share a place. Draws the state that it is given.

import { PLACES } from "../game/actions.js";
import { sign } from "../page/icons.js";
import { make, setText } from "../page/elements.js";
import { choiceWords } from "../texts/opening-words.js";
import { T } from "../texts/texts.js";

const byId = (id) => document.getElementById(id);

/** The actions whose buttons other modules look up by id. */
const IDS = ["resign", "invite", "new-game"];

/**
 * Creates the bar.
 *
 * @param choose (action) carries it out.
 * @param notice (words) shows a message.
 * @param name   (id) returns a participant's name.
 * @param now    returns the server's time.
 */
export function createActionBar({ choose, notice, name, now }) {
  const questions = make("div", { id: "questions", class: "questions", role: "group" });
  const bar = byId("actions"), buttons = new Map(), drawn = new Map();
  PLACES.forEach((names, place) => {
    for (const name of names) {
      buttons.set(name, actionButton(name));
      bar.children[place].append(buttons.get(name));
    }
  });
  byId("confirm").after(questions);
  return { update, hide: () => update({ game: null, questions: [], actions: [], busy: new Set() }) };

  function update({ game, questions: asked, actions, busy }) {
    drawActions(actions, busy);
    const kept = new Set();
    for (const question of asked) {
      // A new hint of the computer gets a new box, so that existing boxes do not move.
      const key = `${question.kind} ${question.side} ${question.answers.map((answer) => answer.name)} ${question.kind === "hinted" ? question.words : ""}`;
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
    if (kind === "gone") return at > now() ? T.claimIn({ name: who, seconds: Math.ceil((at - now()) / 1_000) }) : T.claimNow(who);
    return kind.startsWith("own-") ? T.ownOffers[kind.slice(4)] : T.offers[kind](who);
  }

  /** Focus in a disappearing element moves to the board, not to the top of the page. */
  function leave(element) {
    if (element.contains(document.activeElement)) byId("board").querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  }

  function actionButton(name) {
    const button = make("button", { type: "button", id: IDS.includes(name) ? name : null, hidden: true, dataset: { action: name } }, sign(name), make("span"), make("small"), make("em"));
    button.addEventListener("click", () => (button.action.wait ? notice(waiting(button.action.wait)) : choose(button.action)));
    return button;
  }

  /** Draws the buttons of the possible actions. Those that must wait say why. */
  function drawActions(actions, busy) {
    const names = new Set(actions.map((action) => action.name));
    for (const [action, button] of buttons) {
      if (names.has(action)) continue;
      leave(button);
      button.hidden = true;
    }
    for (const action of actions) {
      const button = buttons.get(action.name), [, words, note, sense] = button.children;
      button.action = action;
      button.hidden = false;
      button.disabled = action.name === "new-game" && busy.has("start") || action.name === "invite" && busy.has("join");
      setText(words, T.actions[action.name]);
      setText(note, action.wait ? waiting(action.wait) : "");
      setText(sense, T.actionSenses[action.name] ?? "");
      button.title = T.actionMeans[action.name] ?? "";
      if (action.wait) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }

  function waiting({ code, moves }) {
    return code === "later" ? T.waitMoves(moves) : T.waits[code];
  }
}
