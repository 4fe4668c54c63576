// Functions that the example gadgets share: when to draw, names of participants, entries of the
// state, and elements that are created without parsing HTML.

/**
 * Calls `draw(state)` as soon as the state and the viewer are known, which is some time after
 * onload, and again after each change. Calls `rejected` with each rejection of a delta.
 */
export function begin(draw, { rejected = () => {} } = {}) {
  const changed = () => { if (wave.getState() && wave.getPrivateState() && wave.getViewer()) draw(wave.getState()); };
  gadgets.util.registerOnLoadHandler(() => {
    wave.setStateCallback(changed);
    wave.setPrivateStateCallback(changed);
    wave.setParticipantCallback(changed);
    // Other containers have no guards, so they never reject a delta.
    if (wave.setRejectCallback) wave.setRejectCallback((why) => { rejected(why); changed(); });
  });
}

/** Returns the viewer's id. */
export const me = () => wave.getViewer().getId();

/** Returns the name of a present or former participant. */
export const nameOf = (id) => wave.getParticipantById(id)?.getDisplayName() ?? "Someone";

/** Returns the entries whose keys begin with `prefix`: [[key without the prefix, value], …]. */
export const entries = (state, prefix) => (
  state.getKeys().filter((key) => key.startsWith(prefix)).map((key) => [key.slice(prefix.length), state.get(key)]));

/** Creates an element with `properties`, the data attributes in `data`, and `children`. */
export function element(tag, { data = {}, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  Object.assign(made.dataset, data);
  made.append(...children);
  return made;
}
