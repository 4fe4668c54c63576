// The page's words: every language has the same sentences, every sentence is used, and every one used is there.

import test from "node:test";
import assert from "node:assert/strict";
import { files, modules, text } from "./site.mjs";
import { withEnglish } from "../../web-static/texts/language.js";
import { LANGUAGES } from "../../web-static/texts/languages.js";

/** The files of a language, by when their sentences are wanted. */
const FILES = files.filter((name) => name.startsWith("texts/en/")).map((name) => name.slice("texts/en/".length));
const languages = new Map();
for (const language of Object.keys(LANGUAGES)) {
  const read = async (file) => [file, (await import(`../../web-static/texts/${language}/${file}`)).TEXTS];
  languages.set(language, new Map(await Promise.all(FILES.filter((file) => files.includes(`texts/${language}/${file}`)).map(read))));
}
const English = languages.get("en");

/** Every sentence of a file in one table: name, or name.part -> text or function. */
const flat = (texts, under = "") => new Map(Object.entries(texts).flatMap(([name, value]) => (
  typeof value === "object" ? [...flat(value, `${under}${name}.`)] : [[under + name, value]])));

/** What is in `some` and not in `others`. */
const missing = (some, others) => [...some].filter((name) => !others.has(name));

/** Those that are kept whole; others may lag behind by so many sentences, which are English until somebody translates them. */
const WHOLE = ["en", "de"], LAG = 200;

test("what a language does not have yet is said in English", () => {
  const english = { a: "a", group: { x: "x", y: "y" }, list: ["1", "2"] };
  assert.deepEqual(withEnglish({ group: { x: "X" }, list: ["eins", "zwei"] }, english), { a: "a", group: { x: "X", y: "y" }, list: ["eins", "zwei"] });
});

test("every language is a folder with the same files, and there is no other folder", () => {
  const folders = new Set(files.filter((name) => /^texts\/.*\//.test(name)).map((name) => name.split("/")[1]));
  assert.deepEqual([...folders].sort(), Object.keys(LANGUAGES).sort());
  for (const language of languages.keys()) {
    const there = files.filter((name) => name.startsWith(`texts/${language}/`)), wanted = FILES.map((file) => `texts/${language}/${file}`);
    WHOLE.includes(language) ? assert.deepEqual(there, wanted) : assert.deepEqual(missing(there, new Set(wanted)), []);
  }
});

test("no sentence stands in two files", () => {
  const names = [...English.values()].flatMap((texts) => Object.keys(texts));
  assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
});

for (const [language, sets] of languages) {
  test(`${LANGUAGES[language]} has every sentence, with the same places for what is put in`, () => {
    let lag = 0;
    for (const [file, texts] of sets) {
      const english = flat(English.get(file)), translated = flat(texts);
      const behind = missing(english.keys(), translated);
      if (WHOLE.includes(language)) assert.deepEqual(behind, [], `missing in ${language}/${file}`);
      lag += behind.length;
      assert.deepEqual(missing(translated.keys(), english), [], `unknown in ${language}/${file}`);
      for (const [name, one] of english) {
        const other = translated.get(name);
        if (other === undefined) continue;
        assert.equal(typeof other, typeof one, name);
        if (typeof one !== "function") {
          assert.ok(other.trim() || !one.trim(), name);
          assert.equal(/[.!?…]$/.exec(other)?.[0], /[.!?…]$/.exec(one)?.[0], `${name}: how it ends`);
          continue;
        }
        assert.equal(other.length, one.length, `${name}: how much is put in`);
        const marks = ["«1»", "«2»", "«3»"].slice(0, one.length);
        for (const mark of marks) assert.ok(one(...marks).includes(mark) && other(...marks).includes(mark), `${name}: ${mark}`);
      }
    }
    assert.ok(lag <= LAG, `${lag} sentences are missing`);
  });
}

const pages = ["index.html", "gadget.html", "not-found.html"];

test("every sentence is used, and every one used is there", () => {
  const code = modules.filter((name) => !/^texts\/[a-z]+\/|^gadgets\//.test(name)).map(text).join("\n");
  const used = new Set([...code.matchAll(/\bT\.(\w+)/g)].map(([, name]) => name));
  for (const page of pages) for (const [, key] of text(page).matchAll(/data-t(?:-\w+)?="(\w+)"/g)) used.add(key);
  const there = new Set([...English.values()].flatMap((texts) => Object.keys(texts)));
  assert.deepEqual(missing(used, there), [], "used and not there");
  assert.deepEqual(missing(there, used), [], "there and not used");
});

test("the fixed words of the pages are the English ones, and none stands there without a name", () => {
  const T = Object.assign({}, ...English.values());
  for (const page of pages) {
    const html = text(page);
    for (const [, key, words] of html.matchAll(/data-t="(\w+)"[^>]*>([^<]*)</g)) assert.equal(words, T[key], `${page}: ${key}`);
    for (const [, words, key] of html.matchAll(/placeholder="([^"]*)" data-t-placeholder="(\w+)"/g)) assert.equal(words, T[key], `${page}: ${key}`);
    for (const [, words, key] of html.matchAll(/aria-label="([^"]*)" data-t-label="(\w+)"/g)) assert.equal(words, T[key], `${page}: ${key}`);
    for (const [tag] of html.matchAll(/<[^>]*(?:aria-label|placeholder)="[^>]*>/g)) assert.match(tag, /data-t-(?:label|placeholder)=/, `${page}: ${tag}`);
    const spoken = html.replace(/<strong id="room-name">[^<]*|<h1 id="title">[^<]*|<title>.*<\/title>|<noscript>.*<\/noscript>|<head>[\s\S]*<\/head>/g, "");
    for (const [, tag, words] of spoken.matchAll(/<([a-z][^>]*)>([^<]*[A-Za-z][^<]*)</g)) {
      assert.match(tag, /data-t=/, `${page}: "${words.trim()}" stands there without a name`);
    }
  }
});
