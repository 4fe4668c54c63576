// Functions that choose sentences for a state. The sentences themselves are in texts.js.

import { isRobot, levelOf } from "../game/robots.js";
import { T } from "./texts.js";

/** Returns why a delta was rejected. For an unknown code it is the server's own sentence. */
export const rejection = (code, message) => T.rejections?.[code] ?? (message || T.notAccepted);

/** Returns the outcome of a finished game. `mine` are the user's sides. */
export function outcome({ result, reason }, mine) {
  const why = T.reasons[reason] ? ` (${T.reasons[reason]})` : "";
  if (result === "draw") return reason === "aborted" ? T.calledOff : T.drawn(why);
  if (mine.length === 1) return mine[0] === result ? T.youWin(why) : T.youLose(why);
  return T.sideWins({ side: result, why });
}

let told = () => null;
/**
 * Registers a function that is asked first whose turn it is, such as that of the openings: (game,
 * rights, name) → a sentence or null.
 */
export const tellTurnBy = (teller) => { told = teller; };

/** Returns whose turn it is. */
export function turn(game, rights, name) {
  const side = game.toMove, words = told(game, rights, name);
  if (words) return words;
  if (rights.sides.length === 2) return T.toMoveBoth(side);
  if (rights.sides.includes(side)) return T.yourTurn(side);
  if (!game.seats[side]) return rights.sides.length ? T.waitingFor(side) : T.seatIsOpen(side);
  return T.thinking({ name: name(game.seats[side]), side });
}

/** Returns the words for one point of the board. */
export function cellWords({ name, stone, number, pending, last, won, forbidden, mark }) {
  if (!stone && mark) return T.pointMarked({ point: name, what: T.marks[mark] });
  if (!stone) return forbidden ? T.pointForbidden({ point: name, why: T.prohibitions[forbidden] }) : T.pointEmpty(name);
  const words = [name, stone.toUpperCase()];
  if (pending) words.push(T.notConfirmed);
  else if (number) words.push(T.moveNumber(number));
  if (last && !pending) words.push(T.lastMove);
  if (won) words.push(T.inWinningRow);
  return words.join(", ");
}

/**
 * Returns the sentence for the connection's status; "" if it is online. `seconds` is the time until
 * the next retry, and `isPlaying` whether the user is in a running game.
 */
export function connectionSentence({ state, why, attempt }, seconds, isPlaying) {
  if (state === "online") return "";
  if (state === "connecting") return attempt ? T.connectingAgain : T.connecting;
  const told = T.broken[why] ?? T.broken.lost;
  const sentence = seconds > 0 ? T.retryIn({ told, seconds }) : T.retryNow(told);
  return isPlaying ? `${sentence} ${T.gameSafe}` : sentence;
}

/** Returns a person's name for display. A guest's default name is translated. */
export const personName = (name) => (name || T.guest).replace(/^Guest(?= \w{4}$|$)/, T.guest);

/** Returns the name of a room's participant. `me` is the user's ID, and `own` the user's name. */
export function nameIn(replica, id, me, own) {
  const name = replica.participants.get(id)?.name ?? replica.names.get(id) ?? (id === me ? own : "");
  return name || id === me ? personName(name) : T.someone;
}

/** Returns the name of the robot `robot:N`. The names of the levels load later. */
export const robotName = (id) => T.levels?.[levelOf(id) - 1]?.name ?? T.robot(levelOf(id));

/** Returns the name of a player {id, name} as it was at the time of a game. */
export function playerName({ id, name } = {}) {
  if (isRobot(id)) return T.levels ? robotName(id) : name || robotName(id);
  return name ? personName(name) : T.someone;
}

/** The longest part of an address's text that is shown. */
const GIVEN_LIMIT = 40;

/**
 * Returns a text from an address as one short line, without control characters and characters that
 * change the text direction.
 */
export const givenWords = (text) => {
  const line = text.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
  const letters = [...line];
  return letters.length > GIVEN_LIMIT ? `${letters.slice(0, GIVEN_LIMIT).join("")}…` : line;
};

/** Returns a rule's name; its word on the wire if it is unknown. */
export const ruleName = (rule) => T.ruleNames[rule] ?? rule;
