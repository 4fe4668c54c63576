// The modules that the first view of the home page does not need, fetched on demand.

import { importModule } from "./net/modules.js";
import { createLazy, spoken } from "./page/lazy.js";

/** Returns the module of that name; undefined if it cannot be loaded. */
export const fetched = createLazy({
  account: () => spoken(importModule("lobby/account-dialog.js"), "lobby"),
  computer: () => spoken(importModule("table/new-game-dialog.js"), "terms", "table", "levels"),
  friend: () => spoken(importModule("lobby/friend-dialog.js"), "terms", "table", "lobby"),
  lesson: () => spoken(importModule("lobby/lesson.js"), "lobby"),
  offline: () => importModule("page/offline.js"),
  person: () => spoken(importModule("lobby/person.js"), "terms", "lobby"),
  seek: () => spoken(importModule("lobby/seek-form.js"), "terms", "table", "lobby"),
  settings: () => importModule("page/settings-dialog.js"),
  shortcuts: () => importModule("page/shortcuts.js"),
  still: () => spoken(importModule("lobby/still-playing-dialog.js"), "lobby", "levels"),
  tables: () => spoken(importModule("lobby/tables-dialog.js"), "lobby"),
  wood: () => importModule("board/wood.js"),
}, ["page/lazy.css", "lobby/lobby.css"]);

/** The modules that are fetched early. */
const EARLY = ["seek", "computer", "friend", "account", "lesson", "settings", "still"];

/** Fetches the modules that will most likely be needed. */
export const fetchEarly = () => Promise.all(EARLY.map(fetched));
