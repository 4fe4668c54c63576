// Checks of the gadget page's files: the strict policy, file sizes, the assembled gadget, and words
// only in the tables.

import test from "node:test";
import vm from "node:vm";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { addressMap, localFile } from "../../web-static/gadget/address-map.js";
import { readAbout, readGadget } from "../../web-static/gadget/spec.js";
import { freshGame, guardOf, moveAt } from "../../web-static/gadgets/xo5/moves.js";
import { ROBOTS, W } from "../../web-static/gadgets/xo5/words.js";
import { TEXTS as LEVELS } from "../../web-static/texts/en/levels.js";
import { readGame } from "../../web-static/game/game.js";

const ROOT = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, ROOT), "utf8");
const list = (path) => readdirSync(new URL(path, ROOT)).filter((name) => name.endsWith(".js")).map((name) => path + name);
const container = list("web-static/gadget/"), frame = list("web-static/gadget/frame/");

/** The largest file of the container or the frame, in bytes. */
const FILE_LIMIT = 16_000;

test("the container's code makes no markup from text, evaluates no text, and has no inline scripts", () => {
  for (const name of container) {
    const code = read(name);
    assert.doesNotMatch(code, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function\(|cssText/, name);
    assert.ok(code.length < FILE_LIMIT, `${name}: ${code.length} bytes`);
  }
  assert.doesNotMatch(read("web-static/gadget.html") + read("web-static/gadget-frame.html"), /\son\w+\s*=|\sstyle\s*=|<script(?![^>]*\ssrc=)|javascript:/i);
});

test("the frame loads all its scripts, beginning with the natives and ending with boot", () => {
  const loaded = [...read("web-static/gadget-frame.html").matchAll(/src="(gadget\/frame\/[\w-]+\.js)"/g)].map((match) => `web-static/${match[1]}`);
  assert.deepEqual([...loaded].sort(), [...frame].sort());
  assert.equal(loaded[0], "web-static/gadget/frame/natives.js");
  assert.equal(loaded.at(-1), "web-static/gadget/frame/boot.js");
  for (const name of frame) {
    const code = read(name);
    assert.ok(code.length < FILE_LIMIT, `${name}: ${code.length} bytes`);
    assert.doesNotMatch(code, /for \(\s*(?:var|let|const) \w+ of |=>|\.forEach\(|for \(var \w+ in /, `${name}: what gadgets may have broken`);
  }
});

test("the frame's sandbox gives it no origin and no way to navigate the page", () => {
  const [, sandbox] = /SANDBOX = "([^"]+)"/.exec(read("web-static/gadget/frame-link.js"));
  assert.deepEqual(sandbox.split(" ").sort(), ["allow-forms", "allow-modals", "allow-scripts"]);
});

test("every element that the container's code looks up by id is in the page", () => {
  const html = read("web-static/gadget.html");
  for (const name of container) for (const [, id] of read(name).matchAll(/byId\("([\w-]+)"\)/g)) assert.ok(html.includes(`id="${id}"`), `${name} wants #${id}`);
});

test("xo5.xml is up to date with the page's own modules that it is assembled from", () => {
  execFileSync("python3", [new URL("scripts/assemble-gadget", ROOT).pathname, "--check"]);
  const { html, title } = readGadget(read("web-static/gadgets/xo5.xml"));
  assert.equal(title, "Five in a row");
  for (const part of ["// board/board.js", "// game/rules.js", "// game/game.js", "function winningRow"]) assert.ok(html.includes(part), part);
  assert.doesNotMatch(html, /^\s*(?:import|export) /m);
  new vm.Script(/<script>([\s\S]*)<\/script>/.exec(html)[1], { filename: "xo5.xml" });
});

test("xo5 calls the computer by the names that the page has for its levels", () => {
  assert.deepEqual(ROBOTS, LEVELS.levels.map(({ name }) => name));
  assert.deepEqual([W.robot("3"), W.robot("99")], [ROBOTS[2], "Computer, level 99"]);
});

test("the example gadgets for shared state are short", () => {
  for (const name of ["poll", "whiteboard", "list"]) {
    const lines = ["html", "css", "js"].map((kind) => read(`web-static/gadgets/${name}/${name}.${kind}`).split("\n").length - 1);
    assert.ok(lines.reduce((a, b) => a + b) < 150, `${name}: ${lines}`);
    const { html, features } = readGadget(read(`web-static/gadgets/${name}.xml`));
    assert.ok("responsive" in features);
    assert.doesNotMatch(html, /^\s*(?:import|export) /m);
    new vm.Script(/<script>([\s\S]*)<\/script>/.exec(html)[1], { filename: `${name}.xml` });
  }
});

test("a gadget's gallery entry is read with its messages, and one that is only a link is refused", () => {
  const text = '<Module><ModulePrefs title="__MSG_t__" author="A &amp; B" description=" two\n lines " screenshot="http://dead.example/p.png" players="2"><Locale><msg name="t">Title</msg></Locale></ModulePrefs><Content type="html">x</Content></Module>';
  assert.deepEqual(readAbout(text), { title: "Title", author: "A & B", description: "two lines", picture: "http://dead.example/p.png", players: "2", refusal: null });
  assert.equal(readAbout('<Module><Content type="url" href="http://dead.example"/></Module>').refusal, "content-url");
  assert.throws(() => readAbout("<messagebundle/>"));
  const map = addressMap({ "http://dead.example/p.png": "p.png", "http://dead.example/pics/": "pics/" }, "/gadgets/a/b.xml");
  assert.deepEqual(["https://dead.example/p.png", "http://dead.example/pics/x.gif", "x/y.svg", "/z.png", "http://dead.example/no.png", "../../up.png", "", "javascript:x"].map((one) => localFile(one, map)),
    ["/gadgets/p.png", "/gadgets/pics/x.gif", "/gadgets/a/x/y.svg", "/z.png", null, null, null, null]);
});

test("xo5 adds the result to a winning move unless a referee does, and a New Game clears the old one", () => {
  const state = new Map(Object.entries({ game: "3", rule: "freestyle", x: "a", o: "b", move: "8" }));
  for (let n = 1; n <= 8; n += 1) {
    state.set(`col${n}`, String(n % 2 ? (n - 1) / 2 : n));
    state.set(`row${n}`, n % 2 ? "0" : "5");
  }
  const game = readGame(state), set = moveAt(game, { col: 4, row: 0 }, false);
  assert.deepEqual(set, { move: "9", col9: "4", row9: "0", result: "x", reason: "five", line: "0,0 1,0 2,0 3,0 4,0" });
  assert.deepEqual(moveAt(game, { col: 4, row: 0 }, true), { move: "9", col9: "4", row9: "0" }, "a referee says it itself");
  assert.deepEqual(guardOf(set).slice(0, 3), ["game", "move", "col9"]);
  const fresh = freshGame(state, game, "me", ["x"], false);
  const next = new Map(state);
  for (const [key, value] of Object.entries(fresh)) value === null ? next.delete(key) : next.set(key, value);
  assert.deepEqual(Object.fromEntries(next), { game: "4", rule: "freestyle", opening: "none", move: "0", x: "me" });
  assert.deepEqual(freshGame(state, game, "me", ["x", "o"], true), { game: "4", rule: "freestyle", x: "me", o: "me" });
});
