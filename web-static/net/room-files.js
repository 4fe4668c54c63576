// Requests for a room's data over HTTP. For a room with a secret the client must send the secret.

const addressOf = ({ room }, rest) => new URL(`api/rooms/${encodeURIComponent(room)}${rest && `/${rest}`}`, document.baseURI);

/** Requests `rest`, a path below the room of `table` {room, secret}; its snapshot for "". */
export const askRoom = (table, rest) => fetch(addressOf(table, rest), {
  cache: "no-store", headers: table.secret ? { authorization: `Bearer ${table.secret}` } : {} });

/**
 * Makes `link` save a file of the table under `name`. A link cannot send a secret; for a room with
 * a secret, this module fetches the file and saves it.
 */
export function linkFile(link, table, rest, name) {
  Object.assign(link, { href: addressOf(table, rest).href, download: name, onclick: table.secret ? fetchFile : null });

  async function fetchFile(event) {
    event.preventDefault();
    const answer = await askRoom(table, rest);
    if (!answer.ok) return;
    saveFile(await answer.blob(), name);
  }
}

/** Saves a file that the page has under `name`. */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
