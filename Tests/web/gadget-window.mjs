// A fake window for the frame's library, with the parts of a browser that it needs and a
// container's end of the channel.

import vm from "node:vm";
import { readFileSync } from "node:fs";

const FILES = ["natives", "link", "addresses", "surroundings", "confine", "util", "rpc", "wave-state", "wave", "window", "prefs", "io", "legacy"];
const read = (name) => readFileSync(new URL(`../../web-static/gadget/frame/${name}.js`, import.meta.url), "utf8");
const NONCE = "abc123";
const ORIGIN = "http://127.0.0.1:8080";

/** Loads the library into a new realm. Returns its window and functions that drive it. */
export function gadgetWindow({ query = "wave=1&waveId=room&up_x=1", all = false } = {}) {
  const listeners = new Map(), sent = [];
  const parent = { postMessage: (message, target) => { if (target === ORIGIN) sent.push(structuredClone(message)); } };
  const document = {
    addEventListener() {}, createElement: () => ({ style: {} }), getElementById: (id) => ({ id }), getElementsByTagName: () => [],
  };
  const window = vm.createContext({
    console: { warn() {}, log() {}, info() {}, error() {} }, document, parent, setTimeout, Element: class {}, MutationObserver: class {},
    location: { href: `${ORIGIN}/gadget-frame.html?${query}#rpctoken=${NONCE}`, hash: `#rpctoken=${NONCE}`, origin: ORIGIN, host: "127.0.0.1:8080", hostname: "127.0.0.1" },
    addEventListener: (name, listener) => listeners.set(name, listener),
  });
  window.window = window;
  const run = (code) => vm.runInContext(code, window);
  for (const name of all ? [...FILES.slice(0, -1), "wave-ui", "minimessage", "tabs", "legacy"] : FILES) run(read(name));
  const frame = window.gadgetFrame;
  frame.setAddresses({ exact: { "dead.example/jquery-1.3.2.js": "/gadgets/jq132.js", "dead.example/jquery-1.4.2.min.js": "/gadgets/jq142.js", "dead.example/x.png": "/gadgets/x.png" }, prefixes: [["dead.example/pics/", "/gadgets/pics/"]], base: "/gadgets/" });
  frame.listen();
  run("delete window.gadgetFrame");
  const push = (message, source = parent, nonce = NONCE) => {
    // Like a structured clone, the message consists of plain objects of the gadget's own realm.
    const data = run(`(${JSON.stringify({ nonce, ...message })})`);
    listeners.get("message")({ source, data });
  };
  return {
    window, sent, run, push, frame,
    call: (service, ...args) => push({ kind: "call", service, args }),
    /** Runs the onload handlers, as at the end of the page. The library sends wave_enable. */
    load: () => frame.runOnLoadHandlers(),
    full: (full, rev = 0, isPrivate = false) => push({ kind: "state", private: isPrivate, full, rev }),
    delta: (set, rev, isPrivate = false) => push({ kind: "state", private: isPrivate, set, rev }),
    people: (ids, me = ids[0], host = ids[0]) => push({
      kind: "call", service: "wave_participants",
      args: [{ myId: me, authorId: host, participants: Object.fromEntries(ids.map((id) => [id, { id, displayName: id.toUpperCase(), thumbnailUrl: "" }])), absent: { gone: { id: "gone", displayName: "Gone" } } }],
    }),
    take: (service) => sent.splice(0).filter((message) => message.service === service),
    /** Returns the value of an expression as data. */
    value: (code) => JSON.parse(run(`gadgets.json.stringify([${code}])`))[0],
  };
}
