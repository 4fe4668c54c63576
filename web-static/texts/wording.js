// Which sentence says it: from the state of things to words. The sentences themselves are in texts.js.

import { T } from "./texts.js";

/** Why a rejected delta was taken back; an unknown code is told by the server's own sentence. */
export const rejection = (code, message) => T.rejections?.[code] ?? (message || T.notAccepted);

/** The last line of a finished game; `mine` are the sides one plays. */
export function outcome({ result, reason }, mine) {
  const why = T.reasons[reason] ? ` (${T.reasons[reason]})` : "";
  if (result === "draw") return reason === "aborted" ? T.calledOff : T.drawn(why);
  if (mine.length === 1) return mine[0] === result ? T.youWin(why) : T.youLose(why);
  return T.sideWins({ side: result, why });
}

let told = () => null;
/** Has a part that knows more (openings) asked first for whose turn it is: (game, rights, name) → a sentence or null. */
export const tellTurnBy = (teller) => { told = teller; };

/** Whose turn it is. */
export function turn(game, rights, name) {
  const side = game.toMove, words = told(game, rights, name);
  if (words) return words;
  if (rights.sides.length === 2) return T.toMoveBoth(side);
  if (rights.sides.includes(side)) return T.yourTurn(side);
  if (!game.seats[side]) return rights.sides.length ? T.waitingFor(side) : T.seatIsOpen(side);
  return T.thinking({ name: name(game.seats[side]), side });
}

/** The words of one point of the board. */
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

/** The state of the connection; `seconds` until the next try; `isPlaying`: whether there is a game to worry about. Empty when all is well. */
export function connectionSentence({ state, why, attempt }, seconds, isPlaying) {
  if (state === "online") return "";
  if (state === "connecting") return attempt ? T.connectingAgain : T.connecting;
  const told = T.broken[why] ?? T.broken.lost;
  const sentence = seconds > 0 ? T.retryIn({ told, seconds }) : T.retryNow(told);
  return isPlaying ? `${sentence} ${T.gameSafe}` : sentence;
}

/** What somebody is called; a guest's given name in the page's language. */
export const personName = (name) => (name || T.guest).replace(/^Guest(?= \w{4}$|$)/, T.guest);

/** How much of a text from an address is shown. */
const GIVEN_LIMIT = 40;

/** A text from an address as one short line, without characters that control or turn round what stands beside it. */
export const givenWords = (text) => {
  const line = text.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
  return line.length > GIVEN_LIMIT ? `${line.slice(0, GIVEN_LIMIT)}…` : line;
};

/** A rule's name, its word on the wire where it is unknown. */
export const ruleName = (rule) => T.ruleNames[rule] ?? rule;
