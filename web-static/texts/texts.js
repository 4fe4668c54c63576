// The page's sentences in its current language. languages.js lists the languages, and each has a
// folder with its sentences.

import { TEXTS } from "./en/first.js";

/**
 * The sentences in the page's language. Before the first call of `useTexts`, these are the English
 * sentences of the first view.
 */
export const T = { ...TEXTS };

/** Replaces sentences. */
export const useTexts = (texts) => Object.assign(T, texts);
