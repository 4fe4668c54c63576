// The panel beside the board: modes, task, result, buttons, and the standing.

import { make, setText } from "../page/elements.js";
import { iconButton, sign } from "../page/icons.js";
import { T } from "../texts/texts.js";
import { ruleName } from "../texts/wording.js";
import { MODES } from "./modes.js";
import { kindName, modeName, themeName } from "./wording.js";

const byId = (id) => document.getElementById(id);

/** The keys of the buttons, for screen readers and `title`. */
export const KEYS = { hint: "h", solution: "s", next: "n", again: "r" };

function button(name, icon, words, onclick) {
  return make("button", { type: "button", id: `puzzle-${name}`, title: `${words} (${KEYS[name]})`, "aria-keyshortcuts": KEYS[name], onclick }, sign(icon), make("span", {}, words));
}

/**
 * Fills the panel. `actions` are {mode(name), theme(value), rule(name), hint, solution, next,
 * again, begin, choose(side), step(by), start, end}. Returns `update(view)`.
 */
export function mountPanel(actions) {
  const modes = MODES.map((mode) => make("a", { href: `?puzzles=${mode}`, dataset: { mode }, onclick: (event) => follow(event, () => actions.mode(mode)) }, make("span", {}, modeName(mode)), make("small", {})));
  byId("modes").append(...modes, make("a", { href: "?race", class: "with-friends" }, make("span", {}, T.puzzleRace)));
  const rules = make("select", { id: "puzzle-rule", "aria-label": T.puzzleRule, onchange: () => actions.rule(rules.value) });
  const themes = make("select", { id: "puzzle-theme", "aria-label": T.puzzleTheme, onchange: () => actions.theme(themes.value) });
  byId("filters").prepend(rules, themes);
  const buttons = {
    hint: button("hint", "hint", T.puzzleHint, actions.hint), solution: button("solution", "open", T.puzzleShowSolution, actions.solution),
    again: button("again", "undo", T.puzzleAgain, actions.again), next: button("next", "on", T.puzzleNext, actions.next),
  };
  buttons.next.classList.add("primary");
  const begin = make("button", { type: "button", id: "puzzle-begin", class: "primary", onclick: actions.begin }, T.puzzleBegin);
  const sides = ["x", "o"].map((side) => make("button", { type: "button", dataset: { side }, onclick: () => actions.choose(side) }, make("span", { class: `token ${side}`, "aria-hidden": "true" }), side.toUpperCase()));
  const choice = make("div", { id: "puzzle-sides", role: "group", "aria-label": T.puzzleSides }, sides);
  byId("actions").append(begin, choice, buttons.hint, buttons.solution, buttons.again, buttons.next);
  const at = make("span", { class: "at-move", role: "status" });
  const back = [iconButton("first", T.toStart, actions.start), iconButton("back", T.stepBack, () => actions.step(-1))];
  const on = [iconButton("on", T.stepOn, () => actions.step(1)), iconButton("last", T.toEnd, actions.end)];
  byId("steps").prepend(...back, at, ...on);
  return update;

  /**
   * Draws {mode, rule, rules, theme, task, facts, result, verdict, standing, due, steps: {at,
   * count} or null, show: {hint, solution, again, next, begin, choice}, link, clock, score}.
   */
  function update({ mode, rule, rules: offered, theme, task, facts, result, verdict, standing, due, steps, show, link, clock, score }) {
    for (const each of modes) {
      const name = each.dataset.mode;
      if (name === mode) each.setAttribute("aria-current", "page");
      else each.removeAttribute("aria-current");
      setText(each.lastChild, name === "review" && due ? ` ${due}` : "");
    }
    fill(rules, offered.map((each) => [each.rule, ruleName(each.rule)]), rule);
    rules.hidden = offered.length < 2 || ["review", "link", "lost"].includes(mode);
    fill(themes, themeChoices(offered.find((each) => each.rule === rule)), theme);
    themes.hidden = mode !== "theme";
    setText(byId("task-title"), task);
    setText(byId("task-facts"), facts);
    setText(byId("result"), result);
    byId("result").dataset.verdict = verdict ?? "";
    setText(byId("clock"), clock);
    setText(byId("score"), score);
    setText(byId("standing"), standing.join(" · "));
    for (const [name, each] of Object.entries(buttons)) each.hidden = !show[name];
    begin.hidden = !show.begin;
    choice.hidden = !show.choice;
    byId("steps").hidden = !steps && !link;
    byId("to-analysis").hidden = !link;
    if (link) byId("to-analysis").href = link;
    for (const each of [...back, at, ...on]) each.hidden = !steps;
    setText(at, steps ? `${steps.at} / ${steps.count}` : "");
    for (const each of back) each.disabled = !steps?.at;
    for (const each of on) each.disabled = !(steps?.at < steps?.count);
  }
}

/** Follows a link without leaving the document, unless the person wants another tab. */
function follow(event, act) {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
}

function fill(select, choices, value) {
  const drawn = JSON.stringify(choices);
  if (select.dataset.drawn !== drawn) {
    select.dataset.drawn = drawn;
    select.replaceChildren(...choices.map(([each, words]) => make("option", { value: each }, words)));
  }
  select.value = value;
}

/** Returns the kinds and themes of a rule's puzzles, with their numbers. */
function themeChoices({ kinds = {}, themes = {} } = {}) {
  const listed = (group, all, nameOf) => Object.entries(all).filter(([, count]) => count > 0).map(([each, count]) => [`${group}:${each}`, T.puzzleThemeCount({ name: nameOf(each), number: count })]);
  return [...listed("kind", kinds, kindName), ...listed("theme", themes, themeName)];
}
