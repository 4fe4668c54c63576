// Everything that a game needs besides the board: clocks, openings, offers and answers, absence,
// hints. Fetched with the first game (lazy-modules.js). actions.js determines the possible actions,
// and the server decides.

import { actionsOf, isPair, otherLevels, questionsOf, readMatch } from "../game/actions.js";
import { CLAIM_AFTER, deadline } from "../game/clockwork.js";
import { createClocks } from "./clocks.js";
import { createForbidden } from "./forbidden.js";
import { ask, make } from "../page/elements.js";
import { pointName, resignation } from "../game/game.js";
import { createHints } from "./hints.js";
import { mountOpeningPanel } from "./opening-panel.js";
import { createResult } from "./result.js";
import { createScore } from "./score.js";
import { createStrips } from "./strips.js";
import { opponent } from "../game/stones.js";
import { pointsText } from "../game/score.js";
import { LEVELS } from "../game/terms.js";
import { clockWords, openingWords } from "../texts/term-words.js";
import { fetched } from "../net/fetching.js";
import { createActionBar } from "./action-bar.js";
import { narrate } from "../texts/narration.js";
import { objection, openingMarks } from "../game/openings.js";
import { phaseWords, stepWords } from "../texts/opening-words.js";
import { T } from "../texts/texts.js";
import { tellTurnBy, turn } from "../texts/wording.js";

/** Returns milliseconds as seconds, in the page's language. */
const seconds = (milliseconds) => (
  Math.max(0.1, milliseconds / 1000).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 }));

/**
 * Opens the parts of a game.
 *
 * @param table   of table.js.
 * @param browser of memory.js.
 * @param say     announces words to screen readers; `notice` shows them.
 * @param render  draws the page again.
 * @param later   fetches another part.
 * @param start   asks for a new game; `invite` for the computer.
 */
export function openMatch({ table, browser, settings, say, notice, render, later, start, invite, showTab }) {
  const now = () => table.connection.serverTime();
  let live = null, match = null, marks = null, marksOf = "", asking;
  let sound = null, record = {}, analysis = null;
  let hurried = null; // the game in which shorter thinking was announced
  let seen = { game: null, rights: null }; // the last announced state
  const hints = createHints({ table, notice, say, render });
  const runs = { hint: hints.ask, report, resign, invite, "new-game": start, together: () => together(), opening: () => showTab("moves") };
  const choose = ({ name, set }) => {
    if (!set) return runs[name]();
    if (table.busy.has("act")) return notice(T.answerSent);
    table.act(set);
  };
  const bar = createActionBar({ name: table.nameOf, now, choose, notice });
  const result = createResult({ after: document.getElementById("questions"), choose, say, change: ownChange, lesson });
  const updateOpening = mountOpeningPanel(document.getElementById("tab-moves-body"), async (opening) => (await later("demo"))?.showOpening(opening));
  const clocks = createClocks({ now, say }), score = createScore({ table, onChange: render });
  const strips = createStrips({ table, changes: ratingChanges });
  const forbidden = createForbidden({ later, render, browser, board: document.getElementById("board") });
  const board = document.getElementById("analysis");
  board.addEventListener("click", () => together());
  for (const strip of document.querySelectorAll(".player")) strip.append(clocks.element(strip.dataset.side));
  tellTurnBy((game, rights, name) => phaseWords(game, readMatch(table.replica.state, game).opening, rights, name));
  return { update, tell, pick, receive, hide, forbidden: (game) => forbidden.points(game, live?.agreedRights.sides ?? []) };

  /**
   * Draws the current game. Returns {marks, terms}: the marks on the board, and the text about the
   * game's terms.
   */
  function update(view) {
    const { agreed: game, agreedRights: rights } = live = view, { state } = table.replica;
    clearTimeout(asking);
    board.hidden = !game?.moves.length;
    if (!game) return hide();
    match = readMatch(state, game);
    const name = (side) => (game.seats[side] ? table.nameOf(game.seats[side]) : side.toUpperCase());
    clocks.update({ clock: match.clock, over: Boolean(game.result), mine: rights.sides, name, game: game.number });
    strips.update(game, match, score.of(game));
    hints.outdated(game);
    updateOpening({ game, opening: match.opening, rights, name: table.nameOf });
    drawBar();
    return { marks: shownMarks(game, rights), terms: terms(game) };
  }

  /** Hides everything, while a replay has the board. */
  function hide() {
    clearTimeout(asking);
    bar.hide();
    result.update({ live: false });
    updateOpening({ game: null });
    clocks.update({ clock: null });
    strips.hide();
    forbidden.clear();
  }

  function receive(message) {
    hints.receive(message);
    if (message.type === "thinking") tellThinking(message);
    if (message.type === "invited" && message.room === table.room) together(message);
    if (message.type === "error") analysis?.refused(message, notice);
    strips.receive(message);
  }

  /** Announces shorter thinking once per game, although the server sends it with each such move. */
  function tellThinking({ milliseconds, usual }) {
    const { agreed: game } = table.view();
    if (!game || game.number === hurried || !(milliseconds < usual)) return;
    hurried = game.number;
    notice(T.thinksShorter({ now: T.seconds(seconds(milliseconds)), usual: T.seconds(seconds(usual)) }), "info");
  }

  /** Draws questions and actions, and draws them again when the time of a question comes. */
  function drawBar() {
    const { agreed: game, agreedRights: rights } = live, { state } = table.replica;
    const questions = questionsOf(game, match, rights, state, now()).map((question) => (
      question.kind === "choose" ? { ...question, words: turn(game, rights, table.nameOf) } : question));
    if (hints.words) questions.push({ kind: "hinted", side: game.toMove, words: hints.words, answers: [] });
    const actions = actionsOf(game, match, rights, state);
    bar.update({ game, questions, actions, busy: table.busy });
    result.update({ game, levels: otherLevels(game, match, rights, state, LEVELS), together: isPair(game, table.me) && game.moves.length > 1, score: scoreWords(game), live: true });
    const times = questions.filter(({ kind, at }) => kind === "gone" && at > now()).map(({ at }) => (at - now()) % 1_000 + 1);
    const late = match.clock && !game.result ? deadline(match.clock) : null;
    if (late !== null && late + CLAIM_AFTER > now()) times.push(late + CLAIM_AFTER - now());
    if (times.length) asking = setTimeout(drawBar, Math.min(...times));
  }

  /** Returns the score of the two players over several games at this table, or "". */
  function scoreWords(game) {
    const points = score.of(game);
    if (!(points?.games > 1)) return "";
    const [x, o] = ["x", "o"].map((side) => [table.nameOf(game.seats[side]), pointsText(points[game.seats[side]])]);
    return T.scoreWords({ x: x[0], xPoints: x[1], o: o[0], oPoints: o[1] });
  }

  function shownMarks(game, rights) {
    const points = game.phase && rights.sides.includes(game.toMove) || match.opening.fifths.length;
    const wanted = JSON.stringify([game.number, game.phase, game.moves.length, match.opening.fifths, Boolean(points), hints.cell]);
    if (wanted === marksOf) return marks;
    marksOf = wanted;
    marks = points ? openingMarks(game, match.opening) : new Map();
    if (hints.cell) marks.set(hints.cell, "hint");
    return marks;
  }

  function terms(game) {
    return [
      game.opening !== "none" && openingWords(game.opening), game.clock && clockWords(game.clock),
      match.rated && T.unusual.rated, !match.takebacks && T.unusual.takebacks,
    ].filter(Boolean).join(" · ");
  }

  /**
   * Handles a picked point that is not a move, or must not be one. Returns true if nothing else is
   * to be done.
   */
  function pick(point) {
    const { agreed: game, agreedRights: rights } = live ?? {};
    if (!game || !rights.sides.includes(game.toMove)) return false;
    if (!game.phase) return forbidden.refuses(game, point, notice);
    if (game.choices.length) {
      notice(T.chooseFirst);
      return true;
    }
    const against = objection(game, match.opening, point);
    if (against) {
      notice(T.objections[against](pointName(point, game.size)));
      return true;
    }
    if (game.phase !== "offer-fifths") return false;
    if (game.moves.some(({ col, row }) => col === point.col && row === point.row)) return false;
    table.act({ fifth: `${point.col},${point.row}` });
    return true;
  }

  async function resign() {
    const { agreedRights: { resign: side } } = table.view(), base = table.replica.rev;
    if (!side) return;
    document.getElementById("resign-dialog")?.remove();
    const dialog = document.body.appendChild(make("dialog", { id: "resign-dialog", "aria-labelledby": "resign-title" },
      make("form", { method: "dialog" }, make("h2", { id: "resign-title" }, T.resignAsk(side)),
        make("div", { class: "actions" }, make("button", { value: "resign", class: "danger" }, T.resign),
          make("button", { value: "cancel", autofocus: true }, T.goOn)))));
    const answer = await ask(dialog);
    dialog.remove();
    if (answer === "resign") table.act(resignation(side), "resign", base);
  }

  /**
   * Resolves to a rated game's change of both ratings, {x: {before, after}, o}, read once from its
   * record. Resolves to {uncounted} if the game changed no ratings, and to null for unrated games.
   */
  function ratingChanges(game) {
    if (!match.rated) return Promise.resolve(null);
    const id = `${table.replica.epoch}-${game.number}`;
    if (record.id !== id) record = { id, told: fetched(`api/games/${encodeURIComponent(id)}`).then(changesIn, () => null) };
    return record.told;
  }

  function changesIn(game) {
    const sides = ["x", "o"].map((side) => [side, { before: game[side]?.rating, after: game[side]?.after }]);
    return sides.every(([, { before, after }]) => Number.isFinite(before) && Number.isFinite(after)) ? Object.fromEntries(sides) : { uncounted: true };
  }

  async function ownChange(game) {
    const side = ["x", "o"].find((each) => game.seats[each] === table.me);
    const changes = side ? await ratingChanges(game) : null;
    return changes?.uncounted ? changes : changes?.[side] ?? null;
  }

  /** Resolves to the address of the puzzle from a game that the user has lost; null without one. */
  async function lesson({ number, seats, result: ending }) {
    const { epoch } = table.replica, own = ["x", "o"].filter((side) => seats[side] === table.me);
    if (!epoch || own.length !== 1 || ending !== opponent(own[0])) return null;
    const game = `${epoch}-${number}`, part = await later("puzzle"), isWanted = () => table.replica.epoch === epoch && live.agreed?.number === number;
    return await part?.hasPuzzle({ game, isWanted, me: table.me, memory: browser }) ? `?puzzles=lost&game=${encodeURIComponent(game)}` : null;
  }

  async function report() {
    (await later("report"))?.showReport(table, live.agreed.number, { later, memory: browser });
  }

  /** Invites the opponent to analyse this game together, or shows such an invitation. */
  async function together(invitation) {
    analysis ??= await later("together");
    if (invitation) analysis?.showInvitation({ table, invitation, say });
    else analysis?.analyseTogether({ table, notice });
  }

  /** Announces the changes since the last call, and plays their sound if sounds are on. */
  function tell({ agreed: game, agreedRights: rights }) {
    const before = seen, after = { game, rights, state: table.replica.state };
    seen = after;
    if (settings.get("sounds") === "on" && before.rights) {
      if (sound) sound(before, after);
      else {
        sound = () => {};
        later("sounds").then((part) => { sound = part?.soundsOf ?? null; sound?.(before, after); });
      }
    }
    const sentences = [...happened(before, game, after.state), ...narrate(before.rights ? before : null, after, table.nameOf)];
    if (sentences.length) say(sentences.join(" "));
  }

  /**
   * Returns sentences about the changes between two states of the table, except moves and seats.
   */
  function happened(before, game, state) {
    if (!game || !before.game || before.game.number !== game.number) return [];
    const was = readMatch(before.state, before.game), is = readMatch(state, game), told = [];
    const nameOf = (side) => table.nameOf(game.seats[side] ?? "");
    for (const word of is.steps.slice(was.steps.length)) {
      const words = stepWords(word, table.nameOf(before.game.seats[before.game.toMove] ?? ""), (point) => pointName(point, game.size));
      if (words) told.push(words);
    }
    const back = before.game.moves.length - game.moves.length;
    if (back > 0) told.push(T.movesGone(back));
    if (is.offer && (is.offer.kind !== was.offer?.kind || is.offer.by !== was.offer.by)) {
      told.push(game.seats[is.offer.by] === table.me ? T.ownOffers[is.offer.kind] : T.offers[is.offer.kind](nameOf(is.offer.by)));
    } else if (was.offer && !is.offer && !back && (!game.result || before.game.result)) {
      const key = `${was.offer.kind} ${was.offer.by}`;
      told.push(is.refused.get(key) !== was.refused.get(key) ? T.offerGone[was.offer.kind] : T.offerWithdrawn);
    }
    for (const side of ["x", "o"]) {
      if (is.hints[side] <= was.hints[side] || game.seats[side] === table.me) continue;
      told.push(T.tookHint(nameOf(side)));
      notice(T.tookHint(nameOf(side)), "info");
    }
    if (is.gone && !was.gone) told.push(T.hasLeft(nameOf(is.gone.side)));
    if (was.gone && !is.gone && !game.result) told.push(T.isBack(nameOf(was.gone.side)));
    return told;
  }
}
