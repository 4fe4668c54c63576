// The settings dialog. Each setting takes effect at once and is stored.

import { ask, make } from "./elements.js";
import { LANGUAGES } from "../texts/languages.js";
import { SETTINGS } from "./settings.js";
import { boardChoice } from "./theme-pictures.js";
import { T } from "../texts/texts.js";

/** The words for a setting's values. */
const words = {
  mode: (value) => T.modes[value],
  theme: (value) => T.themes[value], stones: (value) => T.stoneStyles[value], confirm: (value) => T.confirms[value],
  language: (value) => LANGUAGES[value] ?? T.languageAuto,
};

/** Shows the dialog. Resolves when it is closed. */
export async function openPreferences(settings) {
  document.getElementById("settings-dialog")?.remove();
  settings.wear();
  const dialog = document.body.appendChild(make("dialog", { id: "settings-dialog", "aria-labelledby": "settings-title" }));
  const fill = () => dialog.replaceChildren(make("form", { method: "dialog" },
    make("h2", { id: "settings-title" }, T.settings),
    select("mode", T.mode),
    boardChoice({ values: SETTINGS.theme, words: words.theme, legend: T.theme, value: settings.get("theme"), choose: (value) => chosen("theme", value) }),
    select("stones", T.stoneStyle), select("confirm", T.confirmMoves), select("language", T.language),
    make("div", { class: "switches" }, check("coordinates", T.coordinates), check("numbers", T.numbersOnStones), check("sounds", T.sounds)),
    make("div", { class: "actions" }, make("button", { value: "done", class: "primary" }, T.done))));
  const chosen = async (name, value) => {
    settings.set(name, value);
    if (name !== "language") return;
    await settings.applied;
    fill();
    dialog.querySelector("[name=language]").focus();
  };
  function select(name, label) {
    const field = make("select", { name, onchange: () => chosen(name, field.value) },
      SETTINGS[name].map((value) => make("option", { value, lang: name === "language" && LANGUAGES[value] ? value : null }, words[name](value))));
    field.value = settings.get(name);
    return make("label", { class: "field" }, make("span", {}, label), field);
  }
  function check(name, label) {
    const box = make("input", { type: "checkbox", name, checked: settings.get(name) === "on" });
    box.addEventListener("change", () => chosen(name, box.checked ? "on" : "off"));
    return make("label", { class: "check" }, box, make("span", {}, label));
  }
  fill();
  await ask(dialog);
  dialog.remove();
}
