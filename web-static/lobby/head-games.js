// The user's running games in the head of a document that has neither a table nor the lobby.

import { createConnection } from "../net/connection.js";
import { socketAddress } from "../page/address.js";
import { tie } from "../page/document.js";
import { createIdentity, createMemory } from "../page/memory.js";
import { createOwnRooms } from "../page/own-rooms.js";
import { speakOf } from "../texts/language.js";
import { createOwnGames } from "./own-games.js";
import { mountRunning } from "./running-games.js";

/**
 * Shows the games, over a connection of this module. `browser` is the memory of localStorage.
 * Returns whether the window has a participant, who can have games.
 */
export async function followGames(browser) {
  const identity = createIdentity(browser, createMemory(() => sessionStorage));
  // A window without a token has no games. A second hello would create a second participant.
  if (!identity.hello().token) return false;
  await speakOf("home", "levels");
  let self = null;
  const connection = createConnection({
    open: () => new WebSocket(socketAddress(), ["gomoku.v1"]), hello: () => identity.hello(), onMessage: receive, onStatus() {},
  });
  const drawGames = mountRunning({ nav: document.getElementById("running"), now: connection.serverTime });
  const own = createOwnGames({ connection, rooms: createOwnRooms(browser), self: () => self, onChange: draw });
  addEventListener("storage", ({ key }) => key === "gomoku.games" && own.refresh());
  tie(connection);
  connection.start();
  return true;

  // The tables have another document.
  function draw() {
    drawGames(own.list.map((game) => ({ ...game, href: `./${game.href}` })));
  }

  function receive(message) {
    if (message.type === "welcome") {
      self = message.participant;
      identity.welcomed(message.token);
      own.refresh();
    }
    own.receive(message);
  }
}
