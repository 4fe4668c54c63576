// Every English sentence of the page, in one place: a translation is one file with the same names.

export const RULE_NAMES = {
  freestyle: "Freestyle", standard: "Standard", renju: "Renju", caro: "Caro",
};

export const RULE_SENTENCES = {
  freestyle: "Five or more in a row win.",
  standard: "Exactly five in a row win; six and more do not.",
  renju: "X may not make double threes, double fours or six; O may.",
  caro: "Exactly five win, unless blocked at both ends.",
};

/** One sentence per code with which the server rejects a delta. */
export const REJECTIONS = {
  "conflict": "Somebody else was faster. The board shows what happened.",
  "not-your-turn": "It is not your turn.",
  "not-seated": "You are watching. Take an open seat to play.",
  "seat-taken": "Somebody else has taken that seat.",
  "occupied": "There is a stone on that point already.",
  "off-board": "That point is not on the board.",
  "wrong-move-number": "Another move was played first.",
  "game-over": "The game is over.",
  "no-game": "No game has been started here yet.",
  "forbidden-move": "That point is forbidden to X under the renju rules.",
  "not-offered": "That offer no longer stands.",
  "bad-key": "This table does not know that kind of change.",
  "bad-value": "The server could not read that change.",
  "too-large": "That is too long for the server.",
  "rate-limited": "Too much at once. Wait a moment, then try again.",
  "read-only": "The server cannot write at the moment, so nothing can be changed. Try again later.",
};

/** Why a rejected delta was taken back; an unknown code is told by the server's own sentence. */
export const rejection = (code, message) =>
  REJECTIONS[code] ?? (message || "The server did not accept that.");

const REASONS = {
  five: "five in a row", forbidden: "a forbidden move", resign: "resignation", time: "time",
  agreement: "agreement", full: "the board is full", abandoned: "the other player left", aborted: "aborted",
};

const SIDE = { x: "X", o: "O" };

/** The last line of a finished game. */
export function outcome({ result, reason }, mine) {
  const why = REASONS[reason] ? ` (${REASONS[reason]})` : "";
  if (result === "draw") return reason === "aborted" ? "The game was called off." : `A draw${why}.`;
  if (mine.length === 1) return mine[0] === result ? `You win${why}!` : `You lose${why}.`;
  return `${SIDE[result]} wins${why}.`;
}

/** Whose turn it is, in words. */
export function turn(game, rights, name) {
  const side = game.toMove;
  if (rights.sides.length === 2) return `${SIDE[side]} to move. You play both sides.`;
  if (rights.sides.includes(side)) return `Your turn. You play ${SIDE[side]}.`;
  if (!game.seats[side]) return rights.sides.length ? `Waiting for somebody to take ${SIDE[side]}.` : `The seat of ${SIDE[side]} is open.`;
  return `${name(game.seats[side])} is thinking: ${SIDE[side]} to move.`;
}

/** What happened, for the live region. */
export const played = (stone, point) => `${SIDE[stone]} plays ${point}.`;
export const takenBack = (point, why) => `Your move ${point} was taken back. ${why}`;
export const refused = (why) => `That did not work. ${why}`;

/** The words of one point of the board. */
export function cellWords({ name, stone, number, pending, last, won }) {
  if (!stone) return `${name}, empty`;
  const words = [name, SIDE[stone]];
  if (pending) words.push("not yet confirmed");
  else if (number) words.push(`move ${number}`);
  if (last && !pending) words.push("last move");
  if (won) words.push("winning row");
  return words.join(", ");
}

/** The state of the connection; `seconds` until the next try. Empty when all is well. */
export function connectionSentence({ state, why, attempt }, seconds) {
  if (state === "online") return "";
  if (state === "connecting") return attempt ? "Connecting again…" : "Connecting…";
  const told = {
    stopping: "The server is restarting.", abuse: "The server has closed the connection because too much was sent.",
    silent: "The server does not answer.", garbled: "The server sent something unreadable.",
  }[why] ?? "The connection is lost.";
  return `${told} Trying again ${seconds > 0 ? `in ${seconds} s` : "now"}… Your game is safe.`;
}

export const T = {
  board: (size) => `Board, ${size} by ${size}. Arrow keys move, Enter plays.`,
  guest: "Guest",
  you: "you",
  here: "here",
  away: "away",
  lineLost: "The connection is lost. Trying again.",
  lineBack: "The connection is back.",
  isAway: (name) => `${name} is away, but may come back.`,
  openSeat: "Open seat",
  someone: "Somebody who left",
  robot: (level) => `Computer (${level})`,
  bot: "bot",
  joinAs: (side) => `Join as ${SIDE[side]}`,
  joinBoth: (side) => `Play ${SIDE[side]} too`,
  rule: (rule, number) => `Game ${number} · ${RULE_NAMES[rule] ?? rule}`,
  noGame: "This table is empty",
  noGameHint: "Start a game, then send its link to a friend.",
  invite: "Send the link to your opponent.",
  watching: "You are watching.",
  joining: "Opening the table…",
  newGame: "New game",
  startGame: "Start a game",
  newGameWait: "A new game can be started when this one is over.",
  share: "Share link",
  resignAsk: (side) => `Give up this game as ${SIDE[side]}?`,
  copied: "The link is copied. Send it to a friend.",
  copyByHand: "Copy this link:",
  shareTitle: "Five in a row",
  play: (point) => `Play ${point}`,
  preview: (point) => `${point}: tap again, or press “Play ${point}”.`,
  pendingOffline: (point) => `${point} will be sent when the connection is back.`,
  outboxFull: "Too much is waiting for the connection. Try again when it is back.",
  busy: "One moment: your last move is still on its way.",
  taken: (point) => `There is a stone on ${point} already.`,
  beSomeoneElse: "Be a second guest in this window",
  beYourself: "Be yourself again in this window",
  alone: "Only you are here.",
  noChat: "Nothing has been said yet.",
  newGameStarted: (number) => `Game ${number} has started.`,
  seatTaken: (name, side) => `${name} plays ${SIDE[side]}.`,
  serverError: (message) => message || "The server did not understand that.",
  moves: (count) => (count === 1 ? "1 move" : `${count} moves`),
};
