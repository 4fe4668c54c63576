// The page's language: English in the files, others fetched when they are wanted.

import { T, useTexts } from "./texts.js";

/** The languages there are, by themselves. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

let english = { ...T }, spoken = "en";
/** The others, fetched on demand. */
const others = { de: () => import("./texts.de.js") };

/** The language for a setting; `auto` is the first of the browser's that is there. */
export function languageFor(setting, wanted = navigator.languages ?? []) {
  if (LANGUAGES[setting]) return setting;
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => LANGUAGES[tag]) ?? "en";
}

/** Has the English sentences of what is fetched later, too; other languages come whole. */
export async function speakOfMore() {
  const { LATER } = await import("./texts.later.js");
  english = { ...english, ...LATER };
  if (spoken === "en") useTexts(LATER);
}

/** Speaks `language` from now on, English where it cannot be fetched; the page's fixed words too. */
export async function speak(language, root = document) {
  let texts = english;
  try {
    if (others[language]) texts = (await others[language]()).TEXTS;
  } catch {
    language = "en";
  }
  useTexts(texts);
  spoken = language;
  root.documentElement.lang = language;
  for (const each of root.querySelectorAll("[data-t]")) each.textContent = T[each.dataset.t];
  for (const each of root.querySelectorAll("[data-t-placeholder]")) each.placeholder = T[each.dataset.tPlaceholder];
  for (const each of root.querySelectorAll("[data-t-label]")) each.setAttribute("aria-label", T[each.dataset.tLabel]);
}
