// Looking for an opponent: one seek at a time, asked again when the line was broken, until one is paired or gives up.

/**
 * @param ask      as of requests.js
 * @param request  sends a message that has no answer
 * @param onChange what one waits for is another
 * @param onTrouble (Refusal): it came to nothing
 * @param onPaired  ({room, side}): one has a game
 */
export function createSeeking({ ask, request, onChange, onTrouble, onPaired }) {
  let wanted = null; // the members of the seek that one waits with
  let asked = 0, paired = false, listed = null; // the id of the seek that waits

  return {
    seek, accept, cancel, receive,
    get wanted() { return wanted; },
  };

  /** Looks for somebody from now on, with these members of `seek`. */
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
      // A line that is down comes back, and then it is asked again.
      if (number !== asked || refusal.code === "offline") return;
      wanted = null;
      onChange();
      onTrouble(refusal);
    }
  }

  /** Takes the open seek of that key. */
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
    // Somebody was found, and yet there is no game.
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
