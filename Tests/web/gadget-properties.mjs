// Properties of every gadget's XML and every operator's map. A test checks them briefly, and
// `make fuzz` searches for inputs that violate them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { decoded, readMarkup } from "../../web-static/gadget/markup.js";
import { BadGadget, readAbout, readBundle, readGadget, splitDoctype, substituted } from "../../web-static/gadget/spec.js";
import { addressMap, localFile } from "../../web-static/gadget/address-map.js";

const ORIGIN = "http://server.test";
const CORPUS = new URL("../../Fuzz/corpus/gadget/", import.meta.url);

/** Returns the inputs of the repository, and the gadgets of other tests. */
export function inputs() {
  const gadgets = new URL("../Fixtures/gadgets/", import.meta.url);
  const files = (folder, suffix) => readdirSync(folder).filter((name) => name.endsWith(suffix)).sort().map((name) => readFileSync(new URL(name, folder), "utf8"));
  return [...files(CORPUS, ""), ...files(gadgets, ".xml"), ...files(gadgets, ".json")];
}

/** Throws if a property does not hold for `text`. */
export function check(text) {
  checkGadget(text);
  checkTexts(text);
  checkMap(text);
}

function checkGadget(text) {
  for (const read of [readGadget, readAbout]) {
    try {
      const gadget = read(text);
      assert.equal(typeof gadget.title, "string");
      if (read === readGadget) assert.equal(typeof gadget.html, "string");
    } catch (error) {
      assert.ok(error instanceof BadGadget, error.stack);
    }
  }
  for (const message of Object.values(readBundle(text))) assert.equal(typeof message, "string");
  const outermost = readMarkup(text);
  assert.equal(outermost.name, "");
  const { doctype, html } = splitDoctype(text);
  assert.ok(text.endsWith(html) && text.includes(doctype));
  assert.equal({}.polluted ?? Object.prototype.attributes, undefined);
}

/** Checks that text put into a gadget comes out unchanged. */
function checkTexts(text) {
  const inCDATA = `<Module><Content><![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]></Content></Module>`;
  if (inCDATA.length < 1_000_000) assert.equal(readGadget(inCDATA).html, text);
  const escaped = text.replace(/[&<>"']/g, (unit) => `&#${unit.charCodeAt(0)};`);
  assert.equal(decoded(escaped), text);
  const shown = substituted("<i>__UP_x__</i>", { preferences: { x: text } });
  assert.ok(!/[<>"']/.test(shown.slice(3, -4)), "a preference is markup");
}

/**
 * Checks that no address of a gadget leads to another server, and no file of a map leaves the
 * operator's directory.
 */
function checkMap(text) {
  let given;
  try {
    given = JSON.parse(text);
  } catch {
    given = Object.fromEntries(text.split("\n", 20).map((line) => [line.slice(0, 60), line.slice(1)]));
  }
  const map = addressMap(given, "/gadgets/games/x.xml?y");
  for (const file of [...Object.values(map.exact), ...map.prefixes.map(([, folder]) => folder)]) {
    const url = new URL(file, ORIGIN);
    if (url.origin !== ORIGIN || !/^\/gadgets?\//.test(url.pathname)) assert.fail(`${file} leads to ${url}`);
  }
  for (const address of [...text.split(/[\n"]/, 20), ...Object.keys(given ?? {}).slice(0, 20)]) {
    const file = localFile(address, map);
    if (file !== null && new URL(file, ORIGIN).origin !== ORIGIN) assert.fail(`${JSON.stringify(address)} leads to ${JSON.stringify(file)}`);
  }
}

const SPICE = ["<", ">", "]]>", "<![CDATA[", "</Content>", "<Content>", "\"", "'", "&#x", "&amp;", "<!--", "-->", "\\", "/", "//", "..", "%2e%2e", "%2F", "\t", "\n", "\u0000", "\ud800", "__proto__", "__MSG_", "__UP_x__", "http://", "{", "}", ":", "?", "#", "$&", "<!DOCTYPE ["];

/** Returns `text` with a few parts removed, repeated or inserted. */
export function bent(text, random) {
  let result = text;
  for (let times = 1 + Math.floor(random() * 4); times > 0; times -= 1) {
    const from = Math.floor(random() * (result.length + 1)), to = Math.min(result.length, from + Math.floor(random() * 12));
    const spice = SPICE[Math.floor(random() * SPICE.length)];
    const kind = Math.floor(random() * 4);
    if (kind === 0) result = result.slice(0, from) + result.slice(to);
    else if (kind === 1) result = result.slice(0, from) + result.slice(from, to) + result.slice(from);
    else result = result.slice(0, from) + spice + result.slice(kind === 2 ? from : to);
  }
  return result.slice(0, 20_000);
}
