// The parts of the page that are not needed at first sight, fetched when they are wanted.

import { speakOfMore } from "./language.js";

/** Each part, as what fetches it. */
export const parts = {
  dialogs: () => import("./dialogs.js"), settings: () => import("./preferences.js"), watch: () => import("./watch.js"),
  replay: () => import("./replay.js"), renju: () => import("./renju.js"), sounds: () => import("./sounds.js"),
  share: () => import("./share.js"), screens: () => import("./screens/screens.js"),
};
/** Those fetched while there is time, so that a broken line later does not keep one from them. */
const EARLY = ["dialogs", "replay", "settings", "share"];

let styles = null;

/** The looks of all parts; asked for again where they did not come. */
function moreStyles() {
  styles ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "more.css", onload: resolve });
    link.onerror = () => { styles = null; link.remove(); resolve(); };
    document.head.append(link);
  });
  return styles;
}

/** A part with its looks and words, or undefined where it cannot be had. */
export async function fetched(load) {
  try {
    const [part] = await Promise.all([load(), moreStyles(), speakOfMore()]);
    return part;
  } catch {
    return undefined;
  }
}

/** Fetches what will most likely be wanted. */
export function fetchEarly() {
  for (const name of EARLY) fetched(parts[name]);
}
