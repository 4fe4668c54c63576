// Names with a password: claiming, signing in and signing out. A password is sent once and not
// stored.

import { PATIENCE, Refusal } from "../net/requests.js";
import { work } from "../net/settled.js";

/**
 * Signs in over its own connection, because the page's connection is in a room. Resolves to
 * {participant, token} or throws a Refusal.
 */
export function signIn({ open, name, password, device }, clock = globalThis) {
  return new Promise((resolve, reject) => {
    const socket = open();
    const timer = clock.setTimeout(() => end(reject, new Refusal("offline")), PATIENCE);
    function end(settle, value) {
      clock.clearTimeout(timer);
      socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
      socket.close();
      settle(value);
    }
    socket.onopen = () => socket.send(JSON.stringify({ type: "login", id: "l1", name, password, bot: false, device }));
    socket.onclose = socket.onerror = () => end(reject, new Refusal("offline"));
    socket.onmessage = ({ data }) => {
      let message;
      try {
        message = JSON.parse(data);
      } catch {
        return end(reject, new Refusal("offline"));
      }
      if (message?.type === "welcome") end(resolve, { participant: message.participant, token: message.token });
      else if (message?.type === "error") end(reject, new Refusal(message.code, message.message));
    };
  });
}

/** Returns a description of this browser for the list of sessions, or undefined. */
export function deviceName({ userAgentData, userAgent = "" } = globalThis.navigator ?? {}) {
  const brand = userAgentData?.brands?.find(({ brand }) => !/not.a.brand|^chromium$/i.test(brand))?.brand
    ?? /(Firefox|Edg|OPR|Chrome|Chromium|Safari)\//.exec(userAgent)?.[1];
  const system = userAgentData?.platform || /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(userAgent)?.[1];
  return [brand, system].filter(Boolean).join(", ").slice(0, 64) || undefined;
}

/**
 * Returns the actions of an account. `restart` reconnects the page as the participant that
 * `identity` then is.
 */
export function createAccount({ ask, open, identity, restart }) {
  let again = null; // repeats a request whose connection broke before the answer

  /**
   * Claims a name. Hashing may take so long that the connection counts as dead; the request is then
   * repeated on the next connection.
   */
  function claimed(name, password) {
    return new Promise((resolve, reject) => {
      let lines = 1;
      const put = () => ask({ type: "claim", name, password, device: deviceName() }).then(resolve, (refusal) => {
        // The request on the lost connection has succeeded meanwhile. A restart shows the claimed
        // name.
        if (refusal.code === "already-claimed" && lines > 1) resolve(restart());
        else reject(refusal);
      });
      again = (participant) => {
        lines += 1;
        participant?.claimed ? resolve() : put();
      };
      put();
    }).finally(() => { again = null; });
  }

  /**
   * Changes the password. If the connection breaks before the answer, the next connection shows
   * whether it was changed.
   */
  function changed(password, next) {
    return new Promise((resolve, reject) => {
      let lines = 1;
      const put = (known) => {
        const line = lines;
        ask({ type: "password", password: known, new: next }).then(resolve, (refusal) => {
          if (line !== lines) return;
          if (refusal.code === "bad-login" && lines > 1 && known !== next) put(next);
          else reject(refusal);
        });
      };
      again = () => {
        lines += 1;
        put(password);
      };
      put(password);
    }).finally(() => { again = null; });
  }

  return {
    async claim(name, password) {
      await claimed(name, password);
      identity.name = name;
    },
    receive(message) {
      if (message.type === "welcome") again?.(message.participant);
    },
    async signIn(name, password) {
      const { participant, token } = await work(signIn({ open, name, password, device: deviceName() }));
      identity.become(token, participant.name);
      restart();
    },
    /** Invalidates this browser's token. */
    signOut() {
      ask({ type: "signout", session: "here" }).catch(() => {});
      identity.become(undefined, undefined);
      restart();
    },
    /** Returns another token for the user's name. Everyone who has it can play under that name. */
    async token(device) {
      return (await ask({ type: "token", ...(device && { device }) })).token;
    },
    /** Returns the sessions: {session, device, since, seen, here}. */
    async sessions() {
      return (await ask({ type: "sessions" })).sessions;
    },
    /** Ends a session, or "others". Returns the remaining ones. */
    async endSession(session) {
      return (await ask({ type: "signout", session })).sessions;
    },
    changePassword: changed,
    /** Changes the name, which is possible once. */
    async rename(name, password) {
      const { participant } = await ask({ type: "rename", name, password });
      identity.name = participant.name;
      return participant.name;
    },
    /** Deletes the account. The user is a guest afterwards. */
    async remove(password) {
      await ask({ type: "delete", password });
      identity.become(undefined, undefined);
      restart();
    },
  };
}
