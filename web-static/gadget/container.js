// One gadget in its frame, connected to one room: the gadget's requests, and the messages it gets.

import { createFit } from "./fit.js";
import { isObject, openFrame } from "./frame-link.js";
import { createGuards } from "./guards.js";
import { askForFile } from "./load.js";
import { createOutbox, DELTAS_PER_SECOND } from "./outbox.js";
import { participantsOf } from "./people.js";
import { areGuarded, settledNames, toldId, withoutReserved } from "./room-options.js";
import { splitDoctype, substituted } from "./spec.js";
import { T } from "../texts/texts.js";

/** The longest texts that a gadget may send, in characters. */
const TITLE_LIMIT = 200;
const SNIPPET_LIMIT = 1_000;
const LOG_LIMIT = 2_000;
const TROUBLE_TEXT_LIMIT = 300;
/** The number of the page's own changes that it recognizes when the server broadcasts them. */
const OWN_LIMIT = 2_000;
/** The longest text that a gadget gets from a mapped file, in UTF-16 units. */
const FETCH_LIMIT = 1_000_000;
/** Links to a wave: a scheme, a fragment (#restored:wave:…) or the address of Wave's client. */
const WAVE_LINK = /^wave:|^#(?:restored|minimized|maximized|focused):|^https?:\/\/(?:[^/]*\.)?(?:wave\.google\.com|googlewave\.com)\b/i;
/** The loading time after which the page tells the user that the gadget is slow, in ms. */
const LOADING_MS = 7_000;

/**
 * @param options.gadget  the result of spec.js, with `values` of its preferences and `addresses`
 *   for the frame.
 * @param options.address the frame's address with its parameters; `looks`: its root's attributes.
 * @param options.show    the page's functions {title, snippet, notice, hint, trouble, settled,
 *   slow, stopped, link, preferences}.
 */
export function createContainer({ place, gadget, address, looks, session, names, show }) {
  let enabled = false, editing = false, playing = null, loading = null;
  const underWay = new Map(), ownIds = new Set(); // changes by id; ids of answered changes
  const guards = [false, true].map((isPrivate) => createGuards({
    pass: (change) => outbox.add(change, change.size),
    refuse: (change, keys) => discard(change, "conflict", T.outdated(keys.slice(0, 3).join(", ")), keys),
    rev: () => (isPrivate ? session.replica.privateRev : session.replica.rev),
  }));
  const outbox = createOutbox({
    send(change) {
      const id = session.send(change);
      if (id) underWay.set(id, change);
      return Boolean(id);
    },
    onSlow: () => show.notice(T.throttled(DELTAS_PER_SECOND)),
  });
  const frame = openFrame(place, {
    address, onCall, onReady: write,
    onGone(isGone) {
      if (!isGone) return show.settled("gone");
      clearTimeout(loading);
      show.trouble("gone", "");
    },
    onStop(why) {
      forget();
      show.stopped(why);
    },
  });
  const fit = createFit(place, frame.element, {
    height: gadget.height, width: gadget.width, isResponsive: Object.hasOwn(gadget.features, "responsive"),
  });
  awaitGadget();

  return {
    whole, delta, people, rejected,
    sent,
    room: () => enabled && tellRoom(),
    edit(on) {
      editing = on;
      tellMode();
    },
    play, playStep, live, close,
    /** Stops the gadget at the user's request. */
    stop() {
      close();
      show.stopped("asked");
    },
    get playing() { return playing; },
  };

  function close() {
    forget();
    fit.close();
    frame.close();
  }

  /** Reports a gadget that does not become ready. Its library sends `wave_enable` at onload. */
  function awaitGadget() {
    enabled = false;
    clearTimeout(loading);
    loading = setTimeout(() => show.slow(true), LOADING_MS);
  }

  /** Writes the gadget into the empty frame. */
  function write() {
    awaitGadget();
    const { messages, values: preferences, rightToLeft } = gadget;
    const html = substituted(gadget.html, { messages, preferences, rightToLeft });
    frame.post({
      kind: "render", ...splitDoctype(html), addresses: gadget.addresses, prefs: gadget.values, messages,
      features: gadget.features, place: gadget.place, views: gadget.views, looks,
    });
  }

  // Messages to the gadget. Before its `wave_enable` it is still loading and gets none.

  function enable() {
    enabled = true;
    clearTimeout(loading);
    show.slow(false);
    tellRoom();
    tellMode();
    people();
    if (playing) tellPlayback();
    else whole(false);
    whole(true);
  }

  function tellRoom() {
    if (session.replica.known) frame.post({ kind: "room", room: session.replica.kind });
  }

  function tellMode() {
    if (!enabled) return;
    frame.call("wave_gadget_mode", [{ "${playback}": playing ? "1" : "0", "${edit}": editing && !playing ? "1" : "0" }]);
  }

  function people() {
    const { replica, me } = session;
    // A gadget never accepts another id for the user. If ids are names (room-options.js), wait
    // until the room has the user's name.
    if (!enabled || !replica.known || toldId(replica, me) === null) return;
    const settled = settledNames(replica).filter(([id]) => !replica.participants.has(id));
    frame.call("wave_participants", [participantsOf(replica, me, {
      guest: T.guest, left: [...settled, ...names.all()], toldId: (id) => toldId(replica, id) ?? id,
    })]);
  }

  function whole(isPrivate) {
    const { replica } = session;
    guards[Number(isPrivate)].restart(isPrivate ? replica.privateRev : replica.rev);
    if (!enabled || !replica.known || (playing && !isPrivate)) return;
    frame.post({
      kind: "state", private: isPrivate, full: isPrivate ? Object.fromEntries(replica.private) : withoutReserved(replica.state),
      rev: isPrivate ? replica.privateRev : replica.rev,
    });
  }

  function delta({ set, rev, id, isPrivate }) {
    guards[Number(isPrivate)].note({ set, rev }, ownIds.has(id));
    if (!enabled || (playing && !isPrivate)) return;
    frame.post({ kind: "state", private: isPrivate, set: isPrivate ? set : withoutReserved(Object.entries(set)), rev });
  }

  /** Handles the answer to a change. The next waiting change is checked once this is applied. */
  function sent({ id }) {
    const change = underWay.get(id);
    underWay.delete(id);
    if (change) {
      ownIds.add(id);
      if (ownIds.size > OWN_LIMIT) ownIds.delete(ownIds.values().next().value);
      queueMicrotask(() => guards[Number(change.isPrivate)].answered(change));
    }
    outbox.pump();
  }

  function forget() {
    enabled = false;
    clearTimeout(loading);
    outbox.clear();
    for (const each of guards) each.clear();
  }

  function rejected(rejection) {
    show.notice(T.rejected(rejection.message));
    tellRejection(rejection);
  }

  function tellRejection(rejection) {
    if (enabled) frame.post({ kind: "reject", rejection });
  }

  // Playback.

  function play(playback) {
    playing = playback;
    tellMode();
    tellPlayback();
  }

  function tellPlayback() {
    if (enabled) frame.post({ kind: "state", private: false, full: withoutReserved(playing.state), rev: playing.position });
  }

  function playStep(forward) {
    const set = playing?.step(forward);
    if (!set) return false;
    if (enabled) frame.post({ kind: "state", private: false, set: withoutReserved(Object.entries(set)), rev: playing.position });
    return true;
  }

  /** Returns to the present. The present state goes before the mode, so no old state is used. */
  function live() {
    if (!playing) return;
    playing = null;
    whole(false);
    tellMode();
  }

  // Requests of the gadget.

  function onCall(service, args, { base, guard, reads, answer }) {
    switch (service) {
      case "wave_enable": return enable();
      case "wave_gadget_state": return submit(args[0], { base, guard, reads, isPrivate: false });
      case "wave_private_gadget_state": return submit(args[0], { base, guard, reads, isPrivate: true });
      case "wave_log": return console.log("gadget:", words(args[0], LOG_LIMIT));
      case "set_title": return show.title(words(args[0], TITLE_LIMIT));
      case "set_snippet": return show.snippet(words(args[0], SNIPPET_LIMIT));
      case "resize_iframe": return fit.setHeight(Number(args[0]));
      case "setIframeWidth": return fit.setWidth(args[0]);
      case "set_pref": return setPreferences(args);
      case "requestNavigateTo":
      case "navigateToFragment": return navigate(words(args[0], SNIPPET_LIMIT), args[1]);
      case "trouble": return show.trouble(words(args[0], 20), words(args[1], TROUBLE_TEXT_LIMIT));
      case "fetch": return void fetchMapped(words(args[0], SNIPPET_LIMIT)).then(answer);
      default: return undefined; // A service of other containers.
    }
  }

  function submit(given, { base, guard, reads, isPrivate }) {
    const data = asData(given), set = data && withoutReserved(Object.entries(data));
    if (!set || Object.keys(set).length === 0) return;
    const { replica } = session, newest = isPrivate ? replica.privateRev : replica.rev;
    const since = Number.isSafeInteger(base) && base >= 0 && base <= newest ? base : newest;
    const size = new TextEncoder().encode(JSON.stringify(set)).length;
    const change = { set, base: since, guard: asGuard(guard), isPrivate, size };
    if (playing) return discard(change, "read-only", T.playbackOnly);
    // The server closes the connection after a longer message, and the page would send the message
    // again on the next connection.
    if (size > session.messageLimit) return discard(change, "too-large", T.tooLarge);
    const judged = areGuarded(replica) && !change.guard ? [reads].flat().filter((key) => Object.hasOwn(set, key)) : [];
    // Later changes wait behind a waiting one, so that their order stays the same.
    const isTaken = areGuarded(replica) || guards[Number(isPrivate)].length
      ? guards[Number(isPrivate)].add(change, judged) : outbox.add(change, size);
    if (!isTaken) discard(change, "rate-limited", T.dropped);
  }

  function discard({ set, isPrivate }, code, message, keys = []) {
    show.notice(message);
    tellRejection({ code, message, keys, delta: set, private: isPrivate });
  }

  function setPreferences(args) {
    const changes = {};
    for (let index = 1; index + 1 < args.length; index += 2) changes[String(args[index])] = String(args[index + 1]);
    show.preferences(changes);
  }

  /** Shows another view of the gadget, or offers a link out of it. */
  function navigate(target, parameters) {
    if (WAVE_LINK.test(target)) show.hint(T.waveLink);
    else if (/^(?:https?:\/\/|mailto:)/i.test(target)) show.link(target);
    else if (gadget.views.includes(target.toLowerCase())) show.view(target.toLowerCase(), isObject(parameters) ? JSON.stringify(parameters) : "");
    else show.hint(T.noView({ name: target, views: gadget.views.join(", ") }));
  }

  /** Returns a file of the gadgets' folder, for makeRequest. All other addresses get a 404. */
  async function fetchMapped(target) {
    const missing = { ok: false, status: 404, message: "404 Gadgets reach no network; see the operator's map." };
    try {
      const response = await askForFile(target);
      if (!response) return missing;
      const text = response.ok ? await response.text() : "";
      return { ok: response.ok, status: response.status, text: text.slice(0, FETCH_LIMIT), message: `${response.status}` };
    } catch {
      return missing;
    }
  }
}

const words = (value, limit) => String(typeof value === "object" ? "" : value ?? "").slice(0, limit);

/** Returns the JSON data of an object, or null if the value is no object or has no JSON. */
function asData(given) {
  if (!isObject(given)) return null;
  try {
    return JSON.parse(JSON.stringify(given));
  } catch {
    return null;
  }
}

function asGuard(guard) {
  if (guard === true) return true;
  return Array.isArray(guard) && guard.length && guard.every((key) => typeof key === "string") ? guard.slice(0, 512) : undefined;
}
