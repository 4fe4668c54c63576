// The words in the page's HTML. `scripts/words --check`, a part of `make lint`, compares the tables
// with each other.

import test from "node:test";
import assert from "node:assert/strict";
import { GROUPS } from "../../web-static/page/shortcuts.js";
import { claimWords } from "../../web-static/study/engine-panel.js";
import { useTexts } from "../../web-static/texts/texts.js";
import { files, text } from "./site.mjs";

const modules = files.filter((name) => name.startsWith("texts/en/"));
const T = Object.assign({}, ...await Promise.all(modules.map(async (name) => (await import(`../../web-static/${name}`)).TEXTS)));

const pages = ["home.html", "index.html", "study.html", "puzzles.html", "race.html", "gadget.html", "not-found.html", "embed.html"];

test("the fixed words of the pages equal the English texts, and each of them has a key", () => {
  for (const page of pages) {
    const html = text(page);
    for (const [, key, words] of html.matchAll(/data-t="(\w+)"[^>]*>([^<]*)</g)) assert.equal(words, T[key], `${page}: ${key}`);
    for (const [, words, key] of html.matchAll(/placeholder="([^"]*)" data-t-placeholder="(\w+)"/g)) assert.equal(words, T[key], `${page}: ${key}`);
    for (const [, words, key] of html.matchAll(/aria-label="([^"]*)" data-t-label="(\w+)"/g)) assert.equal(words, T[key], `${page}: ${key}`);
    for (const [tag] of html.matchAll(/<[^>]*(?:aria-label|placeholder)="[^>]*>/g)) assert.match(tag, /data-t-(?:label|placeholder)=/, `${page}: ${tag}`);
    const spoken = html.replace(/<strong id="room-name">[^<]*|<h1 id="title">[^<]*|<title>.*<\/title>|<noscript>.*<\/noscript>|<svg id="featured-board".*<\/svg>|<head>[\s\S]*<\/head>/g, "");
    for (const [, tag, words] of spoken.matchAll(/<([a-z][^>]*)>([^<]*[A-Za-z][^<]*)</g)) {
      assert.match(tag, /data-t=/, `${page}: "${words.trim()}" stands there without a name`);
    }
  }
});

test("no line ends before a French punctuation mark, a percent sign or a unit", async () => {
  const every = files.filter((name) => /^texts\/[^/]+\/\w+\.js$/.test(name));
  const textsIn = (value) => (typeof value === "string" ? [value] : typeof value === "object" ? Object.values(value).flatMap(textsIn) : []);
  for (const name of every) {
    const { TEXTS } = await import(`../../web-static/${name}`);
    for (const words of textsIn(TEXTS)) assert.doesNotMatch(words, / [:;!?»%]|« /, name);
  }
  const [{ TEXTS: french }, { TEXTS: german }] = await Promise.all(["fr/first", "de/match"].map((name) => import(`../../web-static/texts/${name}.js`)));
  assert.equal(french.youWin(""), "Vous gagnez\u00a0!");
  assert.equal(german.reportAccuracy({ side: "x", percent: 64 }), "X: Genauigkeit 64\u00a0%.");
  assert.equal(T.clockByoyomi({ main: T.minutes(10), periods: 5, seconds: 30 }), "10\u00a0min + 5\u00a0×\u00a030\u00a0s");
});

test("every key of the shortcuts has a name, except letters, digits and signs", () => {
  const keys = Object.values(GROUPS).flat(2).flatMap((each) => each.split(" + ")).filter((key) => key.length > 1);
  assert.deepEqual([...new Set(keys)].filter((key) => !T.keyLabels[key]), []);
  assert.ok(keys.includes("PageUp") && keys.includes("Ctrl"));
});

test("an entry with one placeholder gets the value itself, one with several gets an object", () => {
  for (const file of files.filter((name) => name.endsWith(".js") && !/^(?:texts\/[^/]+\/|gadget\/lib\/)/.test(name))) {
    for (const [call, name] of text(file).matchAll(/\bT\.(\w+)\(\{/g)) assert.match(String(T[name]), /^\(\{/, `${file}: ${call}`);
  }
});

test("the engine's panel names the side and the points of each claim", () => {
  useTexts(T);
  const points = [{ col: 7, row: 7 }, { col: 8, row: 6 }], told = (claim) => claimWords(claim, "x", 15);
  assert.equal(told({ kind: "wins", means: "fours", moves: 3 }), "Proven: X wins by fours in 3 moves.");
  assert.equal(told({ kind: "loses", point: points[0] }), "Proven: after h8, O wins.");
  assert.equal(told({ kind: "only-hold", points: [] }), "Proven: every move loses to O.");
  assert.equal(told({ kind: "only-hold", points }), "Proven: only these points can hold: h8, i9.");
});
