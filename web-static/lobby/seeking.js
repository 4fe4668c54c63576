// The search for an opponent: one seek at a time, repeated after a reconnect, until the user is
// paired or stops.

/**
 * Creates the search.
 *
 * @param ask       of requests.js, sends a message and resolves to its answer.
 * @param request   sends a message without an answer.
 * @param onChange  is called when the wanted game changes.
 * @param onTrouble (Refusal) is called when the search fails.
 * @param onPaired  ({room, side}) is called when there is a game.
 */
export function createSeeking({ ask, request, onChange, onTrouble, onPaired }) {
  let wanted = null; // the members of the current seek
  let asked = 0, paired = false, listed = null; // the id of the current seek

  return {
    seek, accept, cancel, receive,
    get wanted() { return wanted; },
  };

  /** Looks for an opponent from now on, with these members of `seek`. */
  async function seek(members) {
    wanted = members;
    onChange();
    await put();
  }

  async function put() {
    const number = ++asked;
    try {
      ({ id: listed } = await ask({ type: "seek", ...wanted }));
    } catch (refusal) {
      // The seek is repeated after the reconnect.
      if (number !== asked || refusal.code === "offline") return;
      wanted = null;
      onChange();
      onTrouble(refusal);
    }
  }

  /** Accepts the open seek with that key. */
  async function accept(key) {
    try {
      await ask({ type: "accept", seek: key });
    } catch (refusal) {
      onTrouble(refusal);
    }
  }

  function cancel() {
    if (!wanted) return;
    wanted = null;
    asked += 1;
    request({ type: "unseek" });
    onChange();
  }

  function receive(message) {
    if (message.type === "welcome" && wanted) put();
    // An opponent was found, but no game could be made.
    if (message.type === "error" && wanted && message.id === listed && listed) {
      wanted = listed = null;
      onChange();
      onTrouble(message);
    }
    if (message.type !== "paired" || typeof message.room !== "string" || paired) return;
    paired = true;
    wanted = null;
    onChange();
    onPaired(message);
  }
}
