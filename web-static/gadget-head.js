// The user's running games in the head of the gadget page.

import { showGames } from "./head-games.js";
import { createMemory } from "./page/memory.js";

await showGames(createMemory(() => localStorage));
