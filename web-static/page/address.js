// Where this page is: the room in its address, the server's socket.

const FIRST = "amber birch calm cedar clever coral crisp early fern gentle golden green honey jade kind lemon lucky maple mint mossy olive pearl plum quiet rosy silver sunny swift violet warm".split(" ");
const SECOND = "badger beaver crane dolphin falcon finch fox hare heron koala lark lynx magpie marten mole newt otter owl panda puffin raven robin seal sparrow stork swan tiger turtle wolf wren".split(" ");

/** A room's name as one reads it: "Calm otter 42" for `calm-otter-42`; any other as it is. */
export const roomTitle = (room) => room.replace(/^([a-z])([a-z]*)-([a-z]+)-(\d+)$/, (_, first, rest, ...more) => `${first.toUpperCase()}${rest} ${more.slice(0, 2).join(" ")}`);

/** A name such as `calm-otter-37`: 81,000 of them. */
export function randomRoom(random = Math.random) {
  const pick = (words) => words[Math.floor(random() * words.length)];
  return `${pick(FIRST)}-${pick(SECOND)}-${10 + Math.floor(random() * 90)}`;
}

/** What the server takes as a room's name (Sources/GameState/State/RoomName.swift). */
const ROOM = /^[A-Za-z\d][\w.~-]{0,63}$/;

const givenRoom = (query) => new URLSearchParams(query).get("room")?.trim() || null;

/** The room in an address's query, or null. */
export function roomIn(query) {
  const given = givenRoom(query);
  return given && ROOM.test(given) ? given : null;
}

/** What an address's query gives as a room and no room can be called, or null. */
export function badRoomIn(query) {
  const given = givenRoom(query);
  return given && !ROOM.test(given) ? given : null;
}

/** The secret in the fragment of a friend's link, or undefined. */
export const secretIn = (hash) => /^#secret=([\w-]{22,128})$/.exec(hash)?.[1];

/** The screen that an address's query asks for in place of a table, or undefined; without a room it is the lobby. */
export const screenIn = (query) => ["lobby", "person", "record"].find((name) => new URLSearchParams(query).has(name)) ?? (roomIn(query) ? undefined : "lobby");

/** The room of this page; one that no table is asked of gets a name for the one that is played at next. */
export const roomOfPage = () => roomIn(location.search) ?? randomRoom();

/** The server's WebSocket, beside the page. */
export function socketAddress() {
  const address = new URL("ws", document.baseURI);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.search = address.hash = "";
  return address.href;
}
