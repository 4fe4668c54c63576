// Gets a gadget, its message bundles and the operator's map from this server, or from a file the person picked.

import { addressMap, localFile } from "./address-map.js";
import { SIZE_LIMIT } from "./markup.js";
import { T } from "../texts/texts.js";
import { BadGadget, readBundle, readGadget, substituted } from "./spec.js";

/** How many message bundles of a gadget are loaded, and how many files that stand for its Contents. */
const BUNDLES_LIMIT = 4, CONTENTS_LIMIT = 8;

/** The path of the gadget that the page's address names; null where it names none. Throws for one that is elsewhere. */
export function gadgetPath(query) {
  const given = query.get("gadget")?.trim();
  if (!given) return null;
  const url = new URL(given, location.origin);
  if (url.origin !== location.origin) throw new BadGadget("elsewhere");
  return url.pathname;
}

/**
 * @param source {path} or {file}
 * @returns the gadget as spec.js reads it, with the files of its Contents in `html`, with `addresses`, `place`, and in
 *   `missing` the addresses of those files that this server does not have
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
 * The HTML of a gadget's Contents. A file stands for one that names it; where there is no such file, what stands in the XML.
 * `base` is the path of the first of the files: relative addresses are relative to it, as they were where it came from.
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

/** The text of a file that stands for a Content; null where the server has none. */
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

/** A preference whose words may be messages. */
function worded(preference, messages) {
  const say = (text) => substituted(text, { messages, escape: false });
  const choices = preference.choices.map(({ value, label }) => ({ value, label: say(label) }));
  return { ...preference, label: say(preference.label), value: say(preference.value), choices };
}

/** Asks the server for a file that gadgets may have: one below /gadgets/, or one of the library. Null for other addresses. */
export function askForFile(address, method = "GET") {
  const { origin, pathname } = new URL(address, location.origin);
  if (origin !== location.origin || !/^\/(?:gadgets|gadget\/lib)\//.test(pathname)) return null;
  return fetch(pathname, { method, credentials: "omit" });
}

/** Whether the server has a file that gadgets may have at that address. */
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

/** Where XML and HTML declare their encoding. */
const XML_ENCODING = /^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/i, HTML_ENCODING = /<meta\b[^>]*?\bcharset\s*=\s*["']?([\w-]+)/i;

/** Bytes as text: in the encoding that a file declares in that way, UTF-8 unless it does. */
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

/** The operator's map, and what is wrong with it as a file. */
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

/** What is wrong with the map's content; null when nothing is. */
function mapFault(map, { refused }) {
  if (!map || typeof map !== "object" || Array.isArray(map)) return T.mapNoObject;
  return refused.length ? T.mapRefused({ file: refused[0], count: refused.length }) : null;
}

/** A message bundle: a mapped address, or a path beside the gadget; what is elsewhere is not asked. */
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
