// The modules that the first view of the puzzles does not need, fetched on demand.

import { importModule } from "./net/modules.js";
import { createLazy, spoken } from "./page/lazy.js";

/** Returns the module of that name; undefined if it cannot be loaded. */
export const fetched = createLazy({
  account: () => importModule("puzzles/account.js"),
  lost: () => importModule("puzzles/lost-game.js"),
  offline: () => importModule("page/offline.js"), settings: () => importModule("page/settings-dialog.js"), share: () => spoken(importModule("table/share.js"), "table"),
  shortcuts: () => importModule("page/shortcuts.js"), wood: () => importModule("board/wood.js"),
}, ["page/lazy.css"]);
