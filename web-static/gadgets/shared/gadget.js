// What the gadgets here share: when to draw, who somebody is, and elements made without markup.

/** Calls `draw(state)` when there is something to show: a state and the viewer, both come some time after onload. */
export function begin(draw, { rejected = () => {} } = {}) {
  const changed = () => { if (wave.getState() && wave.getPrivateState() && wave.getViewer()) draw(wave.getState()); };
  gadgets.util.registerOnLoadHandler(() => {
    wave.setStateCallback(changed);
    wave.setPrivateStateCallback(changed);
    wave.setParticipantCallback(changed);
    // Other containers know of no guards, and discard nothing.
    if (wave.setRejectCallback) wave.setRejectCallback((why) => { rejected(why); changed(); });
  });
}

export const me = () => wave.getViewer().getId();

/** The name of somebody who is here or was. */
export const nameOf = (id) => wave.getParticipantById(id)?.getDisplayName() ?? "Somebody";

/** The entries of a state whose keys begin so: [[rest of the key, value], …]. */
export const entries = (state, prefix) => (
  state.getKeys().filter((key) => key.startsWith(prefix)).map((key) => [key.slice(prefix.length), state.get(key)]));

/** An element: `properties` are the element's own, `data` its data attributes. */
export function element(tag, { data = {}, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  Object.assign(made.dataset, data);
  made.append(...children);
  return made;
}
