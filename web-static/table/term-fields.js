// The part of the New Game dialog that says on what terms: opening, clock, takebacks. They are remembered.

import { clockWords } from "../texts/clock-words.js";
import { make, setText } from "../page/elements.js";
import { openingsOf } from "../game/openings.js";
import { T } from "../texts/texts.js";

/** The clocks one can choose without filling in anything. */
export const CLOCKS = ["180+2", "300+5", "600+5", "900+10", "1800+20", "300/3x20", "600/5x30", "1800/5x60"];
/** The server's limits (Sources/GameState/Game/ClockSetting.swift), in minutes, seconds, periods. */
const MOST = { main: 10_080, step: 3_600, periods: 100 };

/**
 * Fields for the terms of a game under the rule that `rule()` says and against whom `against()` says; `fit()` when those have
 * changed; `chosen()` → keys to set. Only whose name is `claimed` is asked whether it is to be rated.
 */
export function termFields({ rule, against, memory, claimed = false }) {
  const opening = make("select", { name: "opening" }), sentence = make("small", { class: "field-note" });
  const clock = make("select", { name: "clock" },
    make("option", { value: "" }, T.clockNone), CLOCKS.map((text) => make("option", { value: text }, clockWords(text))), make("option", { value: "own" }, T.clockOwn));
  const kind = make("select", { name: "clock-kind" }, make("option", { value: "fischer" }, T.kindFischer), make("option", { value: "byoyomi" }, T.kindByoyomi));
  const number = (name, value, min, max) => make("input", { type: "number", name, value, min, max, required: true, inputMode: "decimal", step: name === "main" ? "any" : "1" });
  const main = number("main", 5, 0, MOST.main), increment = number("increment", 5, 0, MOST.step);
  const periods = number("periods", 5, 1, MOST.periods), length = number("length", 30, 1, MOST.step);
  const label = (words, field) => make("label", { class: "field" }, make("span", {}, words), field);
  const added = label(T.clockIncrement, increment), counted = [label(T.clockPeriods, periods), label(T.clockLength, length)];
  const own = make("div", { class: "own-clock" }, label(T.clockKind, kind), label(T.clockMain, main), added, counted);
  const takebacks = make("input", { type: "checkbox", name: "takebacks", checked: memory.get("takebacks") !== "no" });
  const listed = make("input", { type: "checkbox", name: "listed" }), rated = make("input", { type: "checkbox", name: "rated" });
  const check = (box, words) => make("label", { class: "check" }, box, make("span", {}, words));
  const ratedLine = check(rated, T.ratedAsk), listedLine = check(listed, T.listedAsk);
  const kept = memory.get("clock") ?? "";
  clock.value = CLOCKS.includes(kept) ? kept : "";
  let wanted = memory.get("opening") ?? "none";

  const element = make("div", { class: "terms" },
    label(T.openingTitle, opening), sentence, label(T.clockTitle, clock), own,
    make("div", { class: "switches" }, check(takebacks, T.takebacksAllowed), ratedLine, listedLine));
  opening.addEventListener("change", () => { wanted = opening.value; fit(); });
  for (const field of [clock, kind, main]) field.addEventListener("input", fit);
  fit();
  return { element, fit, chosen };

  function fit() {
    const open = openingsOf(rule());
    opening.replaceChildren(...open.map((value) => make("option", { value }, T.openings[value])));
    opening.value = open.includes(wanted) ? wanted : "none";
    setText(sentence, T.openingSentences[opening.value]);
    const isOwn = clock.value === "own", isByoyomi = kind.value === "byoyomi";
    ratedLine.hidden = !claimed || against() !== "friend" || !clock.value;
    listedLine.hidden = against() !== "friend";
    own.hidden = !isOwn;
    added.hidden = isByoyomi;
    for (const each of counted) each.hidden = !isByoyomi;
    // What is hidden must not keep the form from being sent.
    for (const [field, shown] of [[main, isOwn], [increment, isOwn && !isByoyomi], [periods, isOwn && isByoyomi], [length, isOwn && isByoyomi]]) field.disabled = !shown;
    main.setCustomValidity(isOwn && !isByoyomi && Math.round(main.value * 60) < 1 ? T.clockEmpty : "");
  }

  function chosen() {
    const seconds = Math.round(main.value * 60);
    const text = clock.value !== "own" ? clock.value : kind.value === "fischer" ? `${seconds}+${Number(increment.value)}` : `${seconds}/${Number(periods.value)}x${Number(length.value)}`;
    memory.set("opening", opening.value);
    memory.set("clock", clock.value === "own" ? undefined : text);
    memory.set("takebacks", takebacks.checked ? undefined : "no");
    return {
      ...(opening.value === "none" ? {} : { opening: opening.value }), ...(text ? { clock: text } : {}),
      ...(takebacks.checked ? {} : { takebacks: "no" }),
      ...(rated.checked && !ratedLine.hidden ? { rated: "yes" } : {}), ...(listed.checked && !listedLine.hidden ? { listed: "yes" } : {}),
    };
  }
}
