// The search for an opponent: one seek at a time, repeated after a reconnect and by the window's
// next document, until the user is paired or stops.

/** The longest time between two documents of a window, in ms, in which a seek is kept. */
export const KEPT = 60_000;

/**
 * Creates the search. Call `hold` when the document ends.
 *
 * @param memory    of this window (memory.js), which keeps the seek for the next document.
 * @param ask       of requests.js, sends a message and resolves to its answer.
 * @param request   sends a message without an answer.
 * @param onChange  is called when the wanted game changes.
 * @param onTrouble (Refusal) is called when the search fails.
 * @param onPaired  ({room, side}) is called when there is a game.
 */
export function createSeeking({ ask, request, memory, onChange, onTrouble, onPaired, now = Date.now }) {
  let { wanted, since } = taken(); // the members of the current seek, and when it began
  let asked = 0, paired = false, listed = null, rating = null; // `listed` is the id of the current seek

  return {
    seek, accept, cancel, receive, hold, resume,
    get wanted() { return wanted; },
    /** The time at which the current search began, in ms. */
    get since() { return since; },
    /** The user's rating for the wanted game; null until the server has said it. */
    get rating() { return rating; },
  };

  /** Takes the seek of the window's previous document. */
  function taken() {
    const kept = memory.get("seek");
    memory.set("seek", undefined);
    try {
      const { wanted: members, since: began, at } = JSON.parse(kept ?? "null") ?? {};
      if (members && typeof members === "object" && now() - at < KEPT) return { wanted: members, since: Number(began) || now() };
    } catch { /* What another version has stored is ignored. */ }
    return { wanted: null, since: null };
  }

  /** Keeps the seek for the window's next document. */
  function hold() {
    if (wanted) memory.set("seek", JSON.stringify({ wanted, since, at: now() }));
  }

  /** Repeats the seek on a new connection. */
  function resume() {
    if (wanted) put();
  }

  /** Looks for an opponent from now on, with these members of `seek`. */
  async function seek(members) {
    [wanted, since, rating] = [members, now(), null];
    onChange();
    await put();
  }

  async function put() {
    const number = ++asked;
    try {
      const answer = await ask({ type: "seek", ...wanted });
      listed = answer.id;
      if (number !== asked) return;
      rating = answer.seek?.rating ?? null;
      onChange();
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
    if (message.type === "welcome") resume();
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
