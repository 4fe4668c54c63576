// The panel that explains an opening while it is played: its steps, the current one and whose it
// is, and the meaning of each choice.

import { inSight, make } from "../page/elements.js";
import { choiceWords, phaseWords } from "../texts/opening-words.js";
import { openingWords } from "../texts/term-words.js";
import { T } from "../texts/texts.js";

/**
 * The steps of each opening, as lists of phases. T.openingSteps has their words, in the same order.
 */
export const STEPS = {
  "swap": [["place-1", "place-2", "place-3"], ["choose-side"]],
  "swap2": [["place-1", "place-2", "place-3"], ["choose-side"], ["place-4", "place-5"], ["choose-side-again"]],
  "pro": [["place-1"], ["place-2"], ["place-3"]],
  "long-pro": [["place-1"], ["place-2"], ["place-3"]],
  "rif": [["place-1", "place-2", "place-3"], ["swap-3"], ["place-4"], ["offer-fifths"], ["pick-fifth"]],
  "soosorv-8": [["place-1", "place-2", "place-3"], ["swap-3"], ["place-4"], ["choose-count"], ["swap-4"], ["offer-fifths"], ["pick-fifth"]],
  "taraguchi-10": [["place-1"], ["swap-1", "place-2", "swap-2", "place-3", "swap-3"], ["place-4"], ["swap-4"], ["place-5", "swap-5"], ["offer-fifths"], ["pick-fifth"]],
};

/**
 * Returns the state of each step: "done", "now", "skipped", or "" for a later one. In taraguchi-10,
 * the choice to offer ten fifth moves replaces the fifth stone and the swap after it.
 */
export function stepStates(game, { wanted }) {
  const steps = STEPS[game.opening], at = steps.findIndex((phases) => phases.includes(game.phase));
  const past = (phases) => (wanted === 10 && phases.includes("place-5") ? "skipped" : "done");
  return steps.map((phases, index) => (index === at ? "now" : index > at ? "" : past(phases)));
}

/**
 * Returns `update({game, opening, rights, name})`, which shows the panel in `place` during an
 * opening. `explain(opening)` opens the demonstration.
 */
export function mountOpeningPanel(place, explain) {
  const panel = place.insertBefore(make("section", { id: "opening", class: "opening", "aria-labelledby": "opening-title", hidden: true }), place.firstChild);
  // The panel's tab has appeared, or its size has changed.
  new ResizeObserver(showStep).observe(place);
  return function update({ game, opening, rights, name }) {
    const states = game?.phase && STEPS[game.opening] ? stepStates(game, opening) : null;
    panel.hidden = !states;
    if (!states) return;
    const now = phaseWords(game, opening, rights, name);
    const drawn = JSON.stringify([game.opening, states, now, game.choices, T.termTitles.opening]);
    if (panel.dataset.drawn === drawn) return;
    panel.dataset.drawn = drawn;
    const items = states.map((state, index) => make("li", { class: state, "aria-current": state === "now" ? "step" : null },
      make("span", {}, T.openingSteps[game.opening][index]), state === "now" && now ? make("b", {}, now) : null,
      state === "skipped" ? make("small", {}, ` ${T.stepSkipped}`) : null));
    const meanings = [...new Set(game.choices.map((choice) => choice.replace(/-\d$/, "")))].filter((choice) => T.choiceMeanings[choice]);
    panel.replaceChildren(make("h2", { id: "opening-title" }, `${T.termTitles.opening}: ${openingWords(game.opening)}`), make("p", {}, T.openingWhy),
      make("button", { id: "how-it-works", type: "button", onclick: () => explain(game.opening) }, T.howItWorks),
      make("ol", {}, items),
      ...(meanings.length ? [make("dl", {}, meanings.map((choice) => [make("dt", {}, choice === "fifths" ? T.choiceOfCount : choiceWords(choice)), make("dd", {}, T.choiceMeanings[choice])]).flat())] : []));
    showStep();
  };

  function showStep() {
    const step = panel.querySelector("[aria-current]");
    if (!panel.hidden && step) inSight(place, step);
  }
}
