// The parts of the page that are not needed at first sight, fetched when they are wanted.

import { speakOf } from "./language.js";

/** Each part, as what fetches it. */
export const parts = {
  dialogs: () => spoken("match", import("./dialogs.js")), settings: () => import("./preferences.js"), watch: () => import("./watch.js"),
  replay: () => import("./replay.js"), renju: () => import("./renju.js"), sounds: () => import("./sounds.js"),
  share: () => import("./share.js"), match: () => spoken("match", import("./match.js")), report: () => spoken("match", import("./report.js")),
  hear: () => spoken("match", import("./hear.js")), screens: () => import("./screens/screens.js"),
};
/** Those fetched while there is time, so that a broken line later does not keep one from them. */
const EARLY = ["dialogs", "match", "replay", "settings", "share"];

/** A part with words of its own. */
const spoken = async (words, part) => (await Promise.all([part, speakOf(words)]))[0];

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
    const [part] = await Promise.all([load(), moreStyles(), speakOf("later")]);
    return part;
  } catch {
    return undefined;
  }
}

/** Fetches what will most likely be wanted. */
export function fetchEarly() {
  for (const name of EARLY) fetched(parts[name]);
}
