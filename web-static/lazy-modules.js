// The modules that are not needed at first sight, fetched when they are wanted.

import { importModule } from "./net/modules.js";
import { speakOf } from "./texts/language.js";

/** A module with words of its own. */
const spoken = async (module, ...words) => (await Promise.all([module, speakOf(...words)]))[0];

const MODULES = {
  dialogs: () => spoken(importModule("table/new-game-dialog.js"), "terms", "table", "levels"), settings: () => importModule("page/settings-dialog.js"),
  tables: () => importModule("lobby/tables-dialog.js"), replay: () => importModule("replay/replay.js"), renju: () => importModule("game/renju.js"),
  shortcuts: () => importModule("page/shortcuts.js"), offline: () => importModule("page/offline.js"), demo: () => spoken(importModule("table/opening-demo.js"), "terms", "match", "table"), wood: () => importModule("board/wood.js"), sounds: () => importModule("table/sounds.js"), share: () => spoken(importModule("table/share.js"), "table"), match: () => spoken(importModule("table/match.js"), "terms", "match", "table", "levels"),
  report: () => spoken(importModule("table/report.js"), "match"), mute: () => spoken(importModule("table/mute-dialog.js"), "match"),
  side: () => importModule("table/side-panel.js"), screens: () => spoken(importModule("lobby/screens.js"), "terms", "lobby"),
};
/** Those fetched while there is time, so that a broken line later does not keep one from them. */
const EARLY = ["dialogs", "match", "replay", "settings", "share"];

let styles = null;

/** The looks of all these; asked for again where they did not come. */
function lazyStyles() {
  styles ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "page/lazy.css", onload: resolve });
    link.onerror = () => { styles = null; link.remove(); resolve(); };
    document.head.append(link);
  });
  return styles;
}

/** The module of that name with its looks and words, or undefined where it cannot be had. */
export async function fetched(name) {
  try {
    const [module] = await Promise.all([MODULES[name](), lazyStyles(), speakOf("later")]);
    return module;
  } catch {
    return undefined;
  }
}

/** Fetches what will most likely be wanted. */
export const fetchEarly = () => Promise.all(EARLY.map(fetched));
