// The page's messages next to the gadget: hints, passing notes, and problems of the gadget. All of
// them are text. Words from a gadget appear in quotes or as code, never as markup.

import { T } from "../texts/texts.js";

/** The time for which a passing note is shown, in ms. */
export const PASSING_MS = 8_000;
/** The largest numbers of missing files and of missing decorations that are listed. */
const MISSING_LIMIT = 12;

/**
 * @param line        the element for one sentence.
 * @param trouble     the element with a list and the buttons.
 * @param decorations the element that summarizes missing pictures, sounds and fonts in one line,
 *   and lists them when opened.
 * @param hasFile     (address) resolves to whether the server has that file.
 */
export function mountNotices({ line, trouble, decorations, hasFile, setTimer = setTimeout, clearTimer = clearTimeout }) {
  const list = trouble.querySelector("ul"), ornaments = decorations.querySelector("ul");
  let timer = null, shown = new Set();
  return {
    /** Shows information that needs no action. */
    hint: (text) => say(text, "hint"),
    /** Shows a past event for a while. */
    passing(text) {
      say(text, "passing");
      timer = setTimer(() => say("", "hint"), PASSING_MS);
    },
    /** Shows a problem that blocks the user. */
    problem: (text) => say(text, "problem"),
    trouble: complain,
    /** Withdraws one complaint. */
    settled(key) {
      if (!shown.delete(key)) return;
      list.querySelector(`[data-key="${key}"]`)?.remove();
      trouble.hidden = !list.children.length;
    },
    /** Removes all messages, before a gadget is shown or restarted. */
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

  /**
   * Shows a problem of the gadget. Only its first error is shown, because later ones mostly follow
   * from it.
   */
  async function complain(kind, text) {
    const isFile = kind === "missing" || kind === "decoration", key = isFile ? `${kind} ${text}` : kind, gadget = shown;
    let told = sentence(kind, text);
    if (!told || shown.has(key) || (isFile && countOf(kind) >= MISSING_LIMIT)) return;
    shown.add(key);
    if (isFile && isOwn(text)) {
      if (await hasFile(text)) told = T.unusable(pathOf(text));
      // Meanwhile the complaint was withdrawn, or another gadget is shown.
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

  /**
   * Lists a missing decoration. A gadget works without its pictures, so they get one line that
   * opens a list.
   */
  function decorate(item) {
    ornaments.append(item);
    decorations.querySelector("summary").textContent = T.decorationsMissing(ornaments.children.length);
    decorations.hidden = false;
  }
}

const isOwn = (address) => address.startsWith(`${location.origin}/`);
const pathOf = (address) => (isOwn(address) ? address.slice(location.origin.length) : address);

/**
 * Returns the line for map.json that would answer an address, or null if the file belongs next to
 * the gadget.
 */
export function mapLine(address, origin = location.origin) {
  return !address.startsWith(`${origin}/`) && /^https?:\/\//i.test(address) ? `${JSON.stringify(address.replace(/#.*$/, ""))}: "FILE"` : null;
}

/** Returns the name of a missing API in an error such as "wave.x is not a function", or null. */
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
