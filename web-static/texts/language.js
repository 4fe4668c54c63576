// The language of the page. The English words of the first view are part of the page; all others
// are fetched on demand.

import { importModule } from "../net/modules.js";
import { TEXTS as FIRST } from "./en/first.js";
import { LANGUAGES, RIGHT_TO_LEFT, TAGS } from "./languages.js";
import { T, useTexts } from "./texts.js";

/** The English parts that the document contains. */
const inDocument = { first: FIRST };
/** The parts of a language that are needed so far. */
const wanted = new Set(["first"]);
let spoken = "en";

/**
 * Returns the language for a setting. For `auto` it is the first of the browser's languages that
 * exists. An unknown tag loses its last part (RFC 4647, 3.4).
 */
export function languageFor(setting, browsers = navigator.languages ?? []) {
  if (LANGUAGES[setting]) return setting;
  for (let tag of browsers.map((each) => each.toLowerCase())) {
    for (; tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-")))) if (LANGUAGES[TAGS[tag] ?? tag]) return TAGS[tag] ?? tag;
  }
  return "en";
}

/** Adds English parts that the document contains, {part: texts}. */
export function include(parts) {
  Object.assign(inDocument, parts);
  for (const [part, texts] of Object.entries(parts)) {
    wanted.add(part);
    useTexts(texts);
  }
}

/** Returns a part of a language. The English words of the first view are already in the page. */
const sentences = async (language, file) => (language === "en" && inDocument[file] ? inDocument[file] : (await importModule(`texts/${language}/${file}.js`)).TEXTS);

/** Loads more parts of the page's language. */
export async function speakOf(...files) {
  for (const file of files) wanted.add(file);
  const language = spoken;
  useTexts(Object.assign({}, ...await Promise.all(files.map((file) => sentences(language, file)))));
  if (language !== spoken) await speakOf(...files);
}

/**
 * Switches the page to `language`, including its fixed words; to English if that language cannot be
 * fetched.
 */
export async function speak(language, root = document) {
  let texts, count;
  try {
    // Other modules may add parts while these load.
    do {
      count = wanted.size;
      texts = await Promise.all([...wanted].map((file) => sentences(language, file)));
    } while (wanted.size > count);
  } catch {
    if (language !== "en") return speak("en", root);
    texts = [];
  }
  useTexts(Object.assign({}, ...texts));
  spoken = language;
  root.documentElement.lang = language;
  root.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr";
  for (const each of root.querySelectorAll("[data-t]")) each.textContent = T[each.dataset.t];
  for (const each of root.querySelectorAll("[data-t-placeholder]")) each.placeholder = T[each.dataset.tPlaceholder];
  for (const each of root.querySelectorAll("[data-t-label]")) each.setAttribute("aria-label", T[each.dataset.tLabel]);
}
