// The modules that the first view of an analysis does not need, fetched on demand.

import { importModule } from "./net/modules.js";
import { createLazy } from "./page/lazy.js";

/** Returns the module of that name; undefined if it cannot be loaded. */
export const fetched = createLazy({
  chapters: () => importModule("study/chapter-dialog.js"),
  offline: () => importModule("page/offline.js"), pictures: () => importModule("study/pictures.js"), settings: () => importModule("page/settings-dialog.js"), share: () => importModule("table/share.js"),
  shortcuts: () => importModule("page/shortcuts.js"), wood: () => importModule("board/wood.js"),
}, ["page/lazy.css"]);
