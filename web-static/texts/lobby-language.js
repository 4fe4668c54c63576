// The sentences of these screens in the page's language. A language more is a line here and a file beside texts.js.

import { S, useScreenTexts } from "./en/lobby.js";

const ENGLISH = { ...S };
/** The other languages, fetched on demand. */
const others = { de: () => import("./de/lobby.js") };

/** Speaks `language` from now on, English where it cannot be fetched. */
export async function speakScreens(language) {
  try {
    useScreenTexts(others[language] ? (await others[language]()).TEXTS : ENGLISH);
  } catch {
    useScreenTexts(ENGLISH);
  }
}
