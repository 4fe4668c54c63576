// Loads a gadget, its message bundles and the operator's map from this server, or a gadget from a
// file that the user picked.

import { addressMap, localFile } from "./address-map.js";
import { SIZE_LIMIT } from "./markup.js";
import { T } from "../texts/texts.js";
import { BadGadget, readBundle, readGadget, substituted } from "./spec.js";

/** The largest numbers of message bundles and of Content files loaded per gadget. */
const BUNDLES_LIMIT = 4, CONTENTS_LIMIT = 8;

/**
 * Returns the path of the gadget in the page's address, or null if the address has none. Throws if
 * the gadget is on another server.
 */
export function gadgetPath(query) {
  const given = query.get("gadget")?.trim();
  if (!given) return null;
  const url = new URL(given, location.origin);
  if (url.origin !== location.origin) throw new BadGadget("elsewhere");
  return url.pathname;
}

/**
 * @param source {path} or {file}.
 * @returns the gadget from spec.js, with the files of its Contents in `html`, and with `addresses`
 *   and `place`. `missing` holds the addresses of files that this server does not have.
 */
export async function loadGadget(source, query) {
  const [lang, country = "ALL"] = (query.get("lang") ?? "en").split("-");
  const options = { view: query.get("view") ?? undefined, lang, country };
  const [text, { map, fault }] = await Promise.all([textOf(source), loadMap()]);
  const gadget = readGadget(text, options);
  const address = source.path ?? "/gadgets/";
  const bundles = await Promise.all(gadget.bundles.slice(0, BUNDLES_LIMIT).map((at) => loadBundle(at, address, map)));
  const { html, missing, base } = await contentsOf(gadget.parts, addressMap(map, address));
  const addresses = addressMap(map, base ?? address);
  const messages = Object.assign({}, ...bundles, gadget.messages);
  return {
    ...gadget, html, missing, messages, preferences: gadget.preferences.map((preference) => worded(preference, messages)),
    addresses, mapFault: fault ?? mapFault(map, addresses),
    place: { lang, country, moduleId: "0" },
  };
}

/**
 * Returns the HTML of a gadget's Contents. A file replaces the content of a Content element that
 * names it. If the server lacks the file, the XML's own content is used. `base` is the path of the
 * first file. Relative addresses are resolved against it, as on the original server.
 */
async function contentsOf(parts, addresses) {
  const linked = parts.filter(({ href }) => href).slice(0, CONTENTS_LIMIT), missing = [];
  let base = null;
  const html = await Promise.all(parts.map(async (part) => {
    if (!part.href) return part.html;
    const path = localFile(part.href, addresses), text = path && linked.includes(part) ? await contentFile(path) : null;
    if (text === null) missing.push(path ? `${location.origin}${path}` : part.href);
    else if (part === linked[0]) base = path;
    return text ?? part.html;
  }));
  return { html: html.join("\n"), missing, base };
}

/** Returns the text of a Content's file, or null if the server does not have it. */
async function contentFile(path) {
  let response;
  try {
    response = await askForFile(path);
  } catch {
    throw new BadGadget("unreachable");
  }
  if (!response?.ok) return null;
  const text = textIn(await response.arrayBuffer(), HTML_ENCODING);
  if (text.length > SIZE_LIMIT) throw new BadGadget("too-large");
  return text;
}

/** Returns a preference with its message names replaced. */
function worded(preference, messages) {
  const say = (text) => substituted(text, { messages, escape: false });
  const choices = preference.choices.map(({ value, label }) => ({ value, label: say(label) }));
  return { ...preference, label: say(preference.label), value: say(preference.value), choices };
}

/**
 * Requests a file that gadgets may read: below /gadgets/ or in the library. Returns null for other
 * addresses.
 */
export function askForFile(address, method = "GET") {
  const { origin, pathname } = new URL(address, location.origin);
  if (origin !== location.origin || !/^\/(?:gadgets|gadget\/lib)\//.test(pathname)) return null;
  return fetch(pathname, { method, credentials: "omit" });
}

/** Returns whether the server has a file at that address that gadgets may read. */
export async function hasFile(address) {
  try {
    return Boolean((await askForFile(address, "HEAD"))?.ok);
  } catch {
    return false;
  }
}

async function textOf({ path, file }) {
  if (file) return textIn(await file.arrayBuffer());
  let response;
  try {
    response = await fetch(path, { credentials: "omit" });
  } catch {
    throw new BadGadget("unreachable");
  }
  if (!response.ok) throw new BadGadget("not-found");
  return textIn(await response.arrayBuffer());
}

/** The declarations of an encoding in XML and in HTML. */
const XML_ENCODING = /^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/i, HTML_ENCODING = /<meta\b[^>]*?\bcharset\s*=\s*["']?([\w-]+)/i;

/** Returns bytes as text, in the encoding that the file declares, or else in UTF-8. */
function textIn(bytes, declaration = XML_ENCODING) {
  const start = new TextDecoder("latin1").decode(bytes.slice(0, 1_024));
  const declared = declaration.exec(start);
  const marked = start.startsWith("\xff\xfe") ? "utf-16le" : start.startsWith("\xfe\xff") ? "utf-16be" : start.startsWith("\xef\xbb\xbf") ? "utf-8" : null;
  try {
    return new TextDecoder(marked ?? declared?.[1] ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Returns the operator's map, and the error if the file is not JSON. */
export async function loadMap() {
  let response;
  try {
    response = await fetch("/gadgets/map.json", { credentials: "omit" });
    if (!response.ok) return { map: {} };
  } catch {
    return { map: {} };
  }
  try {
    return { map: await response.json() };
  } catch (error) {
    return { map: {}, fault: error.message };
  }
}

/** Returns a sentence about the error in the operator's map, or null. */
function mapFault(map, { refused }) {
  if (!map || typeof map !== "object" || Array.isArray(map)) return T.mapNoObject;
  return refused.length ? T.mapRefused({ file: refused[0], count: refused.length }) : null;
}

/**
 * Loads a message bundle from a mapped address or a path relative to the gadget. Bundles on other
 * servers are skipped.
 */
async function loadBundle(at, address, map) {
  try {
    const { exact } = addressMap(map, address);
    const key = at.trim().replace(/^(?:https?:)?\/\//i, "");
    const url = new URL(Object.hasOwn(exact, key) ? exact[key] : at, new URL(address, location.origin));
    if (url.origin !== location.origin) return {};
    const response = await fetch(url.pathname, { credentials: "omit" });
    return response.ok ? readBundle(await response.text()) : {};
  } catch {
    return {};
  }
}
