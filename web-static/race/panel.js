// The panel beside the board of a race: the user's task, the terms, and everyone's progress.

import { make, setText } from "../page/elements.js";
import { sign } from "../page/icons.js";
import { T } from "../texts/texts.js";
import { ruleName } from "../texts/wording.js";
import { lengthWords } from "./views.js";

const byId = (id) => document.getElementById(id);
/** The numbers of puzzles ("" for any) and the ratings of the first puzzle that the page offers. */
const COUNTS = ["", "10", "20", "50"], RATINGS = ["600", "900", "1200", "1500", "1800"];
/** The keys of the buttons, for screen readers and `title`. */
export const KEYS = { start: "n", skip: "s" };

function button(name, icon, words, onclick) {
  const key = KEYS[name];
  return make("button", { type: "button", id: `race-${name}`, ...(key && { title: `${words} (${key})`, "aria-keyshortcuts": key }), onclick }, sign(icon), make("span", {}, words));
}

/**
 * Fills the panel. `actions` are {join, leave, start, skip, invite, end, term(key, value)}. Returns
 * `update(view)`.
 */
export function mountPanel(actions) {
  const buttons = {
    join: button("join", "new-game", T.raceJoin, actions.join), start: button("start", "play", T.raceStart, actions.start), skip: button("skip", "on", T.raceSkip, actions.skip),
    invite: button("invite", "share-game", T.raceInvite, actions.invite), end: button("end", "abort", T.raceEnd, actions.end), leave: button("leave", "leave", T.raceLeave, actions.leave),
  };
  byId("actions").append(...Object.values(buttons));
  const selects = Object.fromEntries(Object.entries({ rule: T.puzzleRule, minutes: T.raceLength, count: T.raceCount, rating: T.raceFirst })
    .map(([key, words]) => [key, make("select", { id: `race-${key}`, "aria-label": words, onchange: ({ target }) => actions.term(key, target.value) })]));
  byId("terms").append(...Object.values(selects));
  const body = make("tbody", {}), heads = [[T.racePlace, "#"], [T.raceName], [T.raceSolved, "✓"], [T.raceMistakes, "✗"]];
  byId("standings").append(make("thead", {}, make("tr", {}, heads.map(([words, short]) => make("th", { scope: "col", ...(short && { "aria-label": words, title: words }) }, short ?? words)))), body);
  let drawn = "", links = "";
  return update;

  /**
   * Draws {title, facts, result, verdict, show: {join, start, skip, invite, end, leave},
   * startWords, endWords, primary, terms, mayChange, rules, lengths, rows: [{rank, name, mine,
   * results, isDone, solved, failed}], puzzles: [{id, isSolved}]}.
   */
  function update({ title, facts, result, verdict, show, startWords, endWords, primary, terms, mayChange, rules, lengths, rows, puzzles }) {
    setText(byId("task-title"), title);
    setText(byId("task-facts"), facts);
    setText(byId("result"), result);
    byId("result").dataset.verdict = verdict ?? "";
    for (const [name, each] of Object.entries(buttons)) {
      each.hidden = !show[name];
      each.classList.toggle("primary", name === primary);
    }
    setText(buttons.end.lastChild, endWords);
    setText(buttons.start.lastChild, startWords);
    buttons.start.title = `${startWords} (${KEYS.start})`;
    fill(selects.rule, rules.map((rule) => [rule, ruleName(rule)]), terms.rule, ruleName);
    fill(selects.minutes, lengths.map((each) => [each, lengthWords(each)]), terms.minutes, lengthWords);
    fill(selects.count, COUNTS.map((each) => [each, countWords(each)]), terms.count, countWords);
    fill(selects.rating, RATINGS.map((each) => [each, T.puzzleRating(each)]), terms.rating, T.puzzleRating);
    byId("terms").hidden = !mayChange;
    const key = JSON.stringify(rows);
    if (key !== drawn) body.replaceChildren(...rows.map(row));
    drawn = key;
    drawLinks(puzzles);
  }

  /** Draws links to the user's puzzles. */
  function drawLinks(puzzles) {
    byId("own-puzzles").hidden = !puzzles.length;
    const key = JSON.stringify(puzzles);
    if (key === links) return;
    links = key;
    byId("own-puzzles").replaceChildren(make("span", {}, T.raceOwnPuzzles), ...puzzles.map(({ id, isSolved }, place) => make("a", { href: `?puzzle=${id}`, class: isSolved ? "is-solved" : "is-failed", "aria-label": T.raceResults[isSolved ? "solved" : "failed"](place + 1) }, isSolved ? "✓" : "✗")));
  }
}

function row({ rank, name, mine, results, isDone, solved, failed }) {
  const ticks = make("span", { class: "ticks", "aria-hidden": "true" }, results.map((isSolved) => make("i", { class: isSolved ? "is-solved" : "is-failed" })));
  return make("tr", { class: [mine && "mine", isDone && "is-done"].filter(Boolean).join(" ") },
    make("td", {}, String(rank)), make("th", { scope: "row" }, make("b", {}, name), mine ? make("small", {}, ` ${T.you}`) : null, ticks), make("td", {}, String(solved)), make("td", {}, String(failed)));
}

const countWords = (count) => (count ? T.racePuzzles(Number(count)) : T.raceAnyCount);

/** Offers the choices, and the present value if it is another one. */
function fill(select, choices, value, words) {
  const all = choices.some(([each]) => each === value) ? choices : [...choices, [value, words(value)]], drawn = JSON.stringify(all);
  if (select.dataset.drawn !== drawn) {
    select.dataset.drawn = drawn;
    select.replaceChildren(...all.map(([each, text]) => make("option", { value: each }, text)));
  }
  if (document.activeElement !== select || select.value !== value) select.value = value;
}
