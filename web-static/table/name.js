// One's own name, and being somebody else for a while.

import { setText } from "../page/elements.js";
import { T } from "../texts/texts.js";

const byId = (id) => document.getElementById(id);

/** Connects the name's field and the button below it; returns `update()`, for when who one is has become known. */
export function mountName(identity, connection) {
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
  function update() {
    name.value ||= identity.name;
    setText(other, identity.isGuest ? T.beYourself : T.beSomeoneElse);
  }
  return update;
}
