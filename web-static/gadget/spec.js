// The contents of a gadget's XML: title, size, preferences, messages and HTML. Pure.

import { SIZE_LIMIT, all, contents, readMarkup } from "./markup.js";

/** The reason that a gadget cannot be shown. `T.gadgetErrors` has a sentence for each `code`. */
export class BadGadget extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/**
 * Reads a gadget.
 *
 * @param text            the file.
 * @param options.view    the view to choose among several Contents, by default "default".
 * @param options.lang    the language, by default "en".
 * @param options.country the country, by default "ALL".
 * @returns {title, height, width, features, preferences, messages, rightToLeft, html, parts, view,
 *   views, bundles}. `html` is the HTML in the XML. `parts` are its Contents, each {html, href},
 *   where `href` is undefined or the address of a file with the HTML. `bundles` are addresses of
 *   message files.
 */
export function readGadget(text, { view = "default", lang = "en", country = "ALL" } = {}) {
  if (text.length > SIZE_LIMIT) throw new BadGadget("too-large");
  const document = readMarkup(text);
  const [module] = all(document, "module");
  if (!module) throw new BadGadget("no-module");
  const { attributes = {} } = all(module, "moduleprefs")[0] ?? {};
  const locales = localesFor(module, lang, country);
  return {
    title: attributes.title || attributes.directory_title || "",
    height: size(attributes.height), width: size(attributes.width),
    features: readFeatures(module),
    preferences: all(module, "userpref").map(readPreference).filter(({ name }) => name),
    messages: Object.assign({}, ...locales.map(readMessages)),
    bundles: locales.map(({ attributes: { messages } }) => messages).filter(Boolean),
    rightToLeft: locales.at(-1)?.attributes.language_direction === "rtl",
    ...contentFor(module, view),
  };
}

/**
 * Returns a gadget's description for the gallery. `refusal` is the error code if the gadget cannot
 * be shown.
 */
export function readAbout(text, { lang = "en" } = {}) {
  const document = readMarkup(text.slice(0, SIZE_LIMIT));
  const [module] = all(document, "module");
  if (!module) throw new BadGadget("no-module");
  const { attributes = {} } = all(module, "moduleprefs")[0] ?? {};
  const messages = Object.assign({}, ...localesFor(module, lang, "ALL").map(readMessages));
  const say = (given) => substituted(given ?? "", { messages, escape: false }).replace(/\s+/g, " ").trim();
  let refusal = null;
  try {
    contentFor(module, "default");
  } catch (error) {
    refusal = error.code;
  }
  return {
    title: say(attributes.title || attributes.directory_title), author: say(attributes.author),
    description: say(attributes.description), picture: attributes.thumbnail || attributes.screenshot || "",
    players: say(attributes.players), refusal,
  };
}

const size = (value) => (/^\s*\d+/.test(value ?? "") ? parseInt(value, 10) : undefined);

/** Features that every gadget has, because early gadgets did not request them. */
const ALWAYS = ["core", "core.io", "core.util", "rpc", "wave", "wave-preview", "dynamic-height", "settitle", "setprefs", "minimessage", "tabs", "views"];

function readFeatures(module) {
  const features = Object.fromEntries(ALWAYS.map((name) => [name, {}]));
  for (const element of [...all(module, "require"), ...all(module, "optional")]) {
    const parameters = {};
    for (const param of all(element, "param")) parameters[param.attributes.name] = contents(param).trim();
    if (element.attributes.feature) features[element.attributes.feature] = parameters;
  }
  return features;
}

function readPreference(element) {
  const { name, display_name: label, datatype = "string", default_value: value, default: other, required } = element.attributes;
  const choices = all(element, "enumvalue").map(({ attributes }) => (
    { value: attributes.value ?? "", label: attributes.display_value ?? attributes.value ?? "" }));
  return { name, label: label ?? name, type: datatype.toLowerCase(), value: value ?? other ?? "", required: required === "true", choices };
}

/** Returns the locales that fit a reader, the most general first. */
function localesFor(module, lang, country) {
  const fits = ({ attributes }) => (!attributes.lang || same(attributes.lang, lang))
    && (!attributes.country || same(attributes.country, "ALL") || same(attributes.country, country));
  const weight = ({ attributes }) => (attributes.lang ? 1 : 0) + (attributes.country && !same(attributes.country, "ALL") ? 2 : 0);
  return all(module, "locale").filter(fits).sort((a, b) => weight(a) - weight(b));
}

const same = (a, b) => a.toLowerCase() === b.toLowerCase();

/** Returns the `msg` elements of a Locale or of a message bundle's root. */
function readMessages(element) {
  return Object.fromEntries(all(element, "msg").map((msg) => [msg.attributes.name, contents(msg).trim()]));
}

/** Returns the messages of a bundle's file. */
export const readBundle = (text) => readMessages(readMarkup(text));

/** Returns the Contents of one view in order, the view's name, and the names of all views. */
function contentFor(module, wanted) {
  const found = all(module, "content");
  if (!found.length) throw new BadGadget("no-content");
  const isHTML = ({ attributes: { type = "html", href } }) => !/^url$/i.test(type) && !(href && !/html/i.test(type));
  const usable = found.filter(isHTML);
  if (!usable.length) throw new BadGadget("content-url");
  const viewsOf = ({ attributes }) => (attributes.view || "default").split(",").map((name) => name.trim().toLowerCase()).filter(Boolean);
  const views = [...new Set(usable.flatMap(viewsOf))];
  const view = [wanted.toLowerCase(), "default", "canvas", "home", "profile"].find((name) => views.includes(name));
  const chosen = view ? usable.filter((content) => viewsOf(content).includes(view)) : usable;
  const parts = chosen.map((content) => ({ html: contents(content), href: content.attributes.href?.trim() || undefined }));
  return { html: parts.map(({ html }) => html).join("\n"), parts, view: view ?? "default", views };
}

/** Splits HTML into its leading doctype and the rest. */
export function splitDoctype(html) {
  const match = /^(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*>)*(<!doctype[^>]*>)/i.exec(html);
  return match ? { doctype: match[1], html: html.slice(match[0].length) } : { doctype: "", html };
}

/**
 * Returns text with `__MSG_x__`, `__BIDI_x__`, `__MODULE_ID__` and `__UP_x__` replaced, in this
 * order, so that a message may contain a preference. A preference is a user's text and is escaped.
 * Unknown names stay.
 */
export function substituted(text, { messages = {}, preferences = {}, moduleId = "0", rightToLeft = false, escape = true }) {
  const known = (table) => (whole, name) => (Object.hasOwn(table, name) ? table[name] : whole);
  const edges = { START_EDGE: "left", END_EDGE: "right", DIR: "ltr", REVERSE_DIR: "rtl" };
  const turned = { START_EDGE: "right", END_EDGE: "left", DIR: "rtl", REVERSE_DIR: "ltr" };
  const given = Object.fromEntries(Object.entries(preferences).map(([name, value]) => [name, escape ? escaped(value) : value]));
  return text
    .replace(/__MSG_([\w.$ -]+?)__/g, known(messages))
    .replace(/__BIDI_(\w+?)__/g, known(rightToLeft ? turned : edges))
    .replace(/__MODULE_ID__/g, () => moduleId)
    .replace(/__UP_([\w.$ -]+?)__/g, known(given));
}

const escaped = (text) => String(text).replace(/[&<>"']/g, (unit) => `&#${unit.charCodeAt(0)};`);
