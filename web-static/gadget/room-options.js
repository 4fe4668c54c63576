// The room's options for its gadget, under keys that the gadget never sees: whether changes are
// guarded, whether gadgets get names as participants' ids, and these names.

/** The prefix of the page's own keys. */
const PREFIX = "gadget:";
const GUARD = `${PREFIX}guard`, NAMES = `${PREFIX}names`;
const NAME_OF = `${PREFIX}name:`, HOLDER_OF = `${PREFIX}as:`;
/** The longest name that serves as an id, in UTF-16 units. Keys are limited in bytes. */
const NAME_LIMIT = 30;

export const isReserved = (key) => key.startsWith(PREFIX);

/** Returns entries as an object, without the page's own keys. */
export function withoutReserved(entries) {
  return Object.fromEntries([...entries].filter(([key]) => !isReserved(key)));
}

export const areGuarded = ({ kind, state }) => kind === "open" && state.get(GUARD) === "1";
export const haveNames = ({ kind, state }) => kind === "open" && state.get(NAMES) === "1";

/**
 * Returns the id that the gadget gets for a participant. Null if it is a name and the room does not
 * have that name yet.
 */
export function toldId(replica, id) {
  return haveNames(replica) ? replica.state.get(NAME_OF + id) ?? null : id;
}

/** Returns the participants that have a name in this room: [id, name]. */
export const settledNames = ({ state }) => (
  [...state].filter(([key]) => key.startsWith(NAME_OF)).map(([key, name]) => [key.slice(NAME_OF.length), String(name)]));

/**
 * Manages the options of a room.
 *
 * @param options.wanted {guard, names} from the page's address.
 * @param options.send   ({set, base, guard, isPrivate}) sends a change.
 * @param options.name   () returns the user's name.
 */
export function createRoomOptions({ session, wanted, send, name }) {
  let isAsking = false;
  return {
    /**
     * Requests the wanted options that the room does not have yet. Called after each change of the
     * room.
     */
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
      // The change is guarded, so if two participants choose the same name, one request fails and
      // is repeated with another name.
      if (Object.keys(set).length) isAsking = Boolean(send({ set, base: replica.rev, guard: true, isPrivate: false }));
    },
    /** Returns whether an answered change was the page's own. */
    answered(set) {
      if (!set || !Object.keys(set).every(isReserved)) return false;
      isAsking = false;
      return true;
    },
    /** Turns guards on or off for everyone in the room. */
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
