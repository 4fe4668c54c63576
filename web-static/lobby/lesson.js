// "How to play, in a minute": four small positions, with one stone to place in each.

import { mountBoard } from "../board/board.js";
import { element as drawn } from "../board/shapes.js";
import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { cellWords } from "../texts/wording.js";

const SIZE = 9;

/**
 * The positions: the stones ("x" and "o", as points), the right points, and a stone of X that
 * blocks O's row.
 */
export const STEPS = [
  { x: "c5 d5 e5 f5", o: "c4 d6 e4", right: ["b5", "g5"] },
  { x: "b3 e6 f3", o: "d4 e4 f4 g4", right: ["h4"], closed: "c4" },
  { x: "d5 e5 f5", o: "d3 g7", right: ["c5", "g5"] },
  { x: "d4 e4 f6 f7", o: "c6 g3 h7", right: ["f4"] },
];

const at = (name) => ({ col: name.charCodeAt(0) - 97, row: SIZE - Number(name.slice(1)) });

/** Returns the stones of a step, numbered as if they had been played. */
export function stonesOf({ x, o, closed }) {
  const of = (side, points) => points.split(" ").filter(Boolean).map((point) => ({ ...at(point), stone: side }));
  return [...of("x", closed ? `${x} ${closed}` : x), ...of("o", o)].map((stone, index) => ({ ...stone, number: index + 1 }));
}

/** Returns the five that a stone of `side` on `point` makes, or null. */
export function fiveWith(stones, { col, row }, side) {
  const has = (c, r) => (c === col && r === row) || stones.some((stone) => stone.stone === side && stone.col === c && stone.row === r);
  for (const [dc, dr] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    let from = 0;
    while (has(col + (from - 1) * dc, row + (from - 1) * dr)) from -= 1;
    const line = [];
    for (let step = from; has(col + step * dc, row + step * dr); step += 1) line.push({ col: col + step * dc, row: row + step * dr });
    if (line.length >= 5) return line;
  }
  return null;
}

/** Shows the lesson. `begin()` starts the first game after it. */
export function openLesson({ begin }) {
  document.getElementById("lesson-dialog")?.remove();
  const svg = drawn("svg", { focusable: "false", "aria-label": T.lessonBoard });
  const heading = make("h2", { id: "lesson-title", tabIndex: -1 }), words = make("p", { class: "lesson-words", role: "status" });
  const dots = make("ol", { class: "dots", "aria-hidden": "true" }, STEPS.map(() => make("li")));
  const on = make("button", { type: "button", class: "primary", onclick: () => go(step + 1) });
  const close = make("button", { type: "button", onclick: () => dialog.close() }, T.close);
  const dialog = document.body.appendChild(make("dialog", { id: "lesson-dialog", "aria-labelledby": "lesson-title" },
    make("div", { class: "lesson" }, svg, make("div", { class: "lesson-side" }, dots, heading, words, make("div", { class: "actions" }, on, close)))));
  const update = mountBoard(svg, { onPick: picked, label: (cell) => cellWords({ ...cell, mark: undefined, last: false }) });
  let step = 0, stones = [], line = null, mistakes = 0, done = false;
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  go(0);

  function go(next) {
    if (next >= STEPS.length) {
      dialog.close();
      return begin();
    }
    step = next;
    [line, mistakes, done] = [null, 0, false];
    stones = stonesOf(STEPS[step]);
    setText(heading, T.lesson[step].title);
    setText(words, T.lesson[step].task);
    [...dots.children].forEach((dot, index) => { dot.className = index < step ? "done" : index === step ? "now" : ""; });
    draw();
    heading.focus({ preventScroll: true });
  }

  function picked(point) {
    if (done || stones.some(({ col, row }) => col === point.col && row === point.row)) return;
    const name = String.fromCharCode(97 + point.col) + (SIZE - point.row);
    done = STEPS[step].right.includes(name);
    if (done) {
      line = fiveWith(stones, point, "x");
      stones = [...stones, { ...point, stone: "x", number: stones.length + 1 }];
      dots.children[step].className = "done";
    } else {
      mistakes += 1;
    }
    setText(words, done ? T.lesson[step].well : mistakes > 1 ? T.lesson[step].help : T.lessonAgain);
    draw();
    if (done) on.focus();
  }

  function draw() {
    const aims = mistakes > 1 && !done ? STEPS[step].right.map((name) => [`${at(name).col},${at(name).row}`, "aim"]) : [];
    update({ size: SIZE, stones, line, last: done ? stones.at(-1) : null, playable: !done, ghost: "x", confirm: "off", marks: new Map(aims), language: document.documentElement.lang });
    on.hidden = !done;
    setText(on, step === STEPS.length - 1 ? T.lessonPlay : T.lessonOn);
  }
}
