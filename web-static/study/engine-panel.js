// The engine's panel: the switch, the best lines with their chances, and the proven claims, with a
// button that plays a claim's line on the board as ghost stones.

import { make, setText } from "../page/elements.js";
import { iconButton } from "../page/icons.js";
import { pointName } from "../game/game.js";
import { opponent } from "../game/stones.js";
import { T } from "../texts/texts.js";
import { MOST_LINES } from "./engine.js";

/** The longest part of a line that is shown, in moves. */
const SHOWN = 10;
/** The time between two ghost stones, in ms. */
const STEP = 450;

/** Returns the words of a proven claim about the position with that side to move. */
export function claimWords({ kind, means, moves, point, points }, turn, size) {
  const other = opponent(turn);
  if (kind === "wins") return T.provenWins({ side: turn, means: T.means[means], moves: T.winMoves(moves) });
  if (kind === "loses") return T.provenLoses({ point: pointName(point, size), side: other });
  if (!points.length) return T.provenLost(other);
  return T.provenHolds(points.map((each) => pointName(each, size)).join(", "));
}

/** Returns a chance in the page's language: `58 %` or `58%`. */
const percent = (chance) => (chance / 100).toLocaleString(document.documentElement.lang, { style: "percent", maximumFractionDigits: 0 });

/**
 * Fills `section`.
 *
 * @param onSwitch (on), onOther(on): the engine's switch, and "if it were the other side's move".
 * @param onCount  (number) sets the number of lines.
 * @param onGhosts (stones) shows ghost stones on the board; none removes them.
 * @param onPlay   (point) plays a move.
 * @returns {update(view), hide()}; a view is {on, swapped, count, turn, size, answer,
 *   trouble}.
 */
export function mountEnginePanel(section, { onSwitch, onOther, onCount, onGhosts, onPlay }) {
  const power = make("button", { id: "engine-on", type: "button", class: "toggle", role: "switch", onclick: () => onSwitch(power.getAttribute("aria-checked") !== "true") }, T.engine);
  const other = make("button", { id: "engine-other", type: "button", class: "toggle", title: T.otherSideWhy, onclick: () => onOther(other.getAttribute("aria-pressed") !== "true") }, T.otherSide);
  const counts = make("select", { id: "engine-count", title: T.engineLines, "aria-label": T.engineLines, onchange: () => onCount(Number(counts.value)) },
    Array.from({ length: MOST_LINES }, (_, index) => make("option", { value: index + 1 }, String(index + 1))));
  const told = make("p", { class: "engine-told" }), proven = make("ul", { class: "claims" }), list = make("ol", { class: "engine-lines" });
  section.append(make("div", { class: "engine-head" }, power, told, counts, other), make("div", { class: "engine-body" }, proven, list));
  let drawn = "", playing = null;
  let shown = ""; // the line whose ghost stones are on the board
  return { update, hide };

  function update(view) {
    const { on, swapped, count, turn, size, answer, trouble } = view;
    power.setAttribute("aria-checked", on);
    other.setAttribute("aria-pressed", on && swapped);
    counts.value = count;
    section.classList.toggle("on", on);
    told.toggleAttribute("data-trouble", Boolean(on && trouble));
    setText(told, !on ? "" : trouble ? T.engineTroubles[trouble] ?? T.engineTroubles.unknown : headline(view));
    const key = JSON.stringify([on, answer?.lines, answer?.claims, turn, size, document.documentElement.lang]);
    if (key === drawn) return;
    drawn = key;
    const lines = on && answer ? answer.lines : [], claims = on && answer ? answer.claims : [];
    proven.replaceChildren(...claims.map((claim) => claimItem(claim, turn, size)));
    list.replaceChildren(...lines.map((line) => lineItem(line, turn, size)));
    press();
  }

  /** Shows which line is on the board. */
  function press() {
    for (const button of section.querySelectorAll("[data-line]")) button.setAttribute("aria-pressed", button.dataset.line === shown);
  }

  function headline({ swapped, turn, answer }) {
    const side = turn.toUpperCase();
    // A proof has no depth: the server counts no move ahead of it.
    const words = !answer ? T.engineThinks : answer.stored ? T.engineStored : answer.depth > 0 ? T.engineDepth(answer.depth) : "";
    return [swapped ? T.ifSideMoved(side) : "", words].filter(Boolean).join(" ");
  }

  function lineItem({ point, chance, line, proven: isProven }, turn, size) {
    const stones = (line.length ? line : [point]).map((each) => pointName(each, size));
    const rest = stones.slice(1, SHOWN).join(" ");
    return make("li", {},
      make("button", { type: "button", class: "engine-move", "aria-label": T.enginePlay({ point: stones[0], chance: chance === null ? "" : percent(chance) }), onclick: () => onPlay(point) },
        make("span", { class: `token ${turn}`, "aria-hidden": "true" }), make("b", {}, stones[0]), make("span", { class: isProven ? "chance proven" : "chance" }, chance === null ? "" : percent(chance))),
      make("button", { type: "button", class: "engine-rest", disabled: line.length < 2, dataset: { line: nameOf(line) }, "aria-label": T.showLine(stones.slice(0, SHOWN).join(" ")), onclick: () => toggle(line, turn) }, rest || "…"));
  }

  function claimItem(claim, turn, size) {
    // A line that shows a loss begins with the move that loses.
    const button = claim.line.length ? iconButton("play", T.showProof, () => toggle(claim.line, turn)) : null;
    button?.classList.add("show-proof");
    if (button) button.dataset.line = nameOf(claim.line);
    return make("li", {}, make("span", {}, claimWords(claim, turn, size)), button);
  }

  /** Plays a line's ghost stones one after the other, or removes them. */
  function toggle(line, first) {
    const again = shown === nameOf(line);
    hide();
    if (again) return;
    shown = nameOf(line);
    press();
    const stones = line.map((point, index) => ({ ...point, number: index + 1, stone: index % 2 ? opponent(first) : first }));
    let count = matchMedia("(prefers-reduced-motion: reduce)").matches ? stones.length : 1;
    onGhosts(stones.slice(0, count));
    playing = setInterval(() => {
      count += 1;
      if (count > stones.length) return clearInterval(playing);
      onGhosts(stones.slice(0, count));
    }, STEP);
  }

  function hide() {
    clearInterval(playing);
    if (!shown) return;
    shown = "";
    press();
    onGhosts([]);
  }
}

/** Returns a line as text, such as "7,7 8,8". */
const nameOf = (line) => line.map(({ col, row }) => `${col},${row}`).join(" ");
