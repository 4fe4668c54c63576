// Ways from any document to a new table.

import { linkQuery } from "../game/terms.js";
import { randomRoom } from "../page/address.js";
import { leaveWish } from "../page/arrival.js";
import { sendLink } from "../page/send-link.js";
import { T } from "../texts/texts.js";

/** Goes to a new table and starts a game there, with these options of a New Game. */
export function startAtNewTable(tab, options) {
  const room = randomRoom();
  leaveWish(tab, room, { start: options, focus: true });
  location.assign(`?room=${room}`);
}

/**
 * Sends the link to a new table for a game with a friend, and goes there. The link contains the
 * secret, so that only people with the link can enter.
 */
export async function inviteToNewTable(tab, terms) {
  const room = randomRoom(), link = `${linkQuery(room, { side: "x", ...terms })}#secret=${newSecret()}`;
  // The browser lets a page share or copy only right after a press, so this happens before the
  // table opens. There the link is shown, unless the user has already chosen a receiver.
  const sent = await sendLink(T.shareTitle, new URL(link, document.baseURI).href);
  leaveWish(tab, room, { share: sent !== "shared", focus: true });
  location.assign(link);
}

/** Returns a secret for a friend's link: 136 random bits, in letters that an address accepts. */
function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(17));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
