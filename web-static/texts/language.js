// Which language the page speaks. English at first sight is in the page; all else is fetched when it is wanted.

import { importModule } from "../net/modules.js";
import { TEXTS as FIRST } from "./en/first.js";
import { LANGUAGES, RIGHT_TO_LEFT } from "./languages.js";
import { T, useTexts } from "./texts.js";

/** The files of a language whose sentences are wanted so far. */
const wanted = new Set(["first"]);
let spoken = "en";

/** The language for a setting; `auto` is the first of the browser's that is there. */
export function languageFor(setting, browsers = navigator.languages ?? []) {
  if (LANGUAGES[setting]) return setting;
  return browsers.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => LANGUAGES[tag]) ?? "en";
}

/** English at first sight is in the page already. */
const fetched = async (language, file) => (language === "en" && file === "first" ? FIRST : (await importModule(`texts/${language}/${file}.js`)).TEXTS);

/** A language's sentences; those that it does not have yet in English. */
async function sentences(language, file) {
  if (language === "en") return fetched(language, file);
  const [english, own] = await Promise.all([fetched("en", file), fetched(language, file)]);
  return withEnglish(own, english);
}

/** `own` with what is missing in it from `english`, group by group. */
export function withEnglish(own, english) {
  const whole = ([name, sentence]) => {
    if (!(name in own)) return [name, sentence];
    return [name, typeof sentence === "object" && !Array.isArray(sentence) ? withEnglish(own[name], sentence) : own[name]];
  };
  return Object.fromEntries(Object.entries(english).map(whole));
}

/** Has the sentences of these files, too, in whatever language is spoken when they are there. */
export async function speakOf(...files) {
  for (const file of files) wanted.add(file);
  const language = spoken;
  useTexts(Object.assign({}, ...await Promise.all(files.map((file) => sentences(language, file)))));
  if (language !== spoken) await speakOf(...files);
}

/** Speaks `language` from now on, English where it cannot be fetched; the page's fixed words too. */
export async function speak(language, root = document) {
  let texts;
  try {
    texts = await Promise.all([...wanted].map((file) => sentences(language, file)));
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
