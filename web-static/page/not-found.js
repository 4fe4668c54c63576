// The page for an address that has nothing: its words in the person's language.

import { createMemory } from "./memory.js";
import { languageFor, speak, speakOf } from "../texts/language.js";

await Promise.all([speakOf("later"), speak(languageFor(createMemory(() => localStorage).get("language")))]);
