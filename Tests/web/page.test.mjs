// Checks of the page's files: size, the strict policy, the words for every code, and imports.

import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import vm from "node:vm";
import { files as all, loadedAtFirstSight, size, text } from "./site.mjs";
import { T, useTexts } from "../../web-static/texts/texts.js";
import { TEXTS as LATER } from "../../web-static/texts/en/later.js";
import * as wording from "../../web-static/texts/wording.js";
import { LIMITS, NAME_LENGTHS, REJECTIONS } from "../../web-static/game/term-tables.js";
import { RULES } from "../../web-static/game/rules.js";
import { badRoomIn, isHome, isPuzzles, isRace, isStudy, randomRoom, roomIn, screenIn } from "../../web-static/page/address.js";
import { narrate } from "../../web-static/texts/narration.js";
import { readGame, rights } from "../../web-static/game/game.js";

/** The files of the page itself, without those of gadgets. */
const files = all.filter((name) => !name.startsWith("gadgets/"));
useTexts(LATER);

test("the files loaded first exist, and modules announced for later exist and are not among them", (t) => {
  const names = loadedAtFirstSight();
  t.diagnostic(`${names.reduce((sum, name) => sum + size(name), 0)} bytes in ${names.length} files; Tests/system/test_browser_weight.py has what goes over the line`);
  assert.ok(names.includes("net/connection.js") && names.includes("board/board.css"), names.join());
  const soon = [...text("index.html").matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, name]) => name);
  assert.ok(soon.length > 0 && soon.every((name) => all.includes(name) && !names.includes(name)), soon.join());
});

test("text fields accept exactly the lengths that the server accepts", () => {
  const lengthOf = (name, id) => Number(new RegExp(`id="${id}"[^>]* maxlength="(\\d+)"`).exec(text(name))?.[1]);
  assert.equal(lengthOf("index.html", "chat-text"), LIMITS.chatCharacters);
  for (const name of ["index.html", "gadget.html"]) assert.equal(lengthOf(name, "name"), NAME_LENGTHS.most, name);
});

test("the page complies with the strict content security policy", () => {
  for (const name of files.filter((file) => file.endsWith(".html"))) {
    const html = text(name);
    assert.doesNotMatch(html, /\son\w+\s*=/i, `${name}: an inline handler`);
    assert.doesNotMatch(html, /\sstyle\s*=|<style/i, `${name}: inline style`);
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/i, `${name}: inline script`);
    assert.doesNotMatch(html, /javascript:/i, `${name}: a javascript address`);
    for (const [, address] of html.matchAll(/\s(?:src|href)="([^"]*)"/g)) {
      assert.doesNotMatch(address, /^(?:[a-z]+:|\/\/)/i, `${name}: ${address} comes from elsewhere`);
    }
  }
  for (const name of files.filter((file) => file.endsWith(".js"))) {
    const code = text(name);
    assert.doesNotMatch(code, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser/, `${name}: markup from text`);
    assert.doesNotMatch(code, /\beval\(|new Function\(|cssText|setAttribute\("style"/, `${name}: what the policy forbids`);
    assert.doesNotMatch(code, /https?:\/\/(?!www\.w3\.org)/, `${name}: an address elsewhere`);
  }
  for (const name of files.filter((file) => file.endsWith(".css"))) assert.doesNotMatch(text(name), /@import|https?:/, name);
});

test("every element that the code looks up by id is in the page", () => {
  const html = text("index.html");
  for (const name of ["main.js", "table/panel.js", "table/side-panel.js", "table/action-bar.js"]) {
    for (const [, id] of text(name).matchAll(/byId\("([\w-]+)"\)/g)) {
      assert.ok(html.includes(`id="${id}"`), `${name} wants #${id}`);
    }
  }
});

test("every reject code has a sentence, and an unknown code uses the server's sentence", () => {
  assert.deepEqual(Object.keys(T.rejections).sort(), REJECTIONS);
  for (const code of REJECTIONS) assert.match(wording.rejection(code), /^[A-Z].*\.$/);
  assert.equal(wording.rejection("new-code", "The server says why."), "The server says why.");
  assert.match(wording.rejection("new-code"), /\.$/);
});

test("every rule has a name and a sentence", () => {
  for (const rule of RULES) assert.ok(T.ruleNames[rule] && T.ruleSentences[rule]);
});

test("points are described for screen readers", () => {
  assert.equal(wording.cellWords({ name: "h8" }), "h8, empty");
  assert.equal(wording.cellWords({ name: "h8", stone: "x", number: 1, last: true }), "h8, X, move 1, last move");
  assert.equal(wording.cellWords({ name: "a1", stone: "o", number: 2, won: true }), "a1, O, move 2, winning row");
  assert.equal(wording.cellWords({ name: "a1", stone: "o", number: 2, pending: true, last: true }), "a1, O, not yet confirmed");
});

test("guests' names are translated, and no other names are", () => {
  const { guest } = T;
  try {
    T.guest = "Gast";
    assert.deepEqual(["Guest a1b2", "Guest", "", undefined, "Guestbook", "Guest of honour", "Ann"].map(wording.personName),
      ["Gast a1b2", "Gast", "Gast", "Gast", "Guestbook", "Guest of honour", "Ann"]);
  } finally {
    T.guest = guest;
  }
});

test("text from an address is reduced to one short line without direction marks", () => {
  assert.equal(wording.givenWords("a\u202eb\n\u0000c "), "a b c");
  assert.equal(wording.givenWords("x".repeat(1_000)), `${"x".repeat(40)}…`);
});

test("a lost connection is explained, with the time of the next attempt", () => {
  assert.equal(wording.connectionSentence({ state: "online" }), "");
  assert.match(wording.connectionSentence({ state: "offline", why: "lost" }, 3), /^Connection lost\. Retrying in 3\u00a0s…/);
  assert.match(wording.connectionSentence({ state: "offline", why: "stopping" }, 0), /restarting/);
  const safe = (isPlaying) => [0, 3].map((seconds) => wording.connectionSentence({ state: "offline", why: "offline" }, seconds, isPlaying).endsWith(" Your game is safe."));
  assert.deepEqual([safe(true), safe(false)], [[true, true], [false, false]], "only where there is a game");
});

test("moves, turns, seats and the end of a game are narrated", () => {
  const view = (keys) => {
    const game = readGame(new Map(Object.entries(keys)));
    return { game, rights: rights(game, "me") };
  };
  const name = (id) => (id === "me" ? "Ann" : "Bob");
  const start = view({ game: "1", x: "you", o: "me", move: "0" });
  const one = view({ game: "1", x: "you", o: "me", move: "1", col1: "7", row1: "7" });
  assert.deepEqual(narrate(start, one, name), ["X plays h8.", "Your turn. You play O."]);
  assert.deepEqual(narrate(one, one, name), []);
  assert.deepEqual(narrate(one, { ...one, game: { ...one.game, result: "x", reason: "resign", toMove: null } }, name), ["You lose (resignation)."]);
  assert.deepEqual(narrate(null, one, name), ["Your turn. You play O."], "coming in is told as it stands");
  const again = view({ game: "2", x: "me", move: "0" });
  assert.deepEqual(narrate(one, again, name), ["Game 2 has started.", "Ann plays X.", "Your turn. You play X."]);
});

test("a random room name has two words and two digits, and a room's name is read from the address", () => {
  for (let n = 0; n < 200; n += 1) assert.match(randomRoom(), /^[a-z]+-[a-z]+-\d\d$/);
  assert.equal(roomIn("?room=lunch"), "lunch");
  assert.equal(roomIn("?room="), null);
  assert.equal(roomIn(""), null);
});

test("the page and its service worker choose the same document as the server for every address", () => {
  const worker = vm.createContext({ self: { addEventListener() {} }, URL, URLSearchParams });
  vm.runInContext(text("worker.js"), worker);
  for (const { query, document } of JSON.parse(readFileSync(new URL("../Fixtures/documents.json", import.meta.url), "utf8"))) {
    assert.equal(isHome(query), document === "home", query);
    worker.query = new URLSearchParams(query);
    assert.equal(isStudy(query), document === "study", query);
    assert.equal(isPuzzles(query), document === "puzzles", query);
    assert.equal(isRace(query), document === "race", query);
    assert.equal(vm.runInContext("documentFor(query)", worker), { home: "home.html", table: "index.html", study: "study.html", puzzles: "puzzles.html", race: "race.html" }[document], query);
  }
});

test("an invalid room name is recognised without the server, and leads to the lobby", () => {
  for (const bad of ["a b", "über", "~lobby", "-a", "a/b", "x".repeat(65), "a?b"]) {
    const query = `?room=${encodeURIComponent(bad)}`;
    assert.deepEqual([roomIn(query), badRoomIn(query), screenIn(query)], [null, bad, "lobby"], bad);
  }
  for (const good of ["a", "A.b_c~d-9", "x".repeat(64)]) assert.deepEqual([roomIn(`?room=${good}`), badRoomIn(`?room=${good}`)], [good, null]);
  assert.deepEqual(["?room=", "?lobby", ""].map(badRoomIn), [null, null, null]);
});
