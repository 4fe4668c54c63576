// The settings of this browser: looks, sounds, language, confirmation of moves.

import { LANGUAGES } from "../texts/languages.js";

/** The settings with their possible values. The first value is the default. */
export const SETTINGS = {
  mode: ["auto", "light", "dark"],
  theme: ["auto", "wood", "night", "slate", "paper", "contrast"],
  stones: ["marked", "plain", "pen"],
  coordinates: ["on", "off"],
  numbers: ["off", "on"],
  confirm: ["touch", "always", "off"],
  sounds: ["on", "off"],
  lines: ["3", "1", "2", "4", "5"],
  language: ["auto", ...Object.keys(LANGUAGES)],
};

/** The settings that the style sheets read. */
const LOOKS = ["mode", "theme", "stones", "coordinates"];

/** Returns the value of a setting in `memory`; the default if it is missing or unknown. */
const settingIn = (memory, name) => {
  const kept = memory.get(name);
  return SETTINGS[name].includes(kept) ? kept : SETTINGS[name][0];
};

/** Returns the settings in `memory` that the style sheets read, by their names. */
export const looksIn = (memory) => Object.fromEntries(LOOKS.map((name) => [name, settingIn(memory, name)]));

/**
 * Returns the settings in `memory`. `set` stores one, applies it to the page and calls
 * `onChange(name)`. `onFetch` is called with a promise when a style sheet is fetched.
 */
export function createSettings(memory, onChange = () => {}, onFetch = () => {}) {
  const get = (name) => settingIn(memory, name);
  const show = () => {
    for (const name of LOOKS) document.documentElement.dataset[name] = get(name);
    if (LOOKS.some((name) => get(name) !== SETTINGS[name][0])) wear();
  };
  /** Fetches the style sheet with the boards and stones to choose from, once. */
  function wear() {
    if (document.getElementById("themes")) return;
    onFetch(new Promise((resolve) => {
      const link = { id: "themes", rel: "stylesheet", href: "board/themes.css", onload: resolve, onerror: resolve };
      document.head.append(Object.assign(document.createElement("link"), link));
    }));
  }
  show();
  let applied = Promise.resolve();
  return {
    get, wear,
    /** Settles when the last change has taken effect. */
    get applied() { return applied; },
    set(name, value) {
      if (!SETTINGS[name]?.includes(value)) return;
      memory.set(name, value === SETTINGS[name][0] ? undefined : value);
      show();
      applied = Promise.resolve(onChange(name));
    },
  };
}
