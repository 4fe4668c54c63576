// The modules that the first view of a table does not need, fetched on demand.

import { importModule } from "./net/modules.js";
import { createLazy, spoken, styleSheet } from "./page/lazy.js";

/** Returns the module of that name; undefined if it cannot be loaded. */
export const fetched = createLazy({
  dialogs: () => spoken(importModule("table/new-game-dialog.js"), "terms", "table", "levels"), settings: () => importModule("page/settings-dialog.js"),
  replay: () => importModule("replay/replay.js"), renju: () => importModule("game/renju.js"),
  shortcuts: () => importModule("page/shortcuts.js"), offline: () => importModule("page/offline.js"), demo: () => spoken(importModule("table/opening-demo.js"), "terms", "match", "table"), wood: () => importModule("board/wood.js"), sounds: () => importModule("table/sounds.js"), share: () => spoken(importModule("table/share.js"), "table"), match: () => spoken(importModule("table/match.js"), "terms", "match", "table", "levels"),
  together: () => spoken(importModule("table/together.js"), "match"), report: () => spoken(importModule("table/report.js"), "match"), mute: () => spoken(importModule("table/mute-dialog.js"), "match"),
  learn: () => spoken(importModule("learn/learn.js").then((part) => styleSheet("learn/learn.css").then(() => part)), "match", "learn"),
  puzzle: () => importModule("table/own-puzzle.js"),
  side: () => importModule("table/side-panel.js"), screens: () => spoken(importModule("lobby/screens.js"), "terms", "home", "lobby", "levels"),
}, ["page/lazy.css", "table/game.css"]);
/**
 * The modules that are fetched early, so that a later loss of the connection does not block them.
 */
const EARLY = ["dialogs", "match", "replay", "settings", "share", "sounds"];

/** Fetches the modules that will most likely be needed. */
export const fetchEarly = () => Promise.all(EARLY.map(fetched));
