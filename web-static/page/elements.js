// Helpers that create elements. Text is never parsed as markup.

/**
 * Creates an element: `make("button", { type: "button", dataset: {…}, onclick }, "Words", child,
 * …)`. Skips null.
 */
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

/**
 * Sets an element's text only if it differs, so that screen readers and selections are not
 * disturbed.
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Scrolls `box`, but none of its ancestors, until `element` is visible. */
export function inSight(box, element) {
  const outer = box.getBoundingClientRect(), inner = element.getBoundingClientRect();
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

/** Opens a dialog. Resolves to the value of the button that closed it, or "" for Escape. */
export function ask(dialog) {
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
    dialog.showModal();
  });
}

/**
 * Calls `draw()`. If that removes, hides or disables the focused element, the focus moves to the
 * element that `place(before)` returns, and not to the document's body.
 */
export function keepingFocus(draw, place) {
  const before = document.activeElement;
  draw();
  if (before && before !== document.body && (!before.isConnected || !before.checkVisibility() || before.matches(":disabled"))) place(before)?.focus({ preventScroll: true });
}
