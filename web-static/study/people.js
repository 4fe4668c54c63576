// The participants, with their places in the tree and their roles, and the buttons to follow them.

import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";

/**
 * Fills `section`.
 *
 * @param onFollow   (id) follows a participant; null ends that.
 * @param onRole     (id, role) gives a role; `onEveryone(role)` gives it to all others.
 * @param placeOf    (node) returns the words for a node.
 * @returns update(view); a view is {people, follows, owns, everyone}.
 */
export function mountPeople(section, { onFollow, onRole, onEveryone, placeOf }) {
  const list = make("ul", { class: "study-people", "aria-label": T.whoIsHere });
  const choice = make("select", { onchange: () => onEveryone(choice.value) },
    ["editor", "reader"].map((role) => make("option", { value: role }, T.everyoneRoles[role])));
  const access = make("label", { class: "field everyone" }, make("span", {}, T.everyone), choice), told = make("p", { class: "hint", role: "status" });
  section.prepend(list, told, access);
  let drawn = "";
  return update;

  function update({ people, follows, owns, everyone }) {
    access.hidden = !owns;
    if (document.activeElement !== choice) choice.value = everyone;
    setText(told, follows ? T.following(people.find(({ id }) => id === follows)?.name ?? "") : "");
    const facts = people.map(({ id, name, colour, mine, edits, owns: isOwner, cursor }) => (
      { id, name, colour, mine, edits, isOwner, at: cursor ? placeOf(cursor.node) : "", followed: id === follows }));
    const key = JSON.stringify([facts, owns]);
    if (key === drawn) return;
    drawn = key;
    const focused = document.activeElement?.dataset?.key;
    list.replaceChildren(...facts.map((each) => item(each, owns)));
    if (focused) list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  function item({ id, name, colour, mine, edits, isOwner, at, followed }, owns) {
    const notes = [mine && T.you, isOwner ? T.owner : !edits && T.reader, at].filter(Boolean).join(" · ");
    return make("li", {}, make("i", { class: `dot who${colour}`, "aria-hidden": "true" }), make("span", { class: "who" }, make("b", {}, name), make("small", {}, notes)),
      mine ? null : make("button", { type: "button", class: "follow", dataset: { key: `f${id}` }, "aria-pressed": followed, onclick: () => onFollow(followed ? null : id) }, T.follow, make("span", { class: "hidden" }, ` ${name}`)),
      owns && !mine ? make("button", { type: "button", dataset: { key: `r${id}` }, onclick: () => onRole(id, edits ? "reader" : "editor") }, edits ? T.makeReader : T.makeEditor, make("span", { class: "hidden" }, ` ${name}`)) : null);
  }
}
