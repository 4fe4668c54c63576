// Names with a password: claiming one, signing in, signing out. A password is sent once and kept nowhere.

import { PATIENCE, Refusal } from "../net/requests.js";
import { work } from "../net/settled.js";

/**
 * Signs in over a line of its own, since the page's own line sits at a table; resolves to {participant, token} or throws
 * a Refusal.
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

/** What to call this browser in a list of them, as far as it says. */
export function deviceName({ userAgentData, userAgent = "" } = globalThis.navigator ?? {}) {
  const brand = userAgentData?.brands?.find(({ brand }) => !/not.a.brand|^chromium$/i.test(brand))?.brand
    ?? /(Firefox|Edg|OPR|Chrome|Chromium|Safari)\//.exec(userAgent)?.[1];
  const system = userAgentData?.platform || /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(userAgent)?.[1];
  return [brand, system].filter(Boolean).join(", ").slice(0, 64) || undefined;
}

/** Claiming, signing in and out, and tokens for bots. `restart` opens the page's line anew, as whoever `identity` is then. */
export function createAccount({ ask, open, identity, restart }) {
  let again = null; // asks once more what was asked on a line that broke before the answer

  /** Resolves when the name is one's own. Hashing may take so long that the line is taken for dead: then it is asked on the next. */
  function claimed(name, password) {
    return new Promise((resolve, reject) => {
      let lines = 1;
      const put = () => ask({ type: "claim", name, password, device: deviceName() }).then(resolve, (refusal) => {
        // What the lost line asked for has been done meanwhile; a new line knows it.
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

  /** Resolves when the password is another. A line that broke before the answer leaves open whether it is: the next one tells. */
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
    /** The token that let one in lets nobody in any more. */
    signOut() {
      ask({ type: "signout", session: "here" }).catch(() => {});
      identity.become(undefined, undefined);
      restart();
    },
    /** Another token of one's own name: whoever has it can play under it. */
    async token(device) {
      return (await ask({ type: "token", ...(device && { device }) })).token;
    },
    /** Where one is signed in: {session, device, since, seen, here}. */
    async sessions() {
      return (await ask({ type: "sessions" })).sessions;
    },
    /** Ends one of them, or "others"; those that are left. */
    async endSession(session) {
      return (await ask({ type: "signout", session })).sessions;
    },
    changePassword: changed,
    /** Another name, once. */
    async rename(name, password) {
      const { participant } = await ask({ type: "rename", name, password });
      identity.name = participant.name;
      return participant.name;
    },
    /** One's name is nobody's from then on, and one is a guest. */
    async remove(password) {
      await ask({ type: "delete", password });
      identity.become(undefined, undefined);
      restart();
    },
  };
}
