// What a game needs besides the board: clocks, what an opening awaits, offers and their answers, absence, hints.
// Fetched with the first game (lazy-modules.js). Decides nothing: actions.js says what can be done, the server whether it is.

import { linkFile } from "../net/room-files.js";
import { actionsOf, questionsOf, readMatch } from "../game/actions.js";
import { CLAIM_AFTER, deadline } from "../game/clockwork.js";
import { createClocks } from "./clocks.js";
import { createForbidden } from "./forbidden.js";
import { ask, make, setText } from "../page/elements.js";
import { pointName, resignation } from "../game/game.js";
import { createHints } from "./hints.js";
import { mountOpeningPanel } from "./opening-panel.js";
import { createResultCard } from "./result-card.js";
import { clockWords, openingWords } from "../texts/term-words.js";
import { fetched } from "../net/fetching.js";
import { createActionBar } from "./action-bar.js";
import { narrate } from "../texts/narration.js";
import { objection, openingMarks } from "../game/openings.js";
import { phaseWords, stepWords } from "../texts/opening-words.js";
import { T } from "../texts/texts.js";
import { tellTurnBy, turn } from "../texts/wording.js";

/** @param table (table.js); say(words) and notice(words) tell; render() draws the page anew; later(part) fetches another part; start() and invite() ask for a new game and for the computer; showTab(name). */
export function openMatch({ table, settings, say, notice, render, later, start, invite, showTab }) {
  const now = () => table.connection.serverTime();
  let live = null, match = null, marks = null, marksOf = "", asking;
  let sound = null;
  let seen = { game: null, rights: null }; // what was told so far
  const hints = createHints({ table, notice, say, render });
  const runs = { hint: hints.ask, report, resign, invite, "new-game": start, opening: () => showTab("moves") };
  const choose = ({ name, set }) => {
    if (!set) return runs[name]();
    if (table.busy.has("act")) return notice(T.answerSent);
    table.act(set);
  };
  const bar = createActionBar({ name: table.nameOf, now, choose, notice });
  const result = createResultCard({ place: document.querySelector(".board-frame"), choose, say, change: ratingChange,
    file: (link, number) => linkFile(link, table, `games/${number}.sgf`, `${table.room}-${number}.sgf`) });
  const updateOpening = mountOpeningPanel(document.getElementById("tab-moves-body"));
  const clocks = createClocks({ now, say });
  for (const strip of document.querySelectorAll(".player")) strip.append(clocks.element(strip.dataset.side));
  tellTurnBy((game, rights, name) => phaseWords(game, readMatch(table.replica.state, game).opening, rights, name));
  return { update, tell, pick, receive: hints.receive, hide, forbidden: createForbidden(later, render) };

  /** Draws what stands; returns {marks, terms}: what the board marks, and what is said of the game's terms. */
  function update(view) {
    const { agreed: game, agreedRights: rights } = live = view, { state } = table.replica;
    clearTimeout(asking);
    if (!game) return hide();
    match = readMatch(state, game);
    const name = (side) => (game.seats[side] ? table.nameOf(game.seats[side]) : side.toUpperCase());
    clocks.update({ clock: match.clock, over: Boolean(game.result), mine: rights.sides, name, game: game.number });
    hints.outdated(game);
    updateOpening({ game, opening: match.opening, rights, name: table.nameOf });
    drawBar();
    return { marks: shownMarks(game, rights), terms: terms(game) };
  }

  /** Shows nothing of it, while a replay has the board. */
  function hide() {
    clearTimeout(asking);
    bar.hide();
    result.update({ live: false });
    updateOpening({ game: null });
    clocks.update({ clock: null });
  }

  /** Draws questions and actions; again when a question's time comes. */
  function drawBar() {
    const { agreed: game, agreedRights: rights } = live, { state } = table.replica;
    const questions = questionsOf(game, match, rights, state, now()).map((question) => (
      question.kind === "choose" ? { ...question, words: turn(game, rights, table.nameOf) } : question));
    if (hints.words) questions.push({ kind: "hinted", side: game.toMove, words: hints.words, answers: [] });
    const actions = actionsOf(game, match, rights, state);
    bar.update({ game, questions, actions, busy: table.busy });
    result.update({ game, actions, mine: rights.sides, live: true });
    const times = questions.filter(({ kind, at }) => kind === "gone" && at > now()).map(({ at }) => (at - now()) % 1_000 + 1);
    const late = match.clock && !game.result ? deadline(match.clock) : null;
    if (late !== null && late + CLAIM_AFTER > now()) times.push(late + CLAIM_AFTER - now());
    if (times.length) asking = setTimeout(drawBar, Math.min(...times));
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
      match.rated && T.ratedGame, !match.takebacks && T.noTakebacks,
    ].filter(Boolean).join(" · ");
  }

  /** Takes a picked point where it is no move, or must not be one: true when that is all there is to it. */
  function pick(point) {
    const { agreed: game, agreedRights: rights } = live ?? {};
    if (!game?.phase || !rights.sides.includes(game.toMove)) return false;
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

  /** What a rated game did to one's own rating, as its record tells it; null for any other. */
  async function ratingChange(game) {
    const side = ["x", "o"].find((each) => game.seats[each] === table.me);
    if (!match.rated || !side) return null;
    const record = await fetched(`api/games/${encodeURIComponent(`${table.replica.epoch}-${game.number}`)}`).catch(() => null);
    const { rating, after } = record?.[side] ?? {};
    return Number.isFinite(rating) && Number.isFinite(after) ? { before: rating, after } : null;
  }

  async function report() {
    (await later("report"))?.showReport(table, live.agreed.number);
  }

  /** Says what has changed since the last time; and makes it heard, if that is wanted. */
  function tell({ agreed: game, agreedRights: rights }) {
    const before = seen, after = { game, rights, state: table.replica.state };
    seen = after;
    if (settings.get("sounds") === "on" && before.rights) {
      if (sound) sound(before, after);
      else later("sounds").then((part) => { sound = part?.soundsOf ?? null; sound?.(before, after); });
    }
    const sentences = [...happened(before, game, after.state), ...narrate(before.rights ? before : null, after, table.nameOf)];
    if (sentences.length) say(sentences.join(" "));
  }

  /** What has happened between two states of the table besides moves and seats, in sentences. */
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
    if (is.gone && !was.gone) told.push(T.hasLeft(nameOf(is.gone.side)));
    if (was.gone && !is.gone && !game.result) told.push(T.isBack(nameOf(was.gone.side)));
    return told;
  }
}
