// What this browser remembers: the token that makes one the same participant again, the name, drafts, settings.
// A browser may refuse storage altogether; then all is forgotten with the page, and nothing breaks.

/** Storage that never throws; without a real one it lasts as long as the page. */
export function createMemory(storage) {
  const fallback = new Map();
  return {
    get(key) {
      try {
        return storage().getItem(`gomoku.${key}`) ?? undefined;
      } catch {
        return fallback.get(key);
      }
    },
    set(key, value) {
      try {
        if (value === undefined || value === "") storage().removeItem(`gomoku.${key}`);
        else storage().setItem(`gomoku.${key}`, value);
      } catch {
        fallback.set(key, value);
      }
    },
  };
}

/** How many people are muted at most; the oldest is heard again. */
const MUTED_LIMIT = 200;

/** Whom this browser does not want to hear, by participants' ids. */
export function createMuted(memory) {
  let muted = (memory.get("muted") ?? "").split(" ").filter(Boolean);
  return {
    has: (id) => muted.includes(id),
    set(id, on) {
      muted = [...muted.filter((other) => other !== id), ...(on ? [id] : [])].slice(-MUTED_LIMIT);
      memory.set("muted", muted.join(" "));
    },
  };
}

/**
 * Who this window is: normally the browser's one participant; on request a second guest who lives as long as the
 * window, so that one browser can show both players.
 */
export function createIdentity(browser, window) {
  const place = () => (window.get("guest") ? window : browser);
  let sent;
  return {
    /** The members of `hello`. */
    hello() {
      sent = place().get("token");
      return { token: sent, name: place().get("name") };
    },
    /** Keeps the token a `welcome` gave. Two windows opened at once each get one; the later keeps its own to itself. */
    welcomed(token) {
      const other = browser.get("token");
      if (place() === browser && other && other !== sent) {
        window.set("name", browser.get("name"));
        window.set("guest", "1");
      }
      place().set("token", token);
    },
    get name() { return place().get("name") ?? ""; },
    set name(name) { place().set("name", name); },
    get isGuest() { return Boolean(window.get("guest")); },
    /** Becomes whose token this is; nobody known without one. */
    become(token, name) {
      sent = token;
      place().set("token", token);
      place().set("name", name);
    },
    /** Becomes the second guest, or the browser's own participant again. */
    switch() {
      const guest = !window.get("guest");
      for (const key of ["token", "name"]) window.set(key, undefined);
      window.set("guest", guest ? "1" : undefined);
    },
  };
}
