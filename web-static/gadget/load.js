// Gets a gadget, its message bundles and the operator's map from this server, or from a file the person picked.

import { addressMap } from "./address-map.js";
import { T } from "../texts/texts.js";
import { BadGadget, readBundle, readGadget, substituted } from "./spec.js";

/** How many message bundles of a gadget are loaded. */
const BUNDLES_LIMIT = 4;

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
 * @returns the gadget as spec.js reads it, with `addresses` and `place`
 */
export async function loadGadget(source, query) {
  const [lang, country = "ALL"] = (query.get("lang") ?? "en").split("-");
  const options = { view: query.get("view") ?? undefined, lang, country };
  const [text, { map, fault }] = await Promise.all([textOf(source), loadMap()]);
  const gadget = readGadget(text, options);
  const address = source.path ?? "/gadgets/";
  const bundles = await Promise.all(gadget.bundles.slice(0, BUNDLES_LIMIT).map((at) => loadBundle(at, address, map)));
  const addresses = addressMap(map, address);
  const messages = Object.assign({}, ...bundles, gadget.messages);
  return {
    ...gadget, messages, preferences: gadget.preferences.map((preference) => worded(preference, messages)),
    addresses, mapFault: fault ?? mapFault(map, addresses),
    place: { lang, country, moduleId: "0" },
  };
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

/** Bytes as text: in the encoding that the XML declares, UTF-8 unless it does. */
function textIn(bytes) {
  const start = new TextDecoder("latin1").decode(bytes.slice(0, 200));
  const declared = /^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/i.exec(start);
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
  return refused.length ? T.mapRefused(refused[0], refused.length) : null;
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
