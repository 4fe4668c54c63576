// Names of rooms that people can read out to each other.

const FIRST = "amber birch calm cedar clever coral crisp early fern gentle golden green honey jade kind lemon lucky maple mint mossy olive pearl plum quiet rosy silver sunny swift violet warm".split(" ");
const SECOND = "badger beaver crane dolphin falcon finch fox hare heron koala lark lynx magpie marten mole newt otter owl panda puffin raven robin seal sparrow stork swan tiger turtle wolf wren".split(" ");

/** A name such as `calm-otter-37`: 81,000 of them. */
export function randomRoom(random = Math.random) {
  const pick = (words) => words[Math.floor(random() * words.length)];
  return `${pick(FIRST)}-${pick(SECOND)}-${10 + Math.floor(random() * 90)}`;
}

/** The room in an address's query, or null. */
export function roomIn(query) {
  return new URLSearchParams(query).get("room")?.trim() || null;
}
