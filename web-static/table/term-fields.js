// The part of a form with the terms of a game, shared by a new game, a friend's game and a seek.

import { CLOCK_LIMITS, clockSetting } from "../game/clockwork.js";
import { SIZES } from "../game/game.js";
import { openingsOf } from "../game/openings.js";
import { RULES } from "../game/rules.js";
import { CLOCKS, FLAGS, checkedTerms, isOn, speedOf } from "../game/terms.js";
import { make, setText } from "../page/elements.js";
import { check, field, number, select, tick } from "../page/fields.js";
import { clockWords, openingWords } from "../texts/term-words.js";
import { T } from "../texts/texts.js";
import { ruleName } from "../texts/wording.js";

const OWN = "own", MINUTE = 60;

/** Returns the terms that this browser stores under `key`. */
export function keptTerms(memory, key) {
  try {
    return Object(JSON.parse(memory.get(key) ?? "{}"));
  } catch {
    return {};
  }
}

/**
 * Returns the fields, filled with `given`: {element, read(), fit()}. Call `fit` when `may()`
 * changes; it returns {rated, listed}, whether these options are offered. Openings follow the rule,
 * and a game without a clock cannot be rated.
 */
export function termFields(given, may) {
  const terms = checkedTerms(given), own = clockSetting(terms.clock);
  const rule = select("rule", RULES, ruleName, terms.rule), ruleNote = make("small", { class: "field-note" });
  const size = select("size", SIZES, (each) => T.sizeWords(each), terms.size);
  const opening = make("select", { name: "opening" }), openingNote = make("small", { class: "field-note" });
  const clock = select("clock", ["", ...CLOCKS, OWN], (each) => (each === OWN ? T.clockOwn : each ? clockWords(each) : T.clockNone),
    !terms.clock || CLOCKS.includes(terms.clock) ? terms.clock : OWN);
  const kind = select("clock-kind", ["fischer", "byoyomi"], (each) => T.clockKinds[each], own?.periods ? "byoyomi" : "fischer");
  const main = number("main", own ? own.main / MINUTE : 5, 0, CLOCK_LIMITS.main / MINUTE, "any");
  const increment = number("increment", own && !own.periods ? own.increment : 5, 0, CLOCK_LIMITS.step);
  const periods = number("periods", own?.periods || 5, 1, CLOCK_LIMITS.periods), length = number("length", own?.length || 30, 1, CLOCK_LIMITS.step);
  const added = field(T.clockIncrement, increment), counted = [field(T.clockPeriods, periods), field(T.clockLength, length)];
  const ownClock = make("div", { class: "own-clock" }, field(T.clockKind, kind), field(T.clockMain, main), added, counted);
  const ticks = FLAGS.map(({ key }) => ({ key, input: tick(key, terms[key]) })).map((each) => ({ ...each, line: check(T.asked[each.key], each.input) }));
  const rated = ticks.find(({ key }) => key === "rated").input, speed = make("small", { class: "field-note" });
  // The wish for a rated game outlasts the choice of no clock.
  let wanted = given.opening ?? terms.opening, wantsRated = isOn(given.rated);

  const element = make("div", { class: "terms" }, field(T.termTitles.rule, rule), ruleNote, field(T.termTitles.clock, clock), ownClock, speed,
    field(T.termTitles.opening, opening), openingNote, field(T.termTitles.size, size),
    make("div", { class: "switches" }, ticks.map(({ line }) => line)));
  opening.addEventListener("change", () => { wanted = opening.value; });
  for (const event of ["input", "change"]) {
    rated.addEventListener(event, () => { wantsRated = rated.checked; });
    element.addEventListener(event, fit);
  }
  fit();
  return { element, read, fit };

  function fit() {
    const open = openingsOf(rule.value), asked = may();
    if ([...opening.options].map(({ value }) => value).join() !== open.join()) {
      opening.replaceChildren(...open.map((value) => make("option", { value }, openingWords(value))));
      opening.value = open.includes(wanted) ? wanted : "none";
    }
    setText(ruleNote, T.ruleSentences[rule.value]);
    setText(openingNote, T.openingSentences[opening.value]);
    const isOwn = clock.value === OWN, isByoyomi = kind.value === "byoyomi";
    ownClock.hidden = !isOwn;
    added.hidden = isByoyomi;
    for (const each of counted) each.hidden = !isByoyomi;
    // Hidden inputs must not block the form.
    for (const [input, shown] of [[main, isOwn], [increment, isOwn && !isByoyomi], [periods, isOwn && isByoyomi], [length, isOwn && isByoyomi]]) input.disabled = !shown;
    main.setCustomValidity(isOwn && !isByoyomi && Math.round(main.value * MINUTE) < 1 ? T.clockEmpty : "");
    const kindOfSpeed = speedOf(clockText());
    for (const { key, line } of ticks) line.hidden = key in asked && !asked[key];
    rated.disabled = !kindOfSpeed;
    rated.checked = Boolean(kindOfSpeed) && wantsRated;
    setText(speed, kindOfSpeed ? T.speeds[kindOfSpeed] : asked.rated ? T.ratedNeedsClock : "");
    speed.hidden = !speed.textContent;
  }

  function clockText() {
    if (clock.value !== OWN) return clock.value;
    const seconds = Math.round(main.value * MINUTE);
    return kind.value === "fischer" ? `${seconds}+${Number(increment.value)}` : `${seconds}/${Number(periods.value)}x${Number(length.value)}`;
  }

  function read() {
    return checkedTerms({
      rule: rule.value, clock: clockText(), opening: opening.value, size: Number(size.value),
      ...Object.fromEntries(ticks.map(({ key, input, line }) => [key, input.checked && !line.hidden])),
    });
  }
}
