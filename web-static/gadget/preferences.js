// A gadget's preferences: what the XML says, what this browser remembers, and the form to change them.

/** How much a preference may hold, in characters. */
const VALUE_LIMIT = 20_000;

/** The values in force: the XML's, then the page address's (`up_name`), then what was kept. */
export function preferenceValues(preferences, kept, query) {
  const values = {};
  for (const { name, value } of preferences) {
    const given = query.get(`up_${name}`);
    values[name] = String(kept[name] ?? given ?? value).slice(0, VALUE_LIMIT);
  }
  return values;
}

/** What this browser keeps for one gadget. Only preferences that the XML declares are kept. */
export function createPreferenceStore(memory, address, preferences) {
  const key = `prefs.${address}`, names = new Set(preferences.map(({ name }) => name));
  const read = () => {
    try {
      const kept = JSON.parse(memory.get(key) ?? "{}");
      return kept && typeof kept === "object" ? kept : {};
    } catch {
      return {};
    }
  };
  return {
    read,
    write(changes) {
      const kept = read();
      for (const [name, value] of Object.entries(changes)) if (names.has(name)) kept[name] = String(value).slice(0, VALUE_LIMIT);
      memory.set(key, JSON.stringify(kept));
    },
  };
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
