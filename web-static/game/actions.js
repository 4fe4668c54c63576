// The actions and questions that a player has besides moves. Computes them from the room's keys,
// each with the delta to send. Pure. The referee decides
// (Sources/GameState/Game/Game+Offers.swift).

import { CLAIM_AFTER, deadline, readClock } from "./clockwork.js";
import { readOpening } from "./openings.js";
import { isPerson, isRobot, levelOf, robotOf } from "./robots.js";
import { opponent, stoneOfMove } from "./stones.js";
import { OFFER_PAUSE } from "./term-tables.js";
import { TERM_KEYS } from "./terms.js";

/**
 * The places of the action bar, each as the names of the actions that share it. Two actions of one
 * place are never possible at the same time.
 */
export const PLACES = [["undo", "takeback", "rematch"], ["draw"], ["leave", "abort", "resign"], ["hint", "hints", "report"], ["invite", "new-game", "opening"]];

/**
 * Reads everything of `game` (game.js) besides the board, such as the clock and offers, from the
 * keys in `state` (a Map).
 */
export function readMatch(state, game) {
  const text = (key) => (typeof state.get(key) === "string" ? state.get(key) : "");
  const [, kind, by] = /^(draw|takeback|rematch|hints) ([xo])$/.exec(text("offer")) ?? [];
  const [, side, at] = /^([xo]) (\d{1,15})$/.exec(text("gone")) ?? [];
  const refused = new Map();
  for (const [, offer, move] of text("refused").matchAll(/((?:draw|takeback|rematch|hints) [xo]) (\d+)/g)) refused.set(offer, Number(move));
  return {
    clock: readClock(state), opening: readOpening(state, game), offer: kind ? { kind, by } : null,
    gone: side && !game.result ? { side, at: Number(at) } : null, refused,
    takebacks: text("takebacks") !== "no", rated: text("rated") === "yes",
    hints: { agreed: text("hints") === "yes", x: Number(text("xHints")) || 0, o: Number(text("oHints")) || 0 },
    steps: text("steps").split(" ").filter(Boolean),
  };
}

/**
 * Returns the number of moves that a takeback of `side` removes; 0 if it has none after the
 * opening.
 */
export function movesBack(game, { steps }, side) {
  const stones = steps.filter((word) => /^!?\d+,\d+$/.test(word)).length;
  const count = stoneOfMove(game.moves.length) === side ? 1 : 2;
  return game.phase || game.moves.length - count < stones ? 0 : count;
}

/** Whether the participant has one seat of the game and another person the other one. */
export const isPair = ({ seats: { x, o } }, me) => Boolean(x && o) && x !== o && [x, o].includes(me) && ![x, o].some(isRobot);

/** Returns the `set` that takes back the last `count` moves. */
export function takingBack(game, count) {
  const left = game.moves.length - count, set = { move: String(left) };
  for (let number = left + 1; number <= game.moves.length; number += 1) set[`col${number}`] = set[`row${number}`] = null;
  return set;
}

/** Returns the `set` of the next game with sides exchanged and the same terms. */
export function rematch(game, match, state) {
  const set = { game: String(Number(game.number) + 1), rule: game.rule, x: game.seats.o, o: game.seats.x };
  for (const key of TERM_KEYS) if (state.has(key)) set[key] = state.get(key);
  return set;
}

/**
 * Returns the actions that are possible with `rights`: [{name, set}]. An action has no `set` if the
 * page must ask first. `wait` {code, moves} says why an action is not possible yet. Before the
 * first move a player may leave, after it abort, and from the second move on resign.
 */
export function actionsOf(game, match, rights, state) {
  const [side] = rights.sides, actions = [], count = game.moves.length;
  if (game.result) return afterGame(game, match, rights, state);
  if (!side) return rights.start ? [{ name: "new-game" }] : game.phase ? [{ name: "opening" }] : [];
  const both = rights.sides.length === 2, other = game.seats[opponent(side)];
  if (both && match.takebacks) {
    const back = movesBack(game, match, stoneOfMove(count));
    if (back) actions.push({ name: "undo", set: takingBack(game, back) });
  } else if (!both && other && match.takebacks && movesBack(game, match, side)) {
    actions.push({ name: "takeback", set: { offer: `takeback ${side}` }, ...pending(match) ?? refusal(match, `takeback ${side}`, count) });
  }
  if (!both && isPerson(other) && count > 1) {
    actions.push({ name: "draw", set: { offer: `draw ${side}` }, ...pending(match) ?? refusal(match, `draw ${side}`, count) });
  }
  // Against the computer or alone, a player just asks for a hint. Between two people both must
  // agree first.
  if (!match.rated && !both && isPerson(other) && !match.hints.agreed) {
    actions.push({ name: "hints", set: { offer: `hints ${side}` }, ...pending(match) ?? refusal(match, `hints ${side}`, count) });
  } else if (!match.rated && rights.sides.includes(game.toMove)) {
    actions.push({ name: "hint" });
  }
  if (!count) actions.push({ name: "leave", set: Object.fromEntries(rights.sides.map((mine) => [mine, null])) });
  else if (count === 1) actions.push({ name: "abort", set: { result: "draw", reason: "aborted" } });
  else actions.push({ name: "resign" });
  if (rights.invite) actions.push({ name: "invite" });
  if (both && count) actions.push({ name: "new-game" });
  else if (game.phase && !rights.invite) actions.push({ name: "opening" });
  return actions;
}

function afterGame(game, match, { sides, start }, state) {
  const [side] = sides, actions = [], other = sides.length === 1 ? game.seats[opponent(side)] : null;
  if (match.offer?.kind !== "rematch" && other) {
    actions.push(isRobot(other) ? { name: "rematch", set: rematch(game, match, state) }
      : { name: "rematch", set: { offer: `rematch ${side}` }, ...refusal(match, `rematch ${side}`, null) });
  }
  if (game.moves.length) actions.push({ name: "report" });
  if (start) actions.push({ name: "new-game" });
  return actions;
}

/**
 * Returns the next games against a robot of a neighbouring level: [{name: "before" | "after",
 * level, set}]. That is the easier level after a loss, the harder one after a win, and both after a
 * draw.
 */
export function otherLevels(game, match, { sides }, state, { least, most }) {
  const robot = sides.length === 1 ? opponent(sides[0]) : null, level = robot && isRobot(game.seats[robot]) ? Number(levelOf(game.seats[robot])) : 0;
  if (!game.result || !level) return [];
  const next = rematch(game, match, state);
  const [side] = sides, offered = game.result === side ? ["after"] : game.result === robot ? ["before"] : ["before", "after"];
  return [["before", level - 1], ["after", level + 1]].filter(([name, other]) => offered.includes(name) && other >= least && other <= most)
    .map(([name, other]) => ({ name, level: other, set: { ...next, [sides[0]]: robotOf(other) } }));
}

const pending = ({ offer }) => (offer && offer.kind !== "rematch" ? { wait: { code: "standing" } } : null);

/**
 * Returns why a declined offer cannot be repeated yet, or null. Without `count` it can never be
 * repeated.
 */
function refusal({ refused }, offer, count) {
  if (!refused.has(offer)) return null;
  const moves = count === null ? 0 : refused.get(offer) + OFFER_PAUSE - count;
  return count === null || moves > 0 ? { wait: { code: count === null ? "refused" : "later", moves } } : null;
}

/**
 * Returns the open questions, the most urgent first: {kind, side, answers: [{name, set}]}, with
 * `at` for a question about a server time.
 *
 * @param now the server's time, in ms
 */
export function questionsOf(game, match, rights, state, now) {
  const questions = [], { sides } = rights, both = sides.length === 2;
  const mine = (side) => sides.includes(side);
  const late = match.clock && !game.result ? deadline(match.clock) : null;
  if (late && now >= late + CLAIM_AFTER && sides.length) {
    const loser = match.clock.turn, winner = opponent(loser);
    questions.push({ kind: "time", side: loser, answers: [{ name: "claim", set: { result: winner, reason: "time" } }] });
  }
  if (match.gone && !both) {
    const { side, at } = match.gone, winner = opponent(side);
    const claim = { name: "claim", set: { result: winner, reason: "abandoned" } };
    questions.push({ kind: mine(winner) ? "gone" : "left", side, at, answers: mine(winner) && now >= at ? [claim] : [] });
  }
  if (match.offer && sides.length && !both) questions.push(offered(game, match, mine(match.offer.by), state));
  if (game.choices.length && mine(game.toMove)) {
    questions.push({ kind: "choose", side: game.toMove, answers: game.choices.map((choice) => ({ name: choice, set: { choice } })) });
  }
  return questions;
}

function offered(game, match, own, state) {
  const { kind, by } = match.offer, refuse = { name: own ? "withdraw" : "refuse", set: { offer: null } };
  if (own) return { kind: `own-${kind}`, side: by, answers: [refuse] };
  const count = movesBack(game, match, by);
  const accept = {
    draw: () => ({ result: "draw", reason: "agreement" }),
    takeback: () => takingBack(game, count),
    hints: () => ({ hints: "yes" }),
    rematch: () => rematch(game, match, state),
  }[kind];
  return { kind, side: by, answers: [...(kind === "takeback" && !count ? [] : [{ name: "accept", set: accept() }]), refuse] };
}
