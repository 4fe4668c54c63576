// The demonstration of an opening ("How does this work?"), step by step on a small board, with the
// sentences of the opening panel.

import { mountBoard } from "../board/board.js";
import { openingMarks } from "../game/openings.js";
import { stoneOfMove } from "../game/stones.js";
import { AREAS } from "../game/term-tables.js";
import { ask, make, setText } from "../page/elements.js";
import { openingWords } from "../texts/term-words.js";
import { T } from "../texts/texts.js";

/** The time that a picture stays, in ms. */
const PAUSE = 1_600;
const SIZE = 15;

/**
 * The pictures of each opening: the step, then a stone, `?` a fifth move on offer, `!` the one that
 * is picked, `-` a removed stone, or only the step's words.
 */
const SHOWS = {
  "swap": ["0 h8", "0 i10", "0 k7", "1"],
  "swap2": ["0 h8", "0 i10", "0 k7", "1", "2 f9", "2 g6", "3"],
  "pro": ["0 h8", "1 i9", "2 k8"],
  "long-pro": ["0 h8", "1 i9", "2 l8"],
  "rif": ["0 h8", "0 h9", "0 j10", "1", "2 f8", "3 ?i7", "3 ?g10", "4 !i7"],
  "soosorv-8": ["0 h8", "0 h9", "0 j10", "1", "2 f8", "3", "4", "5 ?i7", "5 ?g10", "5 ?j8", "6 !j8"],
  "taraguchi-10": ["0 h8", "1 h9", "1 j10", "2 f8", "3", "4 i7", "5 -i7", ..."i7 g10 j8 f10 i11 g6 k9 e8 h6 j6".split(" ").map((point) => `5 ?${point}`), "6 !g10"],
};

const pointOf = (name) => ({ col: name.charCodeAt(0) - 97, row: SIZE - Number(name.slice(1)) });

/** Returns the pictures of an opening: [{step, stones, marks}]. */
export function picturesOf(opening) {
  const stones = [], fifths = [];
  return SHOWS[opening].map((show) => {
    const [step, what = ""] = show.split(" "), point = pointOf(what.replace(/^\W/, ""));
    if (what.startsWith("?")) fifths.push(point);
    else if (what.startsWith("-")) stones.pop();
    else if (what) stones.push({ ...point, number: stones.length + 1, stone: stoneOfMove(stones.length + 1) });
    if (what.startsWith("!")) fifths.length = 0;
    const area = what && !/^\W/.test(what) ? AREAS[`place-${stones.length}`]?.[opening] ?? null : null;
    const marks = openingMarks({ size: SIZE, moves: stones, phase: "demo", choices: [] }, { area, fifths });
    return { step: Number(step), stones: [...stones], marks };
  });
}

/** Shows the opening with the sentences `steps`. Resolves when the dialog is closed. */
export async function showOpening(opening, steps = T.openingSteps[opening]) {
  document.getElementById("opening-demo")?.remove();
  const pictures = picturesOf(opening), still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const update = mountBoard(svg), place = make("div", { class: "demo-board", inert: true }, svg);
  const where = make("small"), words = make("p", { class: "demo-words", "aria-live": "polite" });
  const back = make("button", { type: "button", onclick: () => turn(at - 1) }, T.demoBack), on = make("button", { type: "button", onclick: () => turn(at + 1) }, T.demoOn);
  const dialog = document.body.appendChild(make("dialog", { id: "opening-demo", class: "demo", "aria-labelledby": "demo-title" },
    make("form", { method: "dialog" }, make("h2", { id: "demo-title" }, T.demoOf(openingWords(opening))), place, make("div", { class: "demo-told" }, where, words),
      make("div", { class: "actions" }, back, on, make("button", { value: "done", class: "primary" }, T.done)))));
  let at = 0, timer = still ? null : setInterval(() => (at < pictures.length - 1 ? draw(at + 1) : stop()), PAUSE);
  draw(0);
  await ask(dialog);
  stop();
  dialog.remove();

  /** Goes to another picture by hand. The pictures then no longer advance by themselves. */
  function turn(to) {
    stop();
    draw(Math.min(Math.max(to, 0), pictures.length - 1));
  }

  function stop() {
    clearInterval(timer);
    timer = null;
  }

  function draw(next) {
    at = next;
    const { step, stones, marks } = pictures[at];
    update({ size: SIZE, stones, last: stones.at(-1), marks, playable: false });
    setText(where, T.demoStep({ step: step + 1, count: steps.length }));
    setText(words, steps[step]);
    dialog.dataset.at = at;
    back.disabled = at === 0;
    on.disabled = at === pictures.length - 1;
  }
}
