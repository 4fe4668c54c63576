// Lobby, players and records, as far as they work without a browser. The test plays the server.

import test from "node:test";
import assert from "node:assert/strict";
import { roomWithoutSecret, screenIn, withoutAction } from "../../web-static/page/address.js";
import { createIdentity, createMemory } from "../../web-static/page/memory.js";
import { gameAfter } from "../../web-static/game/records.js";
import { openingsOf } from "../../web-static/game/openings.js";
import { T, useTexts } from "../../web-static/texts/texts.js";
import { TEXTS as LATER } from "../../web-static/texts/en/later.js";
import { TEXTS as LEVELS } from "../../web-static/texts/en/levels.js";
import { createAccount, signIn } from "../../web-static/lobby/account.js";
import { mayGoOn, recordOfTable } from "../../web-static/lobby/after-game.js";
import { createInvitation } from "../../web-static/lobby/invitation.js";
import { mistakeWords, mistakesIn } from "../../web-static/lobby/link-mistakes.js";
import { playsIn, seeksIn, showList } from "../../web-static/lobby/lists.js";
import { createLobby } from "../../web-static/lobby/lobby.js";
import { CLOCKS, checkedTerms, linkQuery, seekOf, speedOf, termsIn, termsOf, unknownTerms } from "../../web-static/game/terms.js";
import { outcomeFor } from "../../web-static/lobby/person.js";
import { recordOf } from "../../web-static/lobby/record.js";
import { PATIENCE, Refusal, createRequests } from "../../web-static/net/requests.js";
import { KEPT, createSeeking } from "../../web-static/lobby/seeking.js";
import { TEXTS as HOME } from "../../web-static/texts/en/home.js";
import { TEXTS as LOBBY } from "../../web-static/texts/en/lobby.js";
import { TEXTS as TERMS } from "../../web-static/texts/en/terms.js";
import { clockSetting } from "../../web-static/game/clockwork.js";
import { clockWords, termWords, ratedName, refusalWords } from "../../web-static/texts/term-words.js";
import { fakeSockets, handClock, randomFrom, seed } from "./helpers.mjs";

for (const texts of [LATER, LEVELS, TERMS, HOME, LOBBY]) useTexts(texts);
/** Checks these members only, because later versions may add terms. */
const has = (given, members) => assert.deepEqual(Object.fromEntries(Object.keys(members).map((key) => [key, given[key]])), members);
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a clock setting is valid exactly if the server accepts it", () => {
  for (const text of ["300+5", "600/5x30", "0/1x10", "1+0", "604800+3600"]) assert.ok(clockSetting(text), text);
  for (const text of ["", "0+0", "0+5", "0300+5", "300+05", "300 5", "300", "600/0x30", "604801+0", "300+3601", "600/101x5", "a+b", undefined]) assert.equal(clockSetting(text), null, text);
  assert.ok(CLOCKS.every((text) => !text || clockSetting(text)));
});

test("a clock's speed is blitz below 480 s per side, rapid below 1500 s, and otherwise long", () => {
  assert.deepEqual(["180+2", "300+5", "600+5", "900+10", "1800+20", "600/5x30", "480+0", "479+0", "1500+0", ""].map(speedOf),
    ["blitz", "blitz", "rapid", "rapid", "long", "rapid", "rapid", "blitz", "long", null]);
});

test("a private link contains its terms, which can be read back from it", () => {
  const options = checkedTerms({ rule: "renju", clock: "300+5", opening: "swap2", takebacks: false });
  const query = linkQuery("calm-otter-37", options);
  assert.equal(query, "?room=calm-otter-37&rule=renju&clock=300+5&opening=swap2&takebacks=no&size=15&friend=1");
  assert.deepEqual(termsIn(query), { ...options, side: "x", robot: null });
  assert.deepEqual(termsIn("?room=a&rule=renju&clock=300+5&opening=swap2&size=15&takebacks=no"), { ...options, side: "x", robot: null });
  assert.equal(termsIn("?room=lunch"), null);
  assert.equal(termsIn("?rule=renju"), null, "no room, no table");
});

test(`random terms survive being written as a link (SEED=${seed})`, () => {
  const random = randomFrom(seed), pick = (list) => list[Math.floor(random() * list.length)];
  for (let n = 0; n < 500; n += 1) {
    const rule = pick(["freestyle", "standard", "renju", "caro"]);
    const options = checkedTerms({ rule, clock: pick([...CLOCKS, "77+3", "0/3x20"]), opening: pick(openingsOf(rule)), size: pick([13, 15, 17, 19, 20]), takebacks: random() < 0.5, rated: random() < 0.5 });
    const side = pick(["x", "o"]);
    assert.deepEqual(termsIn(linkQuery("a-b-c", { ...options, side })), { ...options, side, robot: null });
  }
});

test("values in a link that no server accepts are replaced by the usual ones", () => {
  const { side, robot, ...options } = termsIn("?room=r&rule=chess&clock=9&opening=rif&size=99&takebacks=maybe&rated=yes&side=z&robot=11");
  assert.deepEqual(options, checkedTerms());
  has(options, { rule: "freestyle", clock: "", opening: "none", size: 15, takebacks: true, rated: false, listed: false });
  assert.deepEqual([side, robot], ["x", null]);
});

test("a link with an unknown value starts no game, and is answered with the known values", () => {
  const query = "?room=r&rule=renju&opening=taraguchi10", [unknown] = unknownTerms(query);
  has(unknown, { key: "opening", value: "taraguchi10", known: openingsOf("renju") });
  const step = createInvitation(termsIn(query), unknownTerms(query)), nobody = { sides: [], join: null };
  has(step({ known: true, me: "a", game: null, rights: nobody }), { kind: "unknown", key: "opening" });
  assert.equal(step({ known: true, me: "a", game: null, rights: nobody }), null, "once");
  assert.deepEqual(step({ known: true, me: "a", game: { number: "1" }, rights: { sides: [], join: "o" } }), { kind: "join", set: { o: "a" } }, "a game that somebody else has started");
  const keys = (words) => unknownTerms(`?room=r&${words}`).map(({ key }) => key);
  assert.deepEqual(keys("rule=chess&opening=swap3&size=99&clock=9&takebacks=maybe&side=z&robot=11"), ["rule", "opening", "size", "clock", "takebacks", "side", "robot"]);
  assert.deepEqual(keys("opening=rif"), ["opening"], "renju's alone");
  assert.deepEqual(keys(`rule=renju&opening=rif&size=19&clock=77+3&rated=yes&side=o&robot=10&clock=`), []);
  assert.deepEqual(unknownTerms(linkQuery("a", { rule: "caro", clock: "0/3x20", side: "o", robot: 3 })), []);
});

test("the first visitor of a link starts its game, the second joins, others watch, each once", () => {
  const options = termsIn("?room=r&rule=renju&clock=300+5&opening=swap2&takebacks=no&side=o"), nobody = { sides: [], join: null };
  const first = createInvitation(options);
  assert.equal(first({ known: false, me: "a", game: null, rights: nobody }), null, "not before the table is known");
  assert.deepEqual(first({ known: true, me: "a", game: null, rights: nobody }),
    { kind: "start", set: { game: "1", rule: "renju", clock: "300+5", opening: "swap2", takebacks: "no", o: "a" } });
  assert.equal(first({ known: true, me: "a", game: null, rights: nobody }), null);
  const open = { number: "1" };
  assert.equal(first({ known: true, me: "a", game: open, rights: { sides: ["o"], join: "x" } }), null, "one's own game");
  const second = createInvitation(options), faster = createInvitation(options);
  assert.deepEqual(second({ known: true, me: "b", game: open, rights: { sides: [], join: "x" } }), { kind: "join", set: { x: "b" } });
  assert.equal(second({ known: true, me: "b", game: open, rights: { sides: [], join: "x" } }), null);
  faster({ known: true, me: "b", game: null, rights: nobody });
  assert.deepEqual(faster({ known: true, me: "b", game: open, rights: { sides: [], join: "x" } }).set, { x: "b" }, "somebody was faster with the New Game");
  assert.equal(createInvitation(options)({ known: true, me: "c", game: open, rights: nobody }), null);
  assert.equal(createInvitation(null)({ known: true, me: "c", game: null, rights: nobody }), null, "a link without options starts nothing");
});

/** Returns a seeker whose server is the test. `memory` is that of its window. */
function seeker(memory = createPlace()) {
  const sent = [], troubles = [], paired = [], clock = handClock();
  let online = true;
  const request = (message) => online && Boolean(sent.push(message));
  const requests = createRequests(request, clock);
  const seeking = createSeeking({ ask: requests.ask, request, memory, now: clock.now, onChange() {}, onTrouble: ({ code }) => troubles.push(code), onPaired: (message) => paired.push(message.room) });
  const says = (message) => { requests.receive(message); seeking.receive(message); return settled(); };
  return { seeking, sent, says, troubles, paired, clock, cut: () => { online = false; }, mend: () => { online = true; } };
}

test("a seek is repeated after a lost connection, and ends with a single pairing", async () => {
  const { seeking, sent, says, paired, cut, mend } = seeker();
  const wanted = seekOf(checkedTerms({ clock: "300+5", rated: true }), "1300-1700");
  has(wanted, { rule: "freestyle", clock: "300+5", opening: "none", size: "15", takebacks: "yes", rated: true, rating: "1300-1700" });
  seeking.seek(wanted);
  assert.deepEqual(sent.splice(0), [{ type: "seek", ...wanted, id: "q1" }]);
  await says({ type: "seeking", id: "q1", seek: wanted });
  assert.equal(seeking.wanted, wanted);
  cut();
  await says({ type: "welcome" });
  assert.equal(seeking.wanted, wanted, "a line that is down ends no seek");
  mend();
  await says({ type: "welcome" });
  assert.equal(sent.splice(0)[0].type, "seek");
  await says({ type: "paired", room: "calm-otter-1", side: "x" });
  await says({ type: "paired", room: "calm-otter-1", side: "x" });
  assert.deepEqual(paired, ["calm-otter-1"]);
  assert.equal(seeking.wanted, null);
});

test("the window's next document continues a seek, unless it comes late or the seek has ended", async () => {
  const memory = createPlace(), first = seeker(memory);
  first.seeking.seek({ rule: "renju" });
  await first.says({ type: "seeking", id: "q1", seek: { rating: 1620 } });
  assert.equal(first.seeking.rating, 1620);
  first.clock.advance(5_000);
  first.seeking.hold();
  const next = seeker(memory);
  assert.deepEqual([next.seeking.wanted, next.seeking.since], [{ rule: "renju" }, first.seeking.since]);
  next.seeking.resume();
  assert.deepEqual(next.sent, [{ type: "seek", rule: "renju", id: "q1" }]);
  assert.equal(seeker(memory).seeking.wanted, null, "only one document takes it");
  next.seeking.hold();
  const stored = JSON.parse(memory.get("seek"));
  memory.set("seek", JSON.stringify({ ...stored, at: stored.at - KEPT }));
  assert.equal(seeker(memory).seeking.wanted, null, "late");
  next.seeking.cancel();
  next.seeking.hold();
  assert.equal(seeker(memory).seeking.wanted, null, "ended");
  memory.set("seek", "{");
  assert.equal(seeker(memory).seeking.wanted, null, "garbled");
});

test("a refused seek ends with an error, and a cancelled one is withdrawn", async () => {
  const { seeking, sent, says, troubles } = seeker();
  seeking.seek({ rule: "renju" });
  await says({ type: "error", id: "q1", code: "not-claimed" });
  assert.deepEqual(troubles, ["not-claimed"]);
  assert.equal(seeking.wanted, null);
  seeking.seek({ rule: "renju" });
  seeking.cancel();
  assert.equal(sent.at(-1).type, "unseek");
  await says({ type: "error", id: "q2", code: "rate-limited" });
  assert.deepEqual(troubles, ["not-claimed"], "nobody waits for that answer any more");
  seeking.accept("seek.7");
  assert.deepEqual(sent.at(-1), { type: "accept", seek: "seek.7", id: "q3" });
  await says({ type: "error", id: "q3", code: "gone" });
  assert.deepEqual(troubles, ["not-claimed", "gone"]);
});

test("a seek whose game could not be created ends with an error", async () => {
  const { seeking, says, troubles } = seeker();
  seeking.seek({ rule: "renju" });
  await says({ type: "seeking", id: "q1" });
  await says({ type: "error", id: "q1", code: "unavailable" });
  assert.deepEqual([troubles, seeking.wanted], [["unavailable"], null]);
});

test("a request without an answer fails after a time limit", async () => {
  const clock = handClock(), { ask, receive } = createRequests(() => true, clock);
  const answer = ask({ type: "token" });
  receive({ type: "delta", room: "r", id: "q1", rev: 1 });
  clock.advance(PATIENCE);
  await assert.rejects(answer, { code: "offline" });
  await assert.rejects(createRequests(() => false, clock).ask({ type: "token" }), { code: "offline" });
});

test("the lobby is mirrored from snapshots and deltas, and a gap makes it join again", () => {
  const entered = [], again = [], lobby = createLobby({ enter: (room, { kind }) => entered.push([room, kind]), leave() {}, rejoin: (room) => again.push(room) }, () => {});
  lobby.enter();
  lobby.enter();
  assert.deepEqual(entered, [["~lobby", "lobby"]]);
  const seek = { by: "p-1", name: "Ann", bot: false, rating: 1500, rule: "renju", clock: "300+5", opening: "swap2", size: "15", rated: true };
  lobby.receive({ type: "snapshot", room: "~lobby", epoch: "e", rev: 4, state: { "seek.10": seek, "seek.9": seek, "play.calm-otter-1": { x: { name: "A" }, o: { name: "B" } } } });
  assert.deepEqual(lobby.seeks.map(({ key }) => key), ["seek.9", "seek.10"], "oldest first");
  assert.deepEqual(lobby.plays.map(({ room }) => room), ["calm-otter-1"]);
  lobby.receive({ type: "delta", room: "~lobby", rev: 5, by: "server", set: { "seek.9": null } });
  assert.equal(lobby.seeks.length, 1);
  lobby.receive({ type: "delta", room: "~lobby", rev: 7, by: "server", set: { "seek.10": null } });
  assert.deepEqual(again, ["~lobby"]);
});

/** The parts of an element that lists need. */
class Line {
  children = [];
  replaceChildren() { this.children = []; }
  get isConnected() { return Boolean(this.parent); }
  remove() {
    this.parent.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
  }
  insertBefore(child, before) {
    if (child.parent) child.remove();
    this.children.splice(before ? this.children.indexOf(before) : this.children.length, 0, child);
    child.parent = this;
    this.moves = (this.moves ?? 0) + 1;
  }
  replaceWith(other) {
    this.parent.insertBefore(other, this);
    this.remove();
  }
}

test(`a list redraws only changed entries, and shows exactly the current ones (SEED=${seed})`, (t) => {
  globalThis.document = { createElement: () => new Line() };
  t.after(() => { delete globalThis.document; });
  const random = randomFrom(seed), list = new Line();
  let items = [], drawn = 0;
  const draw = (item) => { drawn += 1; return Object.assign(new Line(), { item }); };
  for (let step = 0; step < 400; step += 1) {
    const before = new Map(list.children.map((line) => [line.item?.key, line])), was = new Map(items.map((item) => [item.key, item.value]));
    items = items.filter(() => random() < 0.8).map((item) => (random() < 0.2 ? { ...item, value: random() } : item));
    if (random() < 0.5) items.push({ key: `seek.${step}`, value: 0 });
    const changed = items.filter(({ key, value }) => was.get(key) !== value).length;
    drawn = list.moves = 0;
    showList(list, items, draw, "nothing");
    assert.deepEqual(list.children.map((line) => line.item ?? null), items.length ? items : [null]);
    assert.equal(drawn, changed, "drawn anew");
    if (!changed && items.length) assert.equal(list.moves, 0, "nothing else is touched");
    for (const line of list.children) if (line.item && was.get(line.item.key) === line.item.value) assert.equal(before.get(line.item.key), line);
  }
});

test("invalid entries of the lobby are ignored", () => {
  const state = new Map([["seek.1", null], ["seek.2", "x"], ["seek.3", []], ["play.a", { x: {} }], ["__proto__", {}]]);
  assert.deepEqual([seeksIn(state), playsIn(state)], [[], []]);
});

function createPlace() {
  const kept = new Map();
  return createMemory(() => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) }));
}

test("signing in stores the new token and name, and signing out removes them", async () => {
  const sockets = fakeSockets(), browser = createPlace(), identity = createIdentity(browser, createPlace()), restarts = [];
  identity.welcomed("old");
  const account = createAccount({ ask: async () => ({ token: "bot-token" }), open: sockets.open, identity, restart: () => restarts.push(identity.hello()) });
  const done = account.signIn("Ann", "correct horse");
  sockets.last.opens();
  assert.deepEqual(sockets.last.sent, [{ type: "login", id: "l1", name: "Ann", password: "correct horse", bot: false }]);
  sockets.last.says({ type: "welcome", participant: { id: "p-1", name: "Ann", claimed: true }, token: "new" });
  await done;
  assert.deepEqual(restarts, [{ token: "new", name: "Ann" }]);
  assert.ok(sockets.last.closed);
  identity.welcomed("new");
  assert.equal(identity.isGuest, false, "the new token is no second window's");
  account.signOut();
  assert.deepEqual(restarts[1], { token: undefined, name: undefined });
  assert.equal(browser.get("token"), undefined);
  assert.equal(await account.token(), "bot-token");
});

test("a claim is repeated after a lost connection, and succeeds if it had been carried out", async () => {
  const asked = [], identity = createIdentity(createPlace(), createPlace());
  let restarts = 0;
  const account = createAccount({ ask: (message) => new Promise((resolve, reject) => asked.push({ message, resolve, reject })), identity, restart: () => { restarts += 1; } });
  const known = account.claim("Ann", "correct horse");
  account.receive({ type: "welcome", participant: { id: "p-1", claimed: true } });
  await known;
  assert.deepEqual([asked.length, identity.name, restarts], [1, "Ann", 0]);
  const late = account.claim("Bob", "correct horse");
  account.receive({ type: "welcome", participant: { id: "p-1" } });
  assert.deepEqual(asked.slice(1).map(({ message }) => message.name), ["Bob", "Bob"]);
  asked[2].reject(new Refusal("already-claimed"));
  await late;
  assert.deepEqual([identity.name, restarts], ["Bob", 1]);
  const had = account.claim("Eve", "correct horse");
  asked[3].reject(new Refusal("already-claimed"));
  await assert.rejects(had, { code: "already-claimed" });
  account.receive({ type: "welcome", participant: { id: "p-1" } });
  assert.equal(asked.length, 4, "what is over is not asked again");
});

test("a wrong password and a lost connection are reported by their codes", async () => {
  const sockets = fakeSockets();
  const refused = signIn({ open: sockets.open, name: "Ann", password: "x" });
  sockets.last.opens();
  sockets.last.says({ type: "error", id: "l1", code: "bad-login", message: "No." });
  await assert.rejects(refused, { code: "bad-login" });
  const broken = signIn({ open: sockets.open, name: "Ann", password: "x" });
  sockets.last.breaks();
  await assert.rejects(broken, { code: "offline" });
});

test("a stored record is replayed with its names, moves and result", () => {
  const record = recordOf({ rule: "renju", size: 15, x: { id: "p-1", name: "Ann" }, o: { id: "p-2", name: "" }, moves: ["7,7", "8,8", "9,7"], result: "x", reason: "resign" });
  assert.deepEqual(record.names, { x: "Ann", o: "Former player" });
  const game = gameAfter(record, 3);
  assert.deepEqual([game.moves.map(({ stone }) => stone).join(""), game.result, game.reason], ["xox", "x", "resign"]);
});

test("a stored record has the times of its moves, and a robot's name in the page's language", () => {
  const game = { rule: "freestyle", size: 15, x: { id: "robot:3", name: "Robot 3" }, o: null, moves: ["7,7", "8,8", "9,7"], times: [2105, null, -1], result: "x", reason: "five" };
  const record = recordOf(game);
  assert.deepEqual(record.names, { x: T.levels[2].name, o: "Former player" });
  assert.deepEqual(gameAfter(record, 3).moves.map(({ time }) => time), [2105, null, null]);
  assert.deepEqual(recordOf({ ...game, times: undefined }).moves.map(({ time }) => time), [null, null, null], "a game of an earlier version");
  assert.deepEqual(recordOf({ ...game, moves: undefined }).moves, []);
});

test("a friend's link without its secret is recognized, and other links are not", () => {
  const query = linkQuery("tea", {}), secret = "A".repeat(22);
  for (const hash of ["", "#", "#secret=", "#secret=short"]) assert.equal(roomWithoutSecret(query, hash), "tea", hash);
  assert.equal(roomWithoutSecret(query, `#secret=${secret}`), null);
  assert.equal(roomWithoutSecret("?room=tea&rule=renju", ""), null, "a link that never had a secret");
  assert.equal(roomWithoutSecret("?lobby&friend=1", ""), null, "no table");
});

test("the action in a link is removed, and nothing else", () => {
  assert.equal(withoutAction("?room=tea&ask=robot&clock=300+5"), "?room=tea&clock=300+5");
  assert.equal(withoutAction("?ask=robot"), "");
  assert.equal(withoutAction("?room=ask=robot"), "?room=ask=robot");
});

test("a mistake in a link is reported, and names of other sites are not", () => {
  const words = (query) => mistakesIn(query).map(mistakeWords);
  assert.deepEqual(words("?opening=swp2"), [T.linkUnknown({ pair: "opening=swp2", known: openingsOf("freestyle").join(", ") })]);
  for (const [name, known] of [["openning", "opening"], ["opning", "opening"], ["oepning", "opening"], ["clok", "clock"], ["takeback", "takebacks"], ["Opening", "opening"]]) {
    assert.deepEqual(words(`?room=a&${name}=swap2`), [T.linkMisspelt({ pair: `${name}=swap2`, known })], name);
  }
  for (const query of ["", "?lobby", "?room=a&opening=swap2&utm_source=x&fbclid=y&side=o", "?person=Ann", "?record=k-1", "?ask=robot&room=b", "?sid=1"]) assert.deepEqual(words(query), [], query);
});

test("a link with a misspelt option starts no game", () => {
  const nobody = { sides: [], join: null };
  for (const query of ["?room=r&openning=swap2", "?room=r&rule=renju&openning=swap2"]) {
    const step = createInvitation(termsIn(query), mistakesIn(query));
    has(step({ known: true, me: "a", game: null, rights: nobody }), { kind: "unknown", key: "openning", isName: true });
    assert.equal(step({ known: true, me: "a", game: null, rights: nobody }), null, "once");
  }
  const plain = createInvitation(null, mistakesIn("?room=r&openning=swap2"));
  assert.equal(plain({ known: true, me: "b", game: { number: "1" }, rights: { sides: [], join: "o" } }), null, "a link without terms gives no seat");
});

test("a game is won, lost or drawn from the person's point of view", () => {
  const game = { x: { id: "a" }, o: { id: "b" }, result: "o" };
  assert.deepEqual(["a", "b", "c"].map((id) => outcomeFor(game, id).how), ["lost", "won", "over"]);
  assert.equal(outcomeFor({ ...game, result: "draw" }, "a").how, "drawn");
});

test("after a game against a person, the next opponent is sought on the same terms", () => {
  const game = { result: "x", seats: { x: "a", o: "b" }, rule: "renju", clock: "300+5", opening: "swap2", size: 15 }, mine = { sides: ["x"] };
  assert.equal(mayGoOn(game, mine), true);
  for (const [other, rights] of [[{ ...game, result: null }, mine], [game, { sides: [] }], [{ ...game, seats: { x: "a", o: "robot:3" } }, mine], [null, mine]]) assert.equal(mayGoOn(other, rights), false);
  has(seekOf(termsOf(game, new Map([["takebacks", "no"], ["rated", "yes"]]))),
    { rule: "renju", clock: "300+5", opening: "swap2", size: "15", takebacks: "no", rated: true });
});

test("only a game that is recorded has an address", () => {
  const game = { number: "3", result: "x", reason: "five", moves: [1, 2] };
  assert.equal(recordOfTable(game, "k3abc"), "?record=k3abc-3");
  for (const other of [null, { ...game, result: null }, { ...game, reason: "aborted" }, { ...game, moves: [1] }]) assert.equal(recordOfTable(other, "k3abc"), null);
});

test("clocks, terms, rated names and refusals have words", () => {
  assert.deepEqual(["300+5", "600+0", "90+0", "600/5x30", ""].map(clockWords), ["5\u00a0min + 5\u00a0s", "10\u00a0min", "90\u00a0s", "10\u00a0min + 5\u00a0×\u00a030\u00a0s", "no clock"]);
  assert.equal(termWords({ rule: "renju", clock: "300+5", opening: "swap2", size: "19", takebacks: "no", rated: true }), "Renju · 5\u00a0min + 5\u00a0s · Swap2 · 19\u00a0×\u00a019 · no takebacks · rated");
  assert.equal(ratedName({ name: "Ann", rating: 1500.4 }), "Ann (1500)");
  assert.equal(refusalWords({ code: "new-code", message: "The server says why." }), "The server says why.");
});

test("an address leads to a screen or to a table", () => {
  assert.deepEqual(["?lobby", "?person=Ann", "?record=e-1", "?room=lunch", ""].map(screenIn), ["lobby", "person", "record", undefined, "lobby"]);
});
