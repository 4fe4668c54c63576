// The chat box: shows messages and passes on typed text. People's text is never parsed as markup.

/**
 * Connects the chat box.
 *
 * @param list   the element with the messages; its parent scrolls.
 * @param form   the form, with its single text field.
 * @param onSay  (text) returns whether the text was accepted; otherwise it stays in the field.
 * @param onName (id) is called when the name of a message's author is pressed.
 * @param empty  returns the text for an empty chat.
 * @param draft  {get, set}: the unsent text, kept across reloads.
 */
export function mountChat({ list, form, onSay, onName, draft, empty }) {
  const field = form.querySelector("input");
  const box = list.parentElement;
  let drawn = [];
  field.value = draft.get() ?? "";
  field.addEventListener("input", () => draft.set(field.value));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text && onSay(text)) fill("");
  });
  const nothing = document.createElement("li");
  nothing.className = "empty";
  return { update, restore };

  /**
   * Shows `lines`, each {key, by, name, mark, text, mine, pending}. Keeps the elements that exist
   * already.
   */
  function update(lines) {
    nothing.textContent = empty();
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    const known = new Map(drawn.map((entry) => [entry.key, entry]));
    drawn = lines.map((line) => {
      const was = known.get(line.key);
      return was && was.mark === line.mark ? was : { key: line.key, mark: line.mark, item: lineItem(line, onName) };
    });
    const items = drawn.length ? drawn.map((entry) => entry.item) : [nothing];
    lines.forEach((line, index) => drawn[index].item.classList.toggle("pending", Boolean(line.pending)));
    for (const item of [...list.children]) if (!items.includes(item)) item.remove();
    items.forEach((item, index) => {
      if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
    });
    if (atEnd) box.scrollTop = box.scrollHeight;
  }

  /** Returns a text that could not be sent to the field, unless the field has new text. */
  function restore(text) {
    if (!field.value) fill(text);
  }

  function fill(text) {
    field.value = text;
    draft.set(text);
  }
}

function lineItem({ by, name, mark, text, mine }, onName) {
  const item = document.createElement("li");
  const who = document.createElement("b");
  if (mine) who.textContent = name;
  else who.append(Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: name, onclick: () => onName(by) }));
  item.classList.toggle("mine", Boolean(mine));
  if (mark) who.append(Object.assign(document.createElement("small"), { textContent: ` (${mark})` }));
  item.append(who, " ", document.createTextNode(text));
  return item;
}
