// What the server tells of a room over HTTP. A room with a secret is told of only to those who show it.

const addressOf = ({ room }, rest) => new URL(`api/rooms/${encodeURIComponent(room)}/${rest}`, document.baseURI);

/** The answer to a question about `table` {room, secret}; `rest` is the path below the room's. */
export const askRoom = (table, rest) => fetch(addressOf(table, rest), {
  cache: "no-store", headers: table.secret ? { authorization: `Bearer ${table.secret}` } : {} });

/**
 * Lets `link` save a file of the table's, called `name`. A link cannot show a secret: where there is one, the file is
 * fetched and saved from here.
 */
export function linkFile(link, table, rest, name) {
  Object.assign(link, { href: addressOf(table, rest).href, download: name, onclick: table.secret ? fetchFile : null });

  async function fetchFile(event) {
    event.preventDefault();
    const answer = await askRoom(table, rest);
    if (!answer.ok) return;
    const address = URL.createObjectURL(await answer.blob());
    Object.assign(document.createElement("a"), { href: address, download: name }).click();
    URL.revokeObjectURL(address);
  }
}
