/** The languages there are, by themselves. Each is a folder here, with the same files as `en`. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" };

/** Languages that are written from right to left; there is none yet, and the page is laid out for them (Tests/system/test_browser_languages.py). */
export const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"];
