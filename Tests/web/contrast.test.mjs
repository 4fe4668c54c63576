// Contrast of every board and of the page in light and dark mode, computed from the style sheets
// (WCAG 2.2, 1.4.3 and 1.4.11). Stones must differ in lightness alone, for people who see no
// colours.

import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const sheet = (name) => readFileSync(new URL(`../../web-static/${name}`, import.meta.url), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");

/** Returns the variables of the first block after `start`. */
function variables(css, start) {
  const from = css.indexOf(start);
  assert.ok(from >= 0, start);
  const block = css.slice(css.indexOf("{", from) + 1, css.indexOf("}", from));
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})\b/g)].map(([, name, colour]) => [name, colour]));
}

const DARK = "@media (prefers-color-scheme: dark) {";
const dark = (css) => css.slice(css.indexOf(DARK) + DARK.length);
const style = sheet("page/style.css"), board = sheet("board/board.css"), themes = sheet("board/themes.css");
const pages = { light: variables(style, ":root"), dark: { ...variables(style, ":root"), ...variables(dark(style), ":root") } };
const boards = {
  "auto, light": variables(board, ":root"), "auto, dark": variables(dark(board), ":root"),
  ...Object.fromEntries(["wood", "night", "slate", "paper", "contrast"].map((theme) => [theme, variables(themes, `[data-theme="${theme}"]`)])),
};

function luminance(colour) {
  const hex = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join("") : colour.slice(1);
  const [r, g, b] = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function check(colours, pairs, least, where) {
  for (const pair of pairs) {
    const [one, other] = pair.split("/");
    assert.ok(colours[one] && colours[other], `${where}: ${pair} is not there`);
    const found = contrast(colours[one], colours[other]);
    assert.ok(found >= least, `${where}: ${pair} has ${found.toFixed(2)}, ${least} is needed`);
  }
}

test("the chosen dark look has the same colours as the system's dark look", () => {
  const chosen = variables(themes, ':root[data-mode="dark"]');
  assert.ok(Object.keys(chosen).length > 8);
  assert.deepEqual(chosen, variables(dark(style), ":root"));
});

for (const [name, page] of Object.entries(pages)) {
  test(`the page's text has enough contrast: ${name}`, () => {
    check(page, ["ink/page", "ink/card", "soft/page", "soft/card", "accent-ink/accent", "accent/page", "accent/card", "warn/warn-page", "page/warn"], 4.5, name);
    check(page, ["focus/page", "focus/card", "accent/card"], 3, name);
  });
}

for (const [name, colours] of Object.entries(boards)) {
  test(`the board has enough contrast: ${name}`, () => {
    check(colours, ["coordinate/wood", "x-mark/x-light", "x-mark/x-dark", "o-mark/o-light", "o-mark/o-dark"], 4.5, name);
    check(colours, ["last/wood", "win/wood", "forbidden/wood", "grid/wood", "x-light/o-dark", "x-dark/o-light", "x-edge/o-light"], 3, name);
  });
}

test("the boards that follow the system have the colours of wood and night", () => {
  assert.deepEqual(boards["auto, light"], boards.wood);
  assert.deepEqual(boards["auto, dark"], boards.night);
});
