// Modules that a document fetches on demand, with the style sheets and the words that they need.

import { speakOf } from "../texts/language.js";

/** Loads a module together with its words. */
export const spoken = async (module, ...words) => (await Promise.all([module, speakOf(...words)]))[0];

const sheets = new Map();

/** Loads the style sheet at `href`, once. Tries again after a failure. */
export function styleSheet(href) {
  if (!sheets.has(href)) {
    sheets.set(href, new Promise((resolve) => {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: resolve });
      link.onerror = () => { sheets.delete(href); link.remove(); resolve(); };
      document.head.append(link);
    }));
  }
  return sheets.get(href);
}

/**
 * Returns `fetched(name)`, which resolves to the module that `modules[name]()` imports, with the
 * words and the style sheets of all these modules; to undefined if it cannot be loaded.
 */
export const createLazy = (modules, sheets) => async (name) => {
  try {
    return (await Promise.all([modules[name](), speakOf("later"), ...sheets.map(styleSheet)]))[0];
  } catch {
    return undefined;
  }
};
