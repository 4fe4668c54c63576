// The page's own address: its room, its secret, its screen, and the server's socket.

const FIRST = "amber birch calm cedar clever coral crisp early fern gentle golden green honey jade kind lemon lucky maple mint mossy olive pearl plum quiet rosy silver sunny swift violet warm".split(" ");
const SECOND = "badger beaver crane dolphin falcon finch fox hare heron koala lark lynx magpie marten mole newt otter owl panda puffin raven robin seal sparrow stork swan tiger turtle wolf wren".split(" ");

/**
 * Returns a room's name for display: "Calm otter 42" for `calm-otter-42`, and other names
 * unchanged.
 */
export const roomTitle = (room) => room.replace(/^([a-z])([a-z]*)-([a-z]+)-(\d+)$/, (_, first, rest, ...more) => `${first.toUpperCase()}${rest} ${more.slice(0, 2).join(" ")}`);

/** Returns a random name such as `calm-otter-37`, one of 81,000. */
export function randomRoom(random = Math.random) {
  const pick = (words) => words[Math.floor(random() * words.length)];
  return `${pick(FIRST)}-${pick(SECOND)}-${10 + Math.floor(random() * 90)}`;
}

/** The names that the server accepts (Sources/GameState/State/RoomName.swift). */
const ROOM = /^[A-Za-z\d][\w.~-]{0,63}$/;

const givenRoom = (query) => new URLSearchParams(query).get("room")?.trim() || null;

/** Returns the room in an address's query, or null. */
export function roomIn(query) {
  const given = givenRoom(query);
  return given && ROOM.test(given) ? given : null;
}

/** Returns the room in an address's query if it is not a valid name, or null. */
export function badRoomIn(query) {
  const given = givenRoom(query);
  return given && !ROOM.test(given) ? given : null;
}

/** Returns the secret in the fragment of a friend's link, or undefined. */
export const secretIn = (hash) => /^#secret=([\w-]{22,128})$/.exec(hash)?.[1];

/**
 * Returns the room of a friend's link that has lost its secret, or null. Without the secret, the
 * link would open another table of the same name, where the user would wait alone.
 */
export const roomWithoutSecret = (query, hash) => (new URLSearchParams(query).has("friend") && !secretIn(hash) ? roomIn(query) : null);

/** Returns the query without the action that it asks for once. */
export function withoutAction(query) {
  const words = query.replace(/^\?/, "").split("&").filter((word) => word && !word.startsWith("ask="));
  return words.length ? `?${words.join("&")}` : "";
}

/**
 * Returns the screen that the query asks for instead of a table, or undefined. Without a room it is
 * the lobby.
 */
export const screenIn = (query) => ["lobby", "person", "record"].find((name) => new URLSearchParams(query).has(name)) ?? (roomIn(query) ? undefined : "lobby");

/**
 * Returns the analysis room in an address's query: "" for a new room, null for none or a bad name.
 */
export const studyIn = (query) => namedIn(query, "analysis");

/** Returns the room of a race in an address's query, in the same way. */
export const raceIn = (query) => namedIn(query, "race");

function namedIn(query, name) {
  const given = new URLSearchParams(query).get(name)?.trim();
  return given === undefined ? null : given === "" || ROOM.test(given) ? given : null;
}

/** Returns a random name for an analysis room, too long to guess: about 62 bits. */
export const randomStudy = (random) => unguessable("study", random);

/** Whether that function has made up the room's name, which means nothing to a reader. */
export const isRandomStudy = (room) => /^study-[\da-z]{12}$/.test(room);

/** Returns such a name for the room of a race. */
export const randomRace = (random) => unguessable("race", random);

function unguessable(kind, random = (bytes) => crypto.getRandomValues(bytes)) {
  const letters = "0123456789abcdefghijklmnopqrstuvwxyz";
  let name = "";
  while (name.length < 12) for (const byte of random(new Uint8Array(24))) if (byte < 252 && name.length < 12) name += letters[byte % 36];
  return `${kind}-${name}`;
}

/** Returns the address of an analysis room; `seed` are the terms and moves of its first chapter. */
export function studyAddress(room, { rule, size, title, game } = {}, fragment = "") {
  const query = new URLSearchParams({ analysis: room, ...(rule && { rule }), ...(size && { size }), ...(title && { title }), ...(game && { game }) });
  return `?${query}${fragment}`;
}

/** Whether the server answers that query with the home page, and not with another document. */
export const isHome = (query) => ["lobby", "person"].includes(screenIn(query)) && !isStudy(query) && !isRace(query) && !isPuzzles(query);

/** Whether the server answers that query with the document of analysis rooms. */
export function isStudy(query) {
  const given = new URLSearchParams(query);
  return given.has("analysis") && !["lobby", "person", "record"].some((name) => given.has(name));
}

/** Whether the server answers that query with the document of races. */
export function isRace(query) {
  const given = new URLSearchParams(query);
  return given.has("race") && !["lobby", "person", "record", "analysis"].some((name) => given.has(name));
}

/** Whether the server answers that query with the document of the puzzles. */
export function isPuzzles(query) {
  const given = new URLSearchParams(query);
  return ["puzzles", "puzzle"].some((name) => given.has(name)) && !["lobby", "person", "record", "analysis", "race"].some((name) => given.has(name));
}

/** Returns the room of this page. Without one in the address, the next game gets a random name. */
export const roomOfPage = () => roomIn(location.search) ?? randomRoom();

/** Returns the address of the server's WebSocket, in the page's directory. */
export function socketAddress() {
  const address = new URL("ws", document.baseURI);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.search = address.hash = "";
  return address.href;
}
