/** The languages there are, by themselves. Each is a folder here, with the same files as `en`. */
export const LANGUAGES = { en: "English", de: "Deutsch" };
