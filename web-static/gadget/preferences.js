// A gadget's preferences: defaults from the XML, values saved in this browser, and the form to
// change them.

/** The longest value of a preference, in characters. */
const VALUE_LIMIT = 20_000;
/**
 * The number of places (a gadget in a room) for which a browser keeps preferences. The place
 * written longest ago is dropped first.
 */
export const PLACES_LIMIT = 50;

/**
 * Returns the values in force. Saved values override those in the page's address (`up_name`), which
 * override the XML's.
 */
export function preferenceValues(preferences, saved, query) {
  const values = {};
  for (const { name, value } of preferences) {
    const given = query.get(`up_${name}`);
    values[name] = String(saved[name] ?? given ?? value).slice(0, VALUE_LIMIT);
  }
  return values;
}

/** Returns saved JSON, or `otherwise` if it is missing, unreadable or of another type. */
function kept(memory, key, otherwise) {
  try {
    const value = JSON.parse(memory.get(key) ?? "null");
    return value && typeof value === "object" && Array.isArray(value) === Array.isArray(otherwise) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Creates the store of one gadget's preferences in one room. A gadget may write anything into a
 * preference, so other rooms never read it. Only preferences that the XML declares are stored.
 */
export function createPreferenceStore(memory, room, address, preferences) {
  const key = `prefs.${room} ${address}`, names = new Set(preferences.map(({ name }) => name));
  const read = () => kept(memory, key, {});
  return {
    read,
    write(changes) {
      const values = read();
      for (const [name, value] of Object.entries(changes)) if (names.has(name)) values[name] = String(value).slice(0, VALUE_LIMIT);
      makeSpace();
      memory.set(key, JSON.stringify(values));
    },
  };

  /**
   * Moves this place to the end of the list, and deletes the preferences of the oldest places
   * beyond the limit.
   */
  function makeSpace() {
    const places = [...kept(memory, "prefs.places", []).filter((place) => typeof place === "string" && place !== key), key];
    for (const old of places.splice(0, places.length - PLACES_LIMIT)) if (old.startsWith("prefs.")) memory.set(old, undefined);
    memory.set("prefs.places", JSON.stringify(places));
  }
}

/** The value that each field showed before the user edited it. */
const given = new WeakMap();

const shown = (input) => (input.type === "checkbox" ? String(input.checked) : input.value);
const isTrue = (value) => /^(?:true|1)$/i.test(value);

/**
 * Fills `form` with a field for each preference that is not hidden. Returns the number of fields.
 */
export function fillForm(form, preferences, values) {
  const fields = preferences.filter(({ type }) => type !== "hidden").map((preference) => field(preference, values[preference.name]));
  form.replaceChildren(...fields);
  return fields.length;
}

function field({ name, label, type, choices }, value) {
  const line = document.createElement("label"), words = document.createElement("span");
  words.textContent = label;
  const input = document.createElement(type === "enum" ? "select" : "input");
  input.name = name;
  if (type === "enum") {
    for (const choice of choices) input.append(new Option(choice.label, choice.value, false, choice.value === value));
  } else if (type === "bool") {
    input.type = "checkbox";
    input.checked = isTrue(value);
  } else {
    input.type = "text";
    input.value = value;
  }
  given.set(input, shown(input));
  line.append(words, input);
  return line;
}

/**
 * Returns only the fields that the user has edited. Values that the gadget has set meanwhile stay.
 */
export function editedFields(form, preferences) {
  const values = {};
  for (const { name } of preferences) {
    const input = form.elements.namedItem(name);
    if (input && shown(input) !== given.get(input)) values[name] = shown(input);
  }
  return values;
}

/** Shows preferences that the gadget has set, except in fields that the user is editing. */
export function followFields(form, changes) {
  for (const [name, value] of Object.entries(changes)) {
    const input = form.elements.namedItem(name);
    if (!input) continue;
    const isEdited = shown(input) !== given.get(input);
    if (input.type === "checkbox") given.set(input, String(isTrue(value)));
    else given.set(input, value);
    if (isEdited) continue;
    if (input.type === "checkbox") input.checked = isTrue(value);
    else input.value = value;
  }
}
