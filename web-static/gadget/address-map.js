// The map from addresses that no longer answer to files that this server has: what is built in, and the operator's
// DIR/map.json. Pure; the frame looks addresses up in what is made here.

/** How many addresses an operator's map may name. */
export const MAP_LIMIT = 10_000;
/** Where the files of the operator's directory are served. */
const FOLDER = "/gadgets/";

const BUILT_IN = {
  "wave-api.appspot.com/public/wave.js": "/gadget/lib/empty.js",
  "wave-api.appspot.com/public/wave.ui.css": "/gadget/lib/wave.ui.css",
  "www.google.com/jsapi": "/gadget/lib/jsapi.js",
  // For every build of jQuery that the operator's map has none of; see libraryOf in the frame.
  "gadget.invalid/jquery.js": "/gadget/lib/jquery.js",
};

/** An address as the map compares them: without scheme and fragment, the host in lower case. */
export function mapKey(address) {
  return address.trim().replace(/^(?:https?:)?\/\//i, "").replace(/#.*$/, "").replace(/^[^/?]*/, (host) => host.toLowerCase());
}

/**
 * What the frame needs to find local files.
 *
 * @param given the operator's map.json as parsed, or anything else where there is none
 * @param address the gadget's own path: relative addresses are relative to it
 * @returns {exact, prefixes, base}, and `refused`: those of the operator's files that are none below the folder
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
  // After the operator's, which come first where several would do.
  for (const [key, local] of Object.entries(BUILT_IN)) exact[key] ??= local;
  prefixes.sort((a, b) => b[0].length - a[0].length);
  return { exact, prefixes, refused, base: address.replace(/[?#].*$/, "").replace(/[^/]*$/, "") };
}

/** The local path for what a gadget's XML names: mapped, or beside it; null for what is elsewhere. */
export function localFile(address, map) {
  const path = address ? pathOf(address, map) : null;
  // To a browser a backslash is a slash, and tabs and line ends are nothing: "/\\host/x" is at another server.
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

/** The path at which a file below DIR is served; null for what leads out of it. */
function localPath(file) {
  const path = file.trim().replace(/[?#].*$/, "").replace(/^\.?\//, "").replace(/^gadgets\//, "");
  const steps = path.split("/");
  if (!path || /^[a-z][a-z0-9+.-]*:/i.test(path) || steps.includes("..") || path.includes("\\")) return null;
  // Half a character has no form in an address.
  if (/\p{Surrogate}/u.test(path)) return null;
  return FOLDER + steps.map(encodeURIComponent).join("/");
}
