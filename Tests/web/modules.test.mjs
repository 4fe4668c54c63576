// Allowed imports: a table by folder, and no import cycles, neither static nor through later
// loading.

import test from "node:test";
import assert from "node:assert/strict";
import { fetches, imports, modules, text } from "./site.mjs";

/**
 * The folders that each folder's modules may import besides their own. "" is the top, which
 * assembles the page.
 */
const MAY_IMPORT = {
  "": ["net", "game", "board", "page", "texts", "table", "lobby", "replay", "study", "learn", "puzzles", "race"],
  "net": [],
  "game": [],
  "board": [],
  "texts": ["game", "net"],
  "page": ["board", "texts"],
  "table": ["net", "game", "board", "page", "texts"],
  "lobby": ["net", "game", "board", "page", "table", "texts"],
  "replay": ["net", "game", "page", "texts"],
  "gadget": ["net", "page", "texts"],
  "gadgets": ["board", "game"],
  "embed": ["net", "game", "board", "page", "puzzles", "texts"],
  "learn": ["game", "board", "page", "table", "texts", "study"],
  "study": ["net", "game", "board", "page", "table", "texts"],
  "puzzles": ["net", "game", "board", "page", "texts"],
  "race": ["net", "game", "board", "page", "texts", "puzzles"],
};

/** Modules that import nothing at all, and can be read and tested alone. */
const ALONE = ["net/connection.js", "net/modules.js", "net/settled.js", "net/state.js", "game/robots.js", "game/stones.js", "game/renju.js", "board/shapes.js", "page/elements.js", "page/memory.js",
  "page/address.js", "table/chat.js", "table/sounds.js", "table/look-back.js", "page/qr-code.js"];

const folder = (name) => (name.includes("/") ? name.split("/")[0] : "");

test("every module imports only modules that exist and that its folder may import", () => {
  for (const name of modules) {
    const allowed = MAY_IMPORT[folder(name)];
    assert.ok(allowed, `${name}: the folder is not in the table`);
    for (const other of [...imports(name), ...fetches(name)]) {
      assert.ok(modules.includes(other), `${name} imports ${other}, which is not there`);
      assert.ok(folder(other) === folder(name) || allowed.includes(folder(other)), `${name} may not import ${other}`);
    }
  }
});

test("standalone modules import nothing", () => {
  for (const name of ALONE) assert.deepEqual([...imports(name), ...fetches(name)], [], name);
});

test("only one module knows the form of robots' IDs", () => {
  const knowing = modules.filter((name) => !name.startsWith("texts/") && /["`]robot:/.test(text(name)));
  assert.deepEqual(knowing, ["game/robots.js"]);
});

/** Returns a cycle of modules, with the first one repeated at the end, or null if there is none. */
function circle() {
  const done = new Set(), path = [];
  const search = (name) => {
    if (done.has(name)) return null;
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    path.push(name);
    for (const other of [...imports(name), ...fetches(name)]) {
      const found = search(other);
      if (found) return found;
    }
    done.add(path.pop());
    return null;
  };
  for (const name of modules) {
    const found = search(name);
    if (found) return found;
  }
  return null;
}

test("no module imports itself through others", () => {
  assert.equal(circle()?.join(" → "), undefined);
});
