// The button in the head that turns the sounds off and on with one press.

import { T } from "../texts/texts.js";

/** Connects the button with the setting. Returns `update()`. */
export function mountSoundButton(button, settings) {
  button.addEventListener("click", () => settings.set("sounds", settings.get("sounds") === "on" ? "off" : "on"));
  update();
  return update;

  function update() {
    const isOn = settings.get("sounds") === "on";
    button.setAttribute("aria-pressed", String(isOn));
    button.title = isOn ? T.soundsOff : T.soundsOn;
  }
}
