// The page's sentences, in the one language that it speaks. Which there are: languages.js; what they say: a folder each.

import { TEXTS } from "./en/first.js";

/** The sentences in the page's language: the English ones of first sight until `useTexts`. */
export const T = { ...TEXTS };

/** Puts other sentences in place of these. */
export const useTexts = (texts) => Object.assign(T, texts);
