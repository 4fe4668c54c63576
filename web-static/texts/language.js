// The page's language: English in the files, others fetched when they are wanted.

import { T, useTexts } from "./texts.js";

/** The languages there are, by themselves. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

let english = { ...T }, spoken = "en";
/** The others, fetched on demand. */
const others = { de: () => import("./de/first.js") };

/** The language for a setting; `auto` is the first of the browser's that is there. */
export function languageFor(setting, wanted = navigator.languages ?? []) {
  if (LANGUAGES[setting]) return setting;
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => LANGUAGES[tag]) ?? "en";
}

/** Sentences of what is fetched later, by the part of the page; a language without a file has them in its first one. */
const MORE = {
  later: { en: () => import("./en/later.js") },
  match: { en: () => import("./en/match.js"), de: () => import("./de/match.js") },
};
const wanted = new Set();

/** Has the sentences of that part of the page, too. */
export async function speakOf(part) {
  wanted.add(part);
  const { TEXTS } = await MORE[part].en();
  english = { ...english, ...TEXTS };
  if (spoken === "en") useTexts(TEXTS);
  else useTexts((await MORE[part][spoken]?.())?.TEXTS ?? {});
}

/** Speaks `language` from now on, English where it cannot be fetched; the page's fixed words too. */
export async function speak(language, root = document) {
  let texts = english;
  try {
    if (others[language]) {
      const files = [others[language], ...[...wanted].map((part) => MORE[part][language]).filter(Boolean)];
      texts = Object.assign({}, ...(await Promise.all(files.map((load) => load()))).map(({ TEXTS }) => TEXTS));
    }
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
