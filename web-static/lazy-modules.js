// The modules that the first view does not need, fetched on demand.

import { importModule } from "./net/modules.js";
import { speakOf } from "./texts/language.js";

/** Loads a module together with its words. */
const spoken = async (module, ...words) => (await Promise.all([module, speakOf(...words)]))[0];

const MODULES = {
  dialogs: () => spoken(importModule("table/new-game-dialog.js"), "terms", "table", "levels"), settings: () => importModule("page/settings-dialog.js"),
  tables: () => importModule("lobby/tables-dialog.js"), replay: () => importModule("replay/replay.js"), renju: () => importModule("game/renju.js"),
  shortcuts: () => importModule("page/shortcuts.js"), offline: () => importModule("page/offline.js"), demo: () => spoken(importModule("table/opening-demo.js"), "terms", "match", "table"), wood: () => importModule("board/wood.js"), sounds: () => importModule("table/sounds.js"), share: () => spoken(importModule("table/share.js"), "table"), match: () => spoken(importModule("table/match.js"), "terms", "match", "table", "levels"),
  report: () => spoken(importModule("table/report.js"), "match"), mute: () => spoken(importModule("table/mute-dialog.js"), "match"),
  side: () => importModule("table/side-panel.js"), screens: () => spoken(importModule("lobby/screens.js"), "terms", "lobby"),
};
/**
 * The modules that are fetched early, so that a later loss of the connection does not block them.
 */
const EARLY = ["dialogs", "match", "replay", "settings", "share", "sounds"];

let styles = null;

/** Loads the style sheet of all these modules. Tries again after a failure. */
function lazyStyles() {
  styles ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "page/lazy.css", onload: resolve });
    link.onerror = () => { styles = null; link.remove(); resolve(); };
    document.head.append(link);
  });
  return styles;
}

/**
 * Returns the module of that name, with its style sheet and words; undefined if it cannot be
 * loaded.
 */
export async function fetched(name) {
  try {
    const [module] = await Promise.all([MODULES[name](), lazyStyles(), speakOf("later")]);
    return module;
  } catch {
    return undefined;
  }
}

/** Fetches the modules that will most likely be needed. */
export const fetchEarly = () => Promise.all(EARLY.map(fetched));
