// Every English sentence that is there at first sight; those of what is fetched later are in texts.later.js.
// A translation is one file with the names of both (texts.de.js).

const big = (side) => side.toUpperCase();

/** The sentences in the page's language: English until `useTexts`. */
export const T = {
  ruleNames: { freestyle: "Freestyle", standard: "Standard", renju: "Renju", caro: "Caro" },
  notAccepted: "The server did not accept that.",
  serverError: (message) => message || "The server did not understand that.",
  reasons: {
    five: "five in a row", forbidden: "a forbidden move", resign: "resignation", time: "time",
    agreement: "agreement", full: "the board is full", abandoned: "the other player left", aborted: "aborted",
  },

  // How a game stands.
  calledOff: "The game was called off.",
  drawn: (why) => `A draw${why}.`,
  youWin: (why) => `You win${why}!`,
  youLose: (why) => `You lose${why}.`,
  sideWins: (side, why) => `${big(side)} wins${why}.`,
  toMoveBoth: (side) => `${big(side)} to move. You play both sides.`,
  yourTurn: (side) => `Your turn. You play ${big(side)}.`,
  waitingFor: (side) => `Waiting for somebody to take ${big(side)}.`,
  seatIsOpen: (side) => `The seat of ${big(side)} is open.`,
  thinking: (name, side) => `${name} is thinking: ${big(side)} to move.`,
  played: (side, point) => `${big(side)} plays ${point}.`,
  takenBack: (point, why) => `Your move ${point} was taken back. ${why}`,
  refused: (why) => `That did not work. ${why}`,
  newGameStarted: (number) => `Game ${number} has started.`,
  seatTaken: (name, side) => `${name} plays ${big(side)}.`,
  moves: (count) => (count === 1 ? "1 move" : `${count} moves`),
  rule: (rule, number) => `Game ${number} · ${rule}`,

  // One point of the board.
  board: (size) => `Board, ${size} by ${size}. Arrow keys move, Enter plays.`,
  pointEmpty: (point) => `${point}, empty`,
  notConfirmed: "not yet confirmed",
  moveNumber: (number) => `move ${number}`,
  lastMove: "last move",
  inWinningRow: "winning row",

  // The line to the server.
  connecting: "Connecting…",
  connectingAgain: "Connecting again…",
  broken: {
    stopping: "The server is restarting.", abuse: "The server has closed the connection because too much was sent.",
    silent: "The server does not answer.", garbled: "The server sent something unreadable.", lost: "The connection is lost.",
  },
  retryIn: (told, seconds) => `${told} Trying again in ${seconds} s… Your game is safe.`,
  retryNow: (told) => `${told} Trying again now… Your game is safe.`,
  tryNow: "Try now",
  lineLost: "The connection is lost. Trying again.",
  lineBack: "The connection is back.",
  pendingOffline: (point) => `${point} will be sent when the connection is back.`,
  outboxFull: "Too much is waiting for the connection. Try again when it is back.",
  partMissing: "This part of the page could not be loaded. Try again when the connection is back.",

  // People and seats.
  guest: "Guest",
  you: "you",
  here: "here",
  away: "away",
  isAway: (name) => `${name} is away, but may come back.`,
  openSeat: "Open seat",
  someone: "Somebody who left",
  robot: (level) => `Robot, level ${level}`,
  bot: "bot",
  joinAs: (side) => `Join as ${big(side)}`,
  joinBoth: (side) => `Play ${big(side)} too`,
  beSomeoneElse: "Be a second guest in this window",
  beYourself: "Be yourself again in this window",
  alone: "Only you are here.",
  noChat: "Nothing has been said yet.",

  spectator: "watching",
  toSpectators: "among those who watch",

  // What to do.
  noGame: "This table is empty",
  noGameHint: "Start a game, then send its link to a friend.",
  invite: "Send the link to your opponent.",
  watching: "You are watching.",
  joining: "Opening the table…",
  newGame: "New game",
  startGame: "Start a game",
  share: "Share link",
  shareTitle: "Five in a row",
  play: (point) => `Play ${point}`,
  preview: (point) => `${point}: again to play it, or press “Play ${point}”.`,
  busy: "One moment: your last move is still on its way.",
  taken: (point) => `There is a stone on ${point} already.`,

  // Words that stand in index.html (data-t).
  skip: "Skip to the board",
  table: "Table",
  shareShort: "Share",
  settings: "Settings",
  account: "Your account",
  lobby: "Lobby: five in a row",
  cancel: "Cancel",
  game: "Game",
  numbers: "Numbers",
  forbiddenPoints: "Forbidden points",
  replay: "Replay",
  backToLive: "Back to the table",
  players: "Players",
  resign: "Resign",
  inviteRobot: "Invite the computer",
  whoIsHere: "Who is here",
  yourName: "Your name",
  chat: "Chat",
  mute: "Mute…",
  message: "Message",
  saySomething: "Say something",
  send: "Send",
  howToPlay: "How do you want to play?",
  choiceFriend: "Play a friend",
  choiceFriendNote: "by a link you send",
  choiceAnyone: "Play anyone",
  choiceAnyoneNote: "who is waiting, or whoever comes",
  choiceRobot: "Play the computer",
  choiceRobotNote: "ten levels",
  choiceSelf: "Play both sides here",
  choiceSelfNote: "alone, or at one screen",
  choiceWatch: "Watch a game",
  choiceWatchNote: "tables in play now",
};

/** Puts the sentences of another language in place of these. */
export const useTexts = (texts) => Object.assign(T, texts);
