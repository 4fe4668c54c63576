// A shared list. Each item is one numbered key. A new item takes the next number, under a guard. If
// two participants add an item at the same time, the guard rejects one of them, which then retries
// with the number after. A change of an item is guarded by the item's own key, so that it never
// overwrites a version that its author has not seen.

import { begin, element, entries, me, nameOf } from "../shared/gadget.js";

const byId = (id) => document.getElementById(id);

begin(draw, { rejected });

byId("add").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("add-text").value.trim();
  if (!text) return;
  add({ text, done: false, by: me() });
  byId("add-text").value = "";
});
byId("tidy").addEventListener("click", () => {
  const done = entries(wave.getState(), "item ").filter(([, item]) => item.done);
  if (done.length) wave.getState().submitDelta(Object.fromEntries(done.map(([number]) => [`item ${number}`, null])), true);
});

function add(item) {
  const numbers = entries(wave.getState(), "item ").map(([number]) => Number(number));
  // Numbers are never reused, because `last` remains when items are removed.
  const number = 1 + Math.max(wave.getState().get("last", 0), ...numbers);
  wave.getState().submitDelta({ [`item ${number}`]: item, last: number }, true);
}

function change(number, changes) {
  const item = wave.getState().get(`item ${number}`);
  if (item) wave.getState().submitDelta({ [`item ${number}`]: changes && { ...item, ...changes } }, true);
}

/**
 * Handles a rejected delta. If a new item was in conflict, adds it again with the next number.
 * Otherwise tells the user; the list already shows the current state.
 */
function rejected({ code, delta }) {
  const added = "last" in delta && delta[`item ${delta.last}`];
  if (code === "conflict" && added) return add(added);
  byId("told").textContent = code === "conflict" ? "Someone else was faster. The list now shows their change." : "The server did not accept that.";
}

function draw(state) {
  const items = entries(state, "item ").sort(([a], [b]) => a - b);
  const focused = document.activeElement?.dataset?.number, typed = document.activeElement?.value;
  byId("items").replaceChildren(...items.map(([number, item]) => {
    const done = element("input", { type: "checkbox", checked: item.done, ariaLabel: `${item.text}: done` });
    done.addEventListener("change", () => change(number, { done: done.checked }));
    const text = element("input", { type: "text", value: item.text, maxLength: 200, ariaLabel: "Item", data: { number } });
    text.addEventListener("change", () => change(number, text.value.trim() ? { text: text.value.trim() } : null));
    const remove = element("button", { type: "button", textContent: "×", ariaLabel: `Remove ${item.text}` });
    remove.addEventListener("click", () => change(number, null));
    return element("li", { data: { done: item.done, number } }, done, text, element("small", { textContent: nameOf(item.by) }), remove);
  }));
  const again = focused && byId("items").querySelector(`input[data-number="${focused}"]`);
  if (again) {
    again.value = typed;
    again.focus();
  }
  const open = items.filter(([, item]) => !item.done).length;
  byId("tidy").hidden = open === items.length;
  wave.setSnippet(`${open} of ${items.length} to do`);
  gadgets.window.adjustHeight();
}
