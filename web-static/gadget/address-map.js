// The map from dead addresses to files on this server. It has built-in entries, and those of
// map.json in the operator's folder (`--gadgets DIR`). Pure. The frame looks up addresses in this
// map.

/** The largest number of addresses in an operator's map. */
export const MAP_LIMIT = 10_000;
/** The path below which the server serves the operator's directory. */
const FOLDER = "/gadgets/";

const BUILT_IN = {
  "wave-api.appspot.com/public/wave.js": "/gadget/lib/empty.js",
  "wave-api.appspot.com/public/wave.ui.css": "/gadget/lib/wave.ui.css",
  "www.google.com/jsapi": "/gadget/lib/jsapi.js",
  // Stands in for every build of jQuery that the operator's map lacks. See `libraryOf` in the
  // frame.
  "gadget.invalid/jquery.js": "/gadget/lib/jquery.js",
};

/**
 * Returns an address in the form of the map's keys: without scheme and fragment, and with the host
 * in lower case.
 */
export function mapKey(address) {
  return address.trim().replace(/^(?:https?:)?\/\//i, "").replace(/#.*$/, "").replace(/^[^/?]*/, (host) => host.toLowerCase());
}

/**
 * Returns the data with which the frame finds local files.
 *
 * @param given   the operator's map.json, parsed, or any other value if there is none.
 * @param address the gadget's own path, against which relative addresses are resolved.
 * @returns {exact, prefixes, base, refused}. `refused` lists the operator's files that are not
 *   below the folder.
 */
export function addressMap(given, address = "/") {
  const exact = {}, prefixes = [], refused = [];
  const entries = given && typeof given === "object" && !Array.isArray(given) ? Object.entries(given).slice(0, MAP_LIMIT) : [];
  for (const [dead, file] of entries) {
    const local = typeof file === "string" ? localPath(file) : null;
    if (!local) {
      refused.push(typeof file === "string" ? file : JSON.stringify(file));
      continue;
    }
    const key = mapKey(dead);
    if (key.endsWith("/") && local.endsWith("/")) prefixes.push([key, local]);
    else exact[key] = local;
  }
  // The operator's entries take precedence over built-in ones.
  for (const [key, local] of Object.entries(BUILT_IN)) exact[key] ??= local;
  prefixes.sort((a, b) => b[0].length - a[0].length);
  return { exact, prefixes, refused, base: address.replace(/[?#].*$/, "").replace(/[^/]*$/, "") };
}

/**
 * Returns the local path for an address in a gadget's XML, from the map or relative to the gadget,
 * or null if the address is elsewhere.
 */
export function localFile(address, map) {
  const path = address ? pathOf(address, map) : null;
  // Browsers treat a backslash as a slash and ignore tabs and line ends, so "/\\host/x" is on
  // another server.
  return path === null || /^[/\\]/.test(path.slice(1).replace(/[\t\n\r]/g, "")) ? null : path;
}

function pathOf(address, { exact, prefixes, base }) {
  const whole = mapKey(address), plain = whole.replace(/\?.*$/, "");
  const key = [whole, plain].find((each) => Object.hasOwn(exact, each)), folder = prefixes.find(([from]) => plain.startsWith(from));
  if (key !== undefined) return exact[key];
  if (folder) return folder[1] + plain.slice(folder[0].length);
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|[#?])/i.test(address) || address.includes("..")) return null;
  return address.startsWith("/") ? address : base + address;
}

/**
 * Returns the path at which the server serves a file below DIR, or null if the file is outside DIR.
 */
function localPath(file) {
  const path = file.trim().replace(/[?#].*$/, "").replace(/^\.?\//, "").replace(/^gadgets\//, "");
  const steps = path.split("/");
  if (!path || /^[a-z][a-z0-9+.-]*:/i.test(path) || steps.includes("..") || path.includes("\\")) return null;
  // Half a surrogate pair cannot be encoded in an address.
  if (/\p{Surrogate}/u.test(path)) return null;
  return FOLDER + steps.map(encodeURIComponent).join("/");
}
