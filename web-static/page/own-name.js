// The form with the user's own name, and the switch to a second guest in this window.

import { T } from "../texts/texts.js";
import { setText } from "./elements.js";

const byId = (id) => document.getElementById(id);

/**
 * Connects the form and the button. `identity` (memory.js) is this window's user, and `connection`
 * tells the server. Returns `update()`, for when the identity has become known.
 */
export function mountOwnName({ identity, connection }) {
  const name = byId("name"), other = byId("someone-else");
  const rename = () => {
    if (name.value.trim() === identity.name) return;
    identity.name = name.value.trim();
    connection.rename();
  };
  name.addEventListener("change", rename);
  byId("name-form").addEventListener("submit", (event) => { event.preventDefault(); rename(); });
  other.addEventListener("click", () => {
    identity.switch();
    name.value = identity.name;
    update();
    connection.restart();
  });
  update();
  return update;

  function update() {
    name.value ||= identity.name;
    setText(other, identity.isGuest ? T.beYourself : T.beSomeoneElse);
  }
}
