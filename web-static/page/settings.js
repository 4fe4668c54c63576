// What one has chosen for this browser: looks, sounds, language, how moves are confirmed.

import { LANGUAGES } from "../texts/languages.js";

/** Every setting with what it may be; the first is what it is unless chosen otherwise. */
export const SETTINGS = {
  mode: ["auto", "light", "dark"],
  theme: ["auto", "wood", "night", "slate", "paper", "contrast"],
  stones: ["marked", "plain", "pen"],
  coordinates: ["on", "off"],
  numbers: ["off", "on"],
  confirm: ["touch", "always", "off"],
  sounds: ["off", "on"],
  language: ["auto", ...Object.keys(LANGUAGES)],
};

/** Those that the style sheets look at. */
const LOOKS = ["mode", "theme", "stones", "coordinates"];

/**
 * The settings kept in `memory`; `set` keeps one, shows it on the page and calls `onChange(name)`. `onFetch` gets a promise
 * of the style sheet when that is fetched.
 */
export function createSettings(memory, onChange = () => {}, onFetch = () => {}) {
  const get = (name) => {
    const kept = memory.get(name);
    return SETTINGS[name].includes(kept) ? kept : SETTINGS[name][0];
  };
  const show = () => {
    for (const name of LOOKS) document.documentElement.dataset[name] = get(name);
    if (LOOKS.some((name) => get(name) !== SETTINGS[name][0])) wear();
  };
  /** Fetches the looks one can choose, once. */
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
