// Settings, languages, sounds and the list of tables: decisions that need no page.

import test from "node:test";
import assert from "node:assert/strict";
import { createSettings, SETTINGS } from "../../web-static/page/settings.js";
import { include, languageFor, speak, speakOf } from "../../web-static/texts/language.js";
import { TEXTS as HOME } from "../../web-static/texts/en/home.js";
import { LANGUAGES } from "../../web-static/texts/languages.js";
import { soundFor } from "../../web-static/table/sounds.js";
import { inPlay } from "../../web-static/lobby/tables-dialog.js";
import { T } from "../../web-static/texts/texts.js";

const fakePage = () => ({ documentElement: { dataset: {}, lang: "" }, head: { append() {} }, getElementById: () => null, createElement: () => ({}), querySelectorAll: () => [] });

test("settings are stored, and invalid names and values are ignored", () => {
  globalThis.document = fakePage();
  const kept = new Map([["theme", "paper"], ["confirm", "sometimes"]]), told = [];
  const settings = createSettings({ get: (key) => kept.get(key), set: (key, value) => (value ? kept.set(key, value) : kept.delete(key)) }, (name) => told.push(name));
  assert.equal(settings.get("theme"), "paper");
  assert.equal(globalThis.document.documentElement.dataset.theme, "paper");
  assert.equal(settings.get("confirm"), "touch", "what cannot be is passed over");
  settings.set("theme", "url(x)");
  settings.set("nothing", "on");
  settings.set("sounds", "off");
  assert.deepEqual([settings.get("theme"), settings.get("sounds"), told], ["paper", "off", ["sounds"]]);
  settings.set("sounds", "on");
  assert.ok(!kept.has("sounds"), "what is as it comes is not kept");
});

test("the style sheet of chosen looks is loaded once, and its loading is reported as a promise", async () => {
  const page = fakePage(), links = [], fetches = [];
  globalThis.document = { ...page, head: { append: (link) => links.push(link) }, getElementById: (id) => links.find((link) => link.id === id) ?? null };
  const settings = createSettings({ get: () => undefined, set() {} }, () => {}, (fetch) => fetches.push(fetch));
  assert.deepEqual([links.length, fetches.length], [0, 0], "nothing was chosen");
  settings.set("theme", "slate");
  settings.wear();
  assert.deepEqual([links.map(({ href }) => href), fetches.length], [["board/themes.css"], 1]);
  links[0].onload();
  await fetches[0];
});

test("sounds are on by default, and moves are confirmed on touch", () => {
  assert.equal(SETTINGS.sounds[0], "on");
  assert.equal(SETTINGS.confirm[0], "touch");
});

test("the language is the chosen one, else the browser's, else English", () => {
  assert.equal(languageFor("de", ["en-GB"]), "de");
  assert.equal(languageFor("auto", ["es-ES", "de-AT", "en"]), "de");
  assert.equal(languageFor("auto", ["es"]), "en");
  assert.equal(languageFor("auto", []), "en");
  assert.equal(languageFor("auto", ["nl-Latn-NL", "DE-Latn-AT"]), "de", "a tag loses its last part until it is there");
  for (const [tag, language] of [["zh", "zh-Hans"], ["zh-CN", "zh-Hans"], ["zh-TW", "zh-Hant"], ["zh-HK", "zh-Hant"], ["zh-Hant-MO", "zh-Hant"]]) {
    assert.equal(languageFor("auto", [tag, "de"]), language, tag);
  }
  assert.deepEqual(SETTINGS.language.slice(1), Object.keys(LANGUAGES));
  assert.deepEqual(Object.keys(LANGUAGES), ["en", "cs", "de", "et", "fr", "ja", "ko", "ru", "zh-Hans", "zh-Hant"]);
});

test("another language replaces sentences, also those loaded later, and English can be restored", async () => {
  const page = fakePage(), english = T.startGame;
  await speak("de", page);
  assert.deepEqual([T.startGame, T.replayAll, page.documentElement.lang], ["Partie beginnen", undefined, "de"]);
  await speakOf("later");
  assert.equal(T.replayAll, "Gesamter Verlauf", "what is wanted later comes in the same language");
  await speak("en", page);
  assert.deepEqual([T.startGame, T.replayAll, page.documentElement.lang], [english, "Everything at this table", "en"]);
});

test("a language that is not available falls back to English completely", async () => {
  const page = fakePage();
  await speak("de", page);
  await speak("none", page);
  assert.deepEqual([T.startGame, T.replayAll, page.documentElement.lang], ["Start a game", "Everything at this table", "en"]);
});

test("sentences requested during a change of language arrive in the new one", async () => {
  const page = fakePage();
  await Promise.all([speakOf("terms"), speak("de", page)]);
  assert.deepEqual([T.termTitles.rule, T.startGame], ["Regel", "Partie beginnen"]);
  await Promise.all([speak("en", page), speakOf("lobby")]);
  assert.deepEqual([T.termTitles.rule, T.lookFor], ["Rule", "Find an opponent"]);
});

test("a part that is added during a change of language is in the new one", async () => {
  const page = fakePage(), changed = speak("de", page);
  include({ home: HOME });
  await changed;
  assert.equal(T.playNow, (await import("../../web-static/texts/de/home.js")).TEXTS.playNow);
  await speak("en", page);
});

test("a start, a move and an end of a game each have a sound", () => {
  const view = (number, stones, result = null) => ({ game: { number, result, moves: [...stones].map((stone) => ({ stone })) } });
  assert.equal(soundFor(view("1", ""), view("1", "x")), "x");
  assert.equal(soundFor(view("1", "x"), view("1", "xo")), "o");
  assert.equal(soundFor(view("1", "xo"), view("1", "xox", "x")), "end");
  assert.equal(soundFor(view("1", "xox", "x"), view("1", "xox", "x")), null, "an end is heard once");
  assert.equal(soundFor(view("1", "xo"), view("2", "")), "start");
  assert.equal(soundFor(view("1", "xo"), view("1", "xo")), null);
  assert.equal(soundFor(view("1", "xo"), view("1", "")), null, "a move taken back");
  assert.equal(soundFor(null, { game: null }), null);
});

test("tables to watch are other rooms with a running game and at least one participant", () => {
  const room = (name, more) => ({ room: name, kind: "gomoku", participants: 1, rule: "freestyle", move: 3, x: "p-a", ...more });
  const rooms = [room("here"), room("a"), room("b", { result: "x" }), room("c", { participants: 0 }), room("d", { kind: "open" }), { room: "e", kind: "gomoku", participants: 2 }];
  assert.deepEqual(inPlay(rooms, "here").map((each) => each.room), ["a"]);
  assert.equal(inPlay(Array.from({ length: 99 }, (_, n) => room(`r${n}`)), "").length, 50);
});
