// The page for an address that does not exist, in the user's language.

import { createMemory } from "./memory.js";
import { languageFor, speak, speakOf } from "../texts/language.js";

await Promise.all([speakOf("later"), speak(languageFor(createMemory(() => localStorage).get("language")))]);
