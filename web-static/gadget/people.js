// The participants of a room in the form for gadgets, {id, displayName, thumbnailUrl}, and the
// names of participants who left.

/** The number of names kept per room for participants who left. */
const NAMES_LIMIT = 100;
/** The number of hues for the pictures. */
const HUES = 360;

/**
 * Returns a picture of the name's first letter, as a data address that needs no server and no
 * quotes.
 */
export function picture(id, name) {
  let hash = 0;
  for (const unit of id) hash = (hash * 31 + unit.codePointAt(0)) >>> 0;
  const letter = [...name.trim()][0] ?? "?";
  const safe = /[<>&"']/.test(letter) ? "?" : letter.toUpperCase();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><rect width="48" height="48" fill="hsl(${hash % HUES},45%,45%)"/>`
    + `<text x="24" y="33" font-family="arial,sans-serif" font-size="26" text-anchor="middle" fill="#fff">${safe}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg).replace(/'/g, "%27").replace(/[()]/g, (unit) => (unit === "(" ? "%28" : "%29"))}`;
}

/**
 * Returns the message about the room's participants.
 *
 * @param replica the known state of the room.
 * @param me      the user's id.
 * @param left    [[id, name], …] of participants who left.
 * @param toldId  returns the id that the gadget gets for a participant's id.
 */
export function participantsOf(replica, me, { guest, left = [], toldId = (id) => id }) {
  const person = (id, name) => ({ id: toldId(id), displayName: name || guest, thumbnailUrl: picture(id, name || guest) });
  const present = [...replica.participants.values()].map(({ id, name }) => [toldId(id), person(id, name)]);
  const absent = [...left, ...replica.names].filter(([id]) => !replica.participants.has(id)).map(([id, name]) => [toldId(id), person(id, name)]);
  return {
    myId: toldId(me), authorId: toldId(replica.host ?? ""),
    // The order in a list, because an object would put numeric ids first.
    order: present.map(([id]) => id),
    participants: Object.fromEntries(present), absent: Object.fromEntries(absent),
  };
}

/**
 * Returns a store of names that outlives a reload, so that a gadget can show the name of an absent
 * player.
 */
export function createNames(memory, room) {
  const key = `names.${room}`;
  const read = () => {
    try {
      const list = JSON.parse(memory.get(key) ?? "[]");
      return Array.isArray(list) ? list.filter((pair) => Array.isArray(pair) && pair.every((part) => typeof part === "string")) : [];
    } catch {
      return [];
    }
  };
  return {
    all: read,
    add(names) {
      const next = new Map(read());
      for (const [id, name] of names) {
        next.delete(id);
        next.set(id, name);
      }
      memory.set(key, JSON.stringify([...next].slice(-NAMES_LIMIT)));
    },
  };
}
