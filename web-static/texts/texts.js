// The page's sentences in its current language. languages.js lists the languages, and each has a
// folder with its sentences.

import { TEXTS } from "./en/first.js";

/**
 * The sentences in the page's language. Until `useTexts` these are the English ones of the first
 * sight.
 */
export const T = { ...TEXTS };

/** Replaces sentences. */
export const useTexts = (texts) => Object.assign(T, texts);
