// The user's running games in the head of a document that has neither a table nor the lobby. They
// have a connection of their own, because such a document joins no room or only its own. Users
// without running games need neither the connection nor the modules.

import { importModule } from "./net/modules.js";

/**
 * Shows the games, now or as soon as another document has stored one. `browser` is the memory of
 * localStorage.
 */
export async function showGames(browser) {
  let begun = false;
  addEventListener("storage", ({ key }) => key === "gomoku.games" && begin());
  await begin();

  async function begin() {
    if (begun || !browser.get("games")) return;
    begun = true;
    try {
      const { followGames } = await importModule("lobby/head-games.js");
      begun = await followGames(browser);
    } catch {
      // The next change of the stored games tries again.
      begun = false;
    }
  }
}
