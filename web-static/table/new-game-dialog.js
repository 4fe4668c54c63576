// The dialogs for a new game (opponent, side, rule, board, terms) and for the computer's level.

import { FIRST_LEVEL, LEVELS, termKeys } from "../game/terms.js";
import { ask, make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { termFields } from "./term-fields.js";

const option = (name, value, words, note, checked) => make("label", { class: "option" },
  make("input", { type: "radio", name, value, checked }), make("span", {}, make("b", {}, words), note && make("small", {}, note)));
const choice = (kind, legend, options) => make("fieldset", { class: kind }, make("legend", {}, legend), options);
const buttons = (start) => make("div", { class: "actions" },
  make("button", { value: "start", class: "primary" }, start), make("button", { value: "cancel", formNoValidate: true }, T.cancel));

/** Returns a slider for the level, with its name and description. The level is stored. */
function levels(memory) {
  const kept = Number(memory.get("level"));
  const value = kept >= LEVELS.least && kept <= LEVELS.most ? kept : FIRST_LEVEL;
  const words = make("output"), suits = make("b"), knows = make("span");
  const slider = make("input", { type: "range", name: "level", min: LEVELS.least, max: LEVELS.most, step: 1, value });
  const tell = () => {
    const level = T.levels[slider.value - 1];
    setText(words, T.levelCalled({ level: Number(slider.value), name: level.name }));
    setText(suits, level.suits);
    setText(knows, level.knows);
    slider.setAttribute("aria-valuetext", `${words.textContent}. ${level.suits} ${level.knows}`);
  };
  slider.addEventListener("input", () => {
    tell();
    memory.set("level", slider.value);
  });
  tell();
  return make("div", { class: "level-choice" }, make("label", { class: "level" }, make("span", {}, T.level), slider, words),
    make("p", { class: "level-note", "aria-hidden": "true" }, suits, " ", knows));
}

/**
 * Shows a dialog. Resolves to the form's data if it was answered with `start`, otherwise to null.
 */
async function shown(id, title, ...parts) {
  document.getElementById(id)?.remove();
  const form = make("form", { method: "dialog" }, make("h2", { id: `${id}-title` }, title), parts);
  const dialog = document.body.appendChild(make("dialog", { id, "aria-labelledby": `${id}-title` }, form));
  const answer = await ask(dialog);
  const data = new FormData(form);
  dialog.remove();
  return answer === "start" ? data : null;
}

/**
 * Asks for a new game. Resolves to the options of `newGame`, or null. `opponent` is "friend",
 * "robot" or "self". `free` are the sides that the user may take; the seat of the other side stays
 * open for the player who has it now.
 */
export async function askNewGame({ opponent, free = ["x", "o"], memory, claimed }) {
  const opponents = choice("three", T.opponent, [
    option("opponent", "friend", T.friend, T.friendNote, opponent !== "robot" && opponent !== "self"),
    option("opponent", "robot", T.computer, T.computerNote, opponent === "robot"),
    option("opponent", "self", T.yourself, T.yourselfNote, opponent === "self"),
  ]);
  const level = levels(memory);
  const sides = choice("three", T.side, [option("sides", "x", "X", T.first, true), option("sides", "o", "O", T.second), option("sides", "lot", "?", T.byLot)]);
  const isLimited = free.length === 1;
  opponents.hidden = isLimited;
  for (const input of isLimited ? sides.querySelectorAll("input") : []) {
    [input.disabled, input.checked] = [input.value !== free[0], input.value === free[0]];
    input.closest("label").hidden = input.disabled;
  }
  const against = () => opponents.querySelector(":checked").value;
  const terms = termFields({ opening: memory.get("opening"), clock: memory.get("clock"), takebacks: memory.get("takebacks"), rated: Boolean(claimed) },
    () => ({ rated: Boolean(claimed) && against() === "friend", listed: against() === "friend" }));
  const fit = () => {
    level.hidden = against() !== "robot";
    sides.hidden = against() === "self";
    terms.fit();
  };
  opponents.addEventListener("change", fit);
  fit();
  const chosen = await shown("new-game-dialog", T.newGame, opponents, level, sides, terms.element, buttons(T.start));
  if (!chosen) return null;
  const given = terms.read();
  memory.set("opening", given.opening);
  memory.set("clock", given.clock);
  memory.set("takebacks", given.takebacks ? undefined : "no");
  return {
    rule: given.rule, size: given.size, sides: against() === "self" ? ["x", "o"] : [chosen.get("sides") === "lot" ? (Math.random() < 0.5 ? "x" : "o") : String(chosen.get("sides"))],
    robot: against() === "robot" ? Number(chosen.get("level")) : null, more: termKeys(given),
  };
}

/** Asks for the computer's level. Resolves to it, or null. */
export async function askLevel({ memory }) {
  const chosen = await shown("level-dialog", T.inviteRobotAsk, levels(memory), buttons(T.inviteNow));
  return chosen && Number(chosen.get("level"));
}
