// What one can do in a game besides playing, and what one is asked: from the room's keys to a few actions and questions,
// each with the delta it sends. Pure. The referee decides (Sources/GameState/Game/Game+Offers.swift).

import { CLAIM_AFTER, deadline, readClock } from "./clockwork.js";
import { readOpening } from "./openings.js";
import { opponent, stoneOfMove } from "./stones.js";
import { OFFER_PAUSE } from "./term-tables.js";
import { TERM_KEYS } from "./terms.js";

/** The places of what can be done, with what may stand there: no two at once. */
export const PLACES = [["undo", "takeback", "rematch"], ["draw"], ["leave", "abort", "resign"], ["hint", "hints", "report"], ["invite", "new-game", "opening"]];

/** What the keys of `state` (a Map) tell of `game` (game.js) besides the board. */
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

/** How many moves go when `side` takes its last one back; 0 where it has none, or only those of the opening. */
export function movesBack(game, { steps }, side) {
  const stones = steps.filter((word) => /^!?\d+,\d+$/.test(word)).length;
  const count = stoneOfMove(game.moves.length) === side ? 1 : 2;
  return game.phase || game.moves.length - count < stones ? 0 : count;
}

/** The `set` that takes the last `count` moves back. */
export function takingBack(game, count) {
  const left = game.moves.length - count, set = { move: String(left) };
  for (let number = left + 1; number <= game.moves.length; number += 1) set[`col${number}`] = set[`row${number}`] = null;
  return set;
}

/** The `set` of the next game with sides exchanged and all else as it was. */
export function rematch(game, match, state) {
  const set = { game: String(Number(game.number) + 1), rule: game.rule, x: game.seats.o, o: game.seats.x };
  for (const key of TERM_KEYS) if (state.has(key)) set[key] = state.get(key);
  return set;
}

/**
 * What somebody with `rights` can do now: [{name, set}], without `set` where it is for the page to ask first; some with `wait`,
 * why not yet: {code, moves}. Who has not begun to play leaves; who has begun calls off, and then resigns.
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
  if (!both && other && !other.startsWith("robot:") && count > 1) {
    actions.push({ name: "draw", set: { offer: `draw ${side}` }, ...pending(match) ?? refusal(match, `draw ${side}`, count) });
  }
  // Against the computer or alone one just asks; between two people both must want it.
  if (!match.rated && !both && other && !isRobot(other) && !match.hints.agreed) {
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
    actions.push(other.startsWith("robot:") ? { name: "rematch", set: rematch(game, match, state) }
      : { name: "rematch", set: { offer: `rematch ${side}` }, ...refusal(match, `rematch ${side}`, null) });
  }
  if (game.moves.length) actions.push({ name: "report" });
  if (start) actions.push({ name: "new-game" });
  return actions;
}

/** The next game against the robot's neighbour after one that is over, the easier after a loss, the harder after a win, both after a draw: [{name: "before" | "after", level, set}]. */
export function otherLevels(game, match, { sides }, state, { least, most }) {
  const robot = sides.length === 1 ? opponent(sides[0]) : null, level = robot && isRobot(game.seats[robot] ?? "") ? Number(game.seats[robot].slice("robot:".length)) : 0;
  if (!game.result || !level) return [];
  const next = rematch(game, match, state);
  const [side] = sides, offered = game.result === side ? ["after"] : game.result === robot ? ["before"] : ["before", "after"];
  return [["before", level - 1], ["after", level + 1]].filter(([name, other]) => offered.includes(name) && other >= least && other <= most)
    .map(([name, other]) => ({ name, level: other, set: { ...next, [sides[0]]: `robot:${other}` } }));
}

const isRobot = (id) => id.startsWith("robot:");
const pending = ({ offer }) => (offer && offer.kind !== "rematch" ? { wait: { code: "standing" } } : null);

/** What keeps an offer that was refused from being made again; without `count` for good. */
function refusal({ refused }, offer, count) {
  if (!refused.has(offer)) return null;
  const moves = count === null ? 0 : refused.get(offer) + OFFER_PAUSE - count;
  return count === null || moves > 0 ? { wait: { code: count === null ? "refused" : "later", moves } } : null;
}

/**
 * What stands to be answered or waited for, the most urgent first: {kind, side, answers: [{name, set}]}, `at` where it
 * is about a time of the server. `now` is the server's clock.
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
