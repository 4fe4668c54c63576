// Makes elements. Text is always text, never markup.

/** `make("button", { type: "button", class: "primary", dataset: {…}, onclick }, "Words", child, …)`; what is null is left out. */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (name === "dataset") Object.assign(made.dataset, value);
    else if (name in made && name !== "list") made[name] = value;
    else if (value !== false) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** Writes text only where it differs: screen readers and selections stay undisturbed. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Scrolls `box`, and nothing round it, until `element` shows. */
export function inSight(box, element) {
  const outer = box.getBoundingClientRect(), inner = element.getBoundingClientRect();
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

/** Opens a dialog; its answer is the value of the button that closed it, "" for Escape. */
export function ask(dialog) {
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
    dialog.showModal();
  });
}
