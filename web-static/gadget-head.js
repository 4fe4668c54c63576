// The user's running games in the head of the gadget page. They have a connection of their own,
// because the gallery joins no room, and a gadget's session has only its own room. Users without
// running games need neither the connection nor the modules.

import { createMemory } from "./page/memory.js";
import { importModule } from "./net/modules.js";

const memory = createMemory(() => localStorage);
let begun = false;
addEventListener("storage", ({ key }) => key === "gomoku.games" && begin());
await begin();

async function begin() {
  if (begun || !memory.get("games")) return;
  begun = true;
  try {
    const { followGames } = await importModule("lobby/head-games.js");
    begun = await followGames(memory);
  } catch {
    // The next change of the stored games tries again.
    begun = false;
  }
}
