// A gadget's preferences: what the XML says, what this browser remembers, and the form to change them.

/** How much a preference may hold, in characters. */
const VALUE_LIMIT = 20_000;
/** In how many places (a gadget in a room) a browser keeps preferences; the one that was written longest ago goes first. */
export const PLACES_LIMIT = 50;

/** The values in force: the XML's, then the page address's (`up_name`), then what was saved. */
export function preferenceValues(preferences, saved, query) {
  const values = {};
  for (const { name, value } of preferences) {
    const given = query.get(`up_${name}`);
    values[name] = String(saved[name] ?? given ?? value).slice(0, VALUE_LIMIT);
  }
  return values;
}

/** JSON that this browser keeps, or `otherwise` where it is missing, unreadable or of another kind. */
function kept(memory, key, otherwise) {
  try {
    const value = JSON.parse(memory.get(key) ?? "null");
    return value && typeof value === "object" && Array.isArray(value) === Array.isArray(otherwise) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * What this browser keeps for one gadget in one room. A gadget may write anything into a preference, so nothing of it
 * is read in another room. Only preferences that the XML declares are kept.
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

  /** Puts this place behind all others, and forgets the preferences of those that are too many. */
  function makeSpace() {
    const places = [...kept(memory, "prefs.places", []).filter((place) => typeof place === "string" && place !== key), key];
    for (const old of places.splice(0, places.length - PLACES_LIMIT)) if (old.startsWith("prefs.")) memory.set(old, undefined);
    memory.set("prefs.places", JSON.stringify(places));
  }
}

/** What each field showed before the person edited it. */
const given = new WeakMap();

const shown = (input) => (input.type === "checkbox" ? String(input.checked) : input.value);
const isTrue = (value) => /^(?:true|1)$/i.test(value);

/** Fills `form` with a field for each preference that is not hidden; returns how many there are. */
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

/** What the person has edited, and nothing else: what the gadget has set meanwhile stays. */
export function editedFields(form, preferences) {
  const values = {};
  for (const { name } of preferences) {
    const input = form.elements.namedItem(name);
    if (input && shown(input) !== given.get(input)) values[name] = shown(input);
  }
  return values;
}

/** The gadget has set preferences: fields that nobody is editing show them. */
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
