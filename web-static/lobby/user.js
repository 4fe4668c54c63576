// What every document has of its user: the account, the search for an opponent, and the running
// games.

import { socketAddress } from "../page/address.js";
import { leaveWish } from "../page/arrival.js";
import { checkedTerms } from "../game/terms.js";
import { setText } from "../page/elements.js";
import { createOwnRooms } from "../page/own-rooms.js";
import { createRequests } from "../net/requests.js";
import { work } from "../net/settled.js";
import { speakOf } from "../texts/language.js";
import { T } from "../texts/texts.js";
import { createOwnGames, hrefOf } from "./own-games.js";
import { inviteToNewTable, startAtNewTable } from "./new-table.js";
import { mountRunning } from "./running-games.js";
import { createSeeking } from "./seeking.js";
import { levelFor, mountStrip } from "./seeking-strip.js";

/**
 * The longest wait for the user's running games before an action, in ms. Without an answer the
 * page acts without the question.
 */
const PATIENCE = 3_000;

const byId = (id) => document.getElementById(id);

/**
 * Creates these parts.
 *
 * @param page {connection, identity, browser, tab, self(), here, tell(words, kind), became(words),
 *   later(name), draw(), mayOffer(), profile(person)}. The document has an element #seeking-place
 *   for the strip of the search.
 *
 *   `browser` and `tab` are memories. `here` is the room of the document's table. `later` loads a
 *   module. `mayOffer` says whether the strip may make its offers.
 */
export function mountUser(page) {
  const { connection, identity, browser, self } = page;
  const requests = createRequests(connection.request), rooms = createOwnRooms(browser);
  const seeking = createSeeking({
    ask: requests.ask, request: connection.request, memory: page.tab, onChange: draw, onTrouble: refused,
    onPaired: ({ room }) => {
      leaveWish(page.tab, room, { focus: true });
      location.assign(hrefOf({ room }));
    },
  });
  const own = createOwnGames({ connection, rooms, self, here: page.here, onChange: draw });
  const drawStrip = mountStrip({
    seeking, place: byId("seeking-place"), isSmall: Boolean(page.here), offers: {
      may: page.mayOffer ?? (() => true),
      level: () => levelFor(self()?.claimed ? seeking.rating : null, Number(browser.get("level"))),
      computer: (level) => unlessPlaying(() => startAtNewTable(page.tab, { rule: "freestyle", sides: ["x"], robot: level })),
      link() {
        const terms = checkedTerms(seeking.wanted);
        seeking.cancel();
        inviteToNewTable(page.tab, terms);
      },
    },
  });
  const drawRunning = mountRunning({ nav: byId("running"), now: connection.serverTime });
  let levels = null; // the loading of the robots' names
  let people = null, owned = self()?.claimed ? self().name : null, was = self()?.id, ran = false;
  addEventListener("pagehide", seeking.hold);
  addEventListener("storage", ({ key }) => key === "gomoku.games" && own.refresh());
  if (self()) own.refresh();
  if (connection.status.state === "online") seeking.resume();
  return { requests, seeking, own, receive, draw: drawHead, account, unlessPlaying };

  function receive(message) {
    requests.receive(message);
    own.receive(message);
    seeking.receive(message);
    people?.receive(message);
    if (message.type === "reject" && message.code === "not-claimed" && !self()?.claimed) account(T.ratedNeedsName);
    if (message.type !== "welcome") return;
    // After a sign-out, the next user of the browser does not get the secrets of the rooms.
    if (owned && message.participant.id !== was) rooms.clear(was);
    was = message.participant.id;
    own.refresh();
    if (owned && !message.participant.claimed && identity.name === owned) page.tell(T.signedOutElsewhere);
    owned = message.participant.claimed ? message.participant.name : null;
  }

  function draw() {
    // A game of the user's has begun, so its opponent must not wait for a second one.
    const runs = own.clockRuns;
    if (runs && !ran && seeking.wanted) {
      ran = runs;
      return seeking.cancel();
    }
    ran = runs;
    page.draw();
  }

  /** Draws the head of the document and the strip. */
  function drawHead() {
    drawStrip();
    const games = own.list;
    if (!T.levels && games.some(({ isAgainstRobot }) => isAgainstRobot)) levels ??= work(speakOf("levels").then(page.draw, () => {}));
    drawRunning(games);
    const button = byId("account"), me = self();
    button.dataset.claimed = me?.claimed ? "yes" : "no";
    setText(button.querySelector("span"), me?.claimed ? me.name : T.signIn);
    button.title = me?.claimed ? me.name : T.account;
    button.setAttribute("aria-label", me?.claimed ? `${T.account}: ${me.name}` : `${T.account}: ${T.signIn}`);
  }

  async function refused(refusal) {
    if (refusal.code === "not-claimed") return account(T.ratedNeedsName);
    const part = await page.later("account");
    if (part) page.tell(part.refusalWords(refusal));
  }

  /** Opens the account dialog. `then()` continues the user's action once they own a name. */
  async function account(note, then) {
    const part = await page.later("account"), me = self();
    if (!part) return;
    people ??= part.createAccount({ ask: requests.ask, open: () => new WebSocket(socketAddress(), ["gomoku.v1"]), identity, restart: connection.restart });
    return part.openAccount({
      account: people, self: me, called: identity.name, note, done: (words) => { page.became(words); if (self()?.claimed) then?.(); },
      profile: () => page.profile(me.claimed ? me.name : me.id),
    });
  }

  /** Calls `action` unless a clock of the user's runs in another game; then it asks first. */
  async function unlessPlaying(action) {
    await own.ready(PATIENCE);
    const [game] = own.list.filter(({ clock }) => clock);
    if (!game) return action();
    const part = await page.later("still");
    if (part && await part.askStillPlaying(game)) return action();
  }
}
