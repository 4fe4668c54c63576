// What a room remembers for its gadget, under keys that the gadget is never shown: whether changes are guarded, whether
// ids read like names, and who is called what.

/** Keys of the page's own begin so. */
const PREFIX = "gadget:";
const GUARD = `${PREFIX}guard`, NAMES = `${PREFIX}names`;
const NAME_OF = `${PREFIX}name:`, HOLDER_OF = `${PREFIX}as:`;
/** How long a name may be that serves as an id, in UTF-16 units: keys are bounded in bytes. */
const NAME_LIMIT = 30;

export const isReserved = (key) => key.startsWith(PREFIX);

/** A set of keys, or a map of them, without the page's own, as an object. */
export function withoutReserved(entries) {
  return Object.fromEntries([...entries].filter(([key]) => !isReserved(key)));
}

export const areGuarded = ({ kind, state }) => kind === "open" && state.get(GUARD) === "1";
export const haveNames = ({ kind, state }) => kind === "open" && state.get(NAMES) === "1";

/** The id that a gadget is told for a participant's; null while it is not known yet what it will be. */
export function toldId(replica, id) {
  return haveNames(replica) ? replica.state.get(NAME_OF + id) ?? null : id;
}

/** Everybody whose name in this room is settled: [id, name]. */
export const settledNames = ({ state }) => (
  [...state].filter(([key]) => key.startsWith(NAME_OF)).map(([key, name]) => [key.slice(NAME_OF.length), String(name)]));

/**
 * Keeps the options of a room.
 *
 * @param options.wanted {guard, names}: what the page's address asks for
 * @param options.send   ({set, base, guard, isPrivate}) hands a change on
 * @param options.name   () the name that the viewer goes by
 */
export function createRoomOptions({ session, wanted, send, name }) {
  let isAsking = false;
  return {
    /** Something has changed in the room: what is wanted and not there yet is asked for. */
    look() {
      const { replica, me } = session;
      if (!replica.known || replica.kind !== "open" || isAsking || me === null) return;
      const set = {};
      if (wanted.guard && !replica.state.has(GUARD)) set[GUARD] = "1";
      if (wanted.names && !replica.state.has(NAMES)) set[NAMES] = "1";
      if ((haveNames(replica) || set[NAMES]) && !replica.state.has(NAME_OF + me)) {
        const free = freeName(replica.state, me, name());
        set[NAME_OF + me] = free;
        set[HOLDER_OF + free] = me;
      }
      // Guarded: two who would be called the same are told apart, and one of them asks again.
      if (Object.keys(set).length) isAsking = Boolean(send({ set, base: replica.rev, guard: true, isPrivate: false }));
    },
    /** Whether a change, now answered, was one of the page's own. */
    answered(set) {
      if (!set || !Object.keys(set).every(isReserved)) return false;
      isAsking = false;
      return true;
    },
    /** The person turns guarding on or off, for everybody in the room. */
    guard(on) {
      wanted.guard = false;
      send({ set: { [GUARD]: on ? "1" : "0" }, base: session.replica.rev, isPrivate: false });
    },
  };
}

function freeName(state, me, name) {
  const base = [...name.trim().replace(/\s+/g, " ")].join("").slice(0, NAME_LIMIT);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? base : `${base} ${number}`;
    const holder = state.get(HOLDER_OF + free);
    if (holder === undefined || holder === me) return free;
  }
}
