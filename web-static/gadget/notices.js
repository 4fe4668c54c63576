// What the page says beside the gadget: hints, notes that go by themselves, and what is wrong with the gadget. All of it
// is text: what a gadget has sent is shown in quotes or as code, never as markup.

import { T } from "../texts/texts.js";

/** How long a note stays that goes by itself, in ms. */
export const PASSING_MS = 8_000;
/** How many missing files are listed, and as many missing decorations. */
const MISSING_LIMIT = 12;

/**
 * @param line        the element for one sentence
 * @param trouble     the element with a list and the buttons
 * @param decorations the element that counts in one line which pictures, sounds and fonts are missing, and lists them when opened
 * @param hasFile     (address) => a promise of whether the server has that file
 */
export function mountNotices({ line, trouble, decorations, hasFile, setTimer = setTimeout, clearTimer = clearTimeout }) {
  const list = trouble.querySelector("ul"), ornaments = decorations.querySelector("ul");
  let timer = null, shown = new Set();
  return {
    /** Something to know, nothing to do. */
    hint: (text) => say(text, "hint"),
    /** Something that happened, and is over. */
    passing(text) {
      say(text, "passing");
      timer = setTimer(() => say("", "hint"), PASSING_MS);
    },
    /** Something that keeps the person from what it wants. */
    problem: (text) => say(text, "problem"),
    trouble: complain,
    /** Takes one complaint back. */
    settled(key) {
      if (!shown.delete(key)) return;
      list.querySelector(`[data-key="${key}"]`)?.remove();
      trouble.hidden = !list.children.length;
    },
    /** Another gadget, or the same anew. */
    clear() {
      shown = new Set();
      for (const each of [list, ornaments]) each.replaceChildren();
      trouble.hidden = decorations.hidden = true;
      say("", "hint");
    },
    dismiss() { trouble.hidden = true; },
  };

  function say(text, kind) {
    clearTimer(timer);
    line.hidden = !text;
    line.dataset.kind = kind;
    line.setAttribute("role", kind === "problem" ? "alert" : "status");
    if (line.textContent !== text) line.textContent = text;
  }

  /** What is wrong with the gadget; the first of its errors only, for the others mostly follow from it. */
  async function complain(kind, text) {
    const isFile = kind === "missing" || kind === "decoration", key = isFile ? `${kind} ${text}` : kind, gadget = shown;
    let told = sentence(kind, text);
    if (!told || shown.has(key) || (isFile && countOf(kind) >= MISSING_LIMIT)) return;
    shown.add(key);
    if (isFile && isOwn(text)) {
      if (await hasFile(text)) told = T.unusable(pathOf(text));
      // Taken back, or another gadget is shown by now.
      if (gadget !== shown || !shown.has(key)) return;
    }
    const item = document.createElement("li"), remedy = isFile && mapLine(text);
    item.dataset.key = key;
    item.append(told);
    if (remedy) {
      const code = document.createElement("code");
      code.textContent = remedy;
      item.append(" ", T.mapRemedy, " ", code);
    }
    if (kind === "decoration") return decorate(item);
    list.append(item);
    trouble.hidden = false;
  }

  function countOf(kind) {
    return [...shown].filter((key) => key.startsWith(`${kind} `)).length;
  }

  /** A gadget works without its pictures: one quiet line, and more for those who want to know. */
  function decorate(item) {
    ornaments.append(item);
    decorations.querySelector("summary").textContent = T.decorationsMissing(ornaments.children.length);
    decorations.hidden = false;
  }
}

const isOwn = (address) => address.startsWith(`${location.origin}/`);
const pathOf = (address) => (isOwn(address) ? address.slice(location.origin.length) : address);

/** The line of map.json that would answer an address; null for a file that should lie beside the gadget. */
export function mapLine(address, origin = location.origin) {
  return !address.startsWith(`${origin}/`) && /^https?:\/\//i.test(address) ? `${JSON.stringify(address.replace(/#.*$/, ""))}: "FILE"` : null;
}

/** An API that there is not: the name in an error of the kind "wave.x is not a function". */
export function absentCall(message) {
  const called = /((?:wave|gadgets|opensocial|osapi|google)(?:\.\w+)+|_IG_\w+|_gel\w*) is not (?:a function|a constructor|defined)/.exec(message)
    ?? /\b(opensocial|osapi|google|swfobject|GBrowserIsCompatible) is not defined/.exec(message);
  return called?.[1] ?? null;
}

function sentence(kind, text) {
  switch (kind) {
    case "missing":
    case "decoration": return T.missing(pathOf(text));
    case "module": return T.moduleFailed;
    case "error": {
      const name = absentCall(text);
      return name ? T.absentCall(name) : T.scriptError(text);
    }
    case "gone": return T.gadgetGone;
    case "dialogs": return T.manyDialogs;
    case "window": return T.noWindows;
    case "frame": return T.noFrames;
    case "map": return T.badMap(text);
    default: return null;
  }
}
