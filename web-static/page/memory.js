// This browser's storage: the participant's token, the name, drafts, settings. A browser may refuse
// storage. The data then lasts only as long as the page.

/** Returns storage that never throws. Without real storage the data lasts as long as the page. */
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

/** The largest number of muted people. Beyond it, the one muted first is unmuted. */
const MUTED_LIMIT = 200;

/** Returns the participants whose messages this browser hides, by id. */
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
 * Returns the identity of this window. Normally it is the browser's one participant. On request it
 * is a second guest, who exists as long as the window, so that one browser can show both players.
 */
export function createIdentity(browser, window) {
  const place = () => (window.get("guest") ? window : browser);
  let sent;
  return {
    /** Returns the members of `hello`. */
    hello() {
      sent = place().get("token");
      return { token: sent, name: place().get("name") };
    },
    /**
     * Stores the token of a `welcome`. If two windows of a new user open at once, each gets a
     * token. The later window then keeps its token to itself, as a second guest.
     */
    welcomed(token) {
      const other = browser.get("token");
      if (place() === browser && other && other !== sent) {
        window.set("name", browser.get("name"));
        window.set("guest", "1");
      }
      place().set("token", token);
    },
    get token() { return place().get("token"); },
    get name() { return place().get("name") ?? ""; },
    set name(name) { place().set("name", name); },
    get isGuest() { return Boolean(window.get("guest")); },
    /** Becomes the participant with this token, or a new one without a token. */
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
