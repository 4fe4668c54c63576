// The viewer's own name on the gadget page, and being a second guest in this window.

import { T } from "../texts/texts.js";

const byId = (id) => document.getElementById(id);

/** Brings the form and the button to life. `identity` (memory.js) is who this window is, `connection` tells the server. */
export function mountOwnName({ identity, connection }) {
  const name = byId("name"), other = byId("someone-else");
  name.value = identity.name;
  const rename = () => {
    if (name.value.trim() === identity.name) return;
    identity.name = name.value.trim();
    connection.rename();
  };
  name.addEventListener("change", rename);
  byId("name-form").addEventListener("submit", (event) => { event.preventDefault(); rename(); });
  const label = () => { other.textContent = identity.isGuest ? T.beYourself : T.beSomeoneElse; };
  other.addEventListener("click", () => {
    identity.switch();
    name.value = identity.name;
    label();
    connection.restart();
  });
  label();
}
