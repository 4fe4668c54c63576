// The fields of a form that ask for a game's options.

import { make } from "../page/elements.js";
import { SIZES } from "../game/game.js";
import { openingsOf } from "../game/openings.js";
import { RULES } from "../game/rules.js";
import { T } from "../texts/texts.js";
import { CLOCKS, checkedOptions, readClock, speedOf } from "../game/terms.js";
import { S } from "../texts/en/lobby.js";
import { clockWords, openingWords } from "../texts/term-words.js";

const OWN = "own";
const MINUTE = 60;

/** A labelled field. */
export const field = (label, ...inputs) => make("label", { class: "field" }, make("span", {}, label), inputs);
const check = (name, label, checked) => make("label", { class: "check" }, make("input", { type: "checkbox", name, checked }), make("span", {}, label));
const select = (name, values, words, value) => {
  const made = make("select", { name }, values.map((each) => make("option", { value: each }, words(each))));
  made.value = value;
  return made;
};

/**
 * The fields, filled with `options`; {element, read()}. `mayBeRated` says whether a check box for that is among them.
 * Openings follow the rule, and no game without a clock is rated.
 */
export function optionFields(given, { mayBeRated = false } = {}) {
  const options = checkedOptions(given), own = readClock(options.clock);
  const rule = select("rule", RULES, (each) => T.ruleNames[each], options.rule);
  const clock = select("clock", [...CLOCKS, OWN], (each) => (each === OWN ? S.ownClock : each ? clockWords(each) : S.withoutClock), CLOCKS.includes(options.clock) ? options.clock : OWN);
  const number = (name, value, min, max) => make("input", { type: "number", name, value, min, max, step: "any", inputMode: "decimal", required: true });
  const minutes = number("minutes", own ? own.main / MINUTE : 5, 0.5, 10_080), seconds = number("seconds", own?.increment ?? 5, 0, 3_600);
  const ownClock = make("div", { class: "pair" }, field(S.minutes, minutes), field(S.seconds, seconds));
  const opening = make("select", { name: "opening" });
  const size = select("size", SIZES, (each) => T.sizeWords(each), options.size);
  const takebacks = check("takebacks", S.takebacks, options.takebacks), rated = check("rated", S.ratedGame, options.rated);
  const speed = make("small", { class: "speed" });
  rated.hidden = !mayBeRated;
  const element = make("div", { class: "fields" }, field(T.ruleTitle, rule), field(S.clock, clock), ownClock,
    field(S.opening, opening), field(T.sizeTitle, size), make("div", { class: "switches" }, takebacks, rated), speed);

  function fill(chosen) {
    const list = openingsOf(rule.value);
    opening.replaceChildren(...list.map((each) => make("option", { value: each }, openingWords(each))));
    opening.value = list.includes(chosen) ? chosen : "none";
  }
  function clockText() {
    if (clock.value !== OWN) return clock.value;
    return `${Math.round(Number(minutes.value) * MINUTE)}+${Math.round(Number(seconds.value))}`;
  }
  function fit() {
    ownClock.hidden = clock.value !== OWN;
    for (const input of [minutes, seconds]) input.disabled = ownClock.hidden;
    const box = rated.querySelector("input"), kind = speedOf(clockText());
    box.disabled = !kind;
    if (!kind) box.checked = false;
    speed.textContent = kind ? S.speeds[kind] : mayBeRated ? S.ratedNeedsClock : "";
    speed.hidden = !speed.textContent;
  }
  rule.addEventListener("change", () => fill(opening.value));
  element.addEventListener("input", fit);
  fill(options.opening);
  fit();
  const read = () => checkedOptions({
    rule: rule.value, clock: clockText(), opening: opening.value, size: Number(size.value),
    takebacks: takebacks.querySelector("input").checked, rated: mayBeRated && rated.querySelector("input").checked,
  });
  return { element, read };
}
