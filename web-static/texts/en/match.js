// The English sentences of a game being played: openings, clocks, offers, hints, the analysis.

const big = (side) => side.toUpperCase();

export const TEXTS = {
  // Openings.
  placeMine: (number, side, where) => `Place stone ${number}: ${big(side)}${where}.`,
  placeTheirs: (name, number) => `${name} places stone ${number}.`,
  areas: {
    "0-0": ", in the centre", "0-1": ", in the central 3 × 3", "0-2": ", in the central 5 × 5", "0-3": ", in the central 7 × 7",
    "0-4": ", in the central 9 × 9", "3-99": ", outside the central 5 × 5", "4-99": ", outside the central 7 × 7",
  },
  decideMine: {
    "swap": "Swap sides, or stay?", "choose-side": "Take a side, or add two stones?", "choose-side-only": "Which side do you take?",
    "choose-side-again": "Which side do you take?", "choose-count": "How many fifth moves must X offer?",
    "swap-or-ten": "Swap, stay, or offer ten fifth moves?",
  },
  decideTheirs: (name) => `${name} makes a choice.`,
  offerMine: (left) => `Offer fifth moves: ${left} more.`,
  offerTheirs: (name, left) => `${name} offers fifth moves: ${left} more.`,
  pickMine: "Pick one of the marked points as X's fifth move.",
  pickTheirs: (name) => `${name} picks one of the fifth moves.`,
  choiceWords: { swap: "Swap sides", stay: "Stay", black: "Take X", white: "Take O", more: "Add two stones", ten: "Ten fifth moves" },
  choiceFifths: (count) => `${count}`,
  chosen: {
    swap: (name) => `${name} swaps sides.`, stay: (name) => `${name} stays.`, black: (name) => `${name} takes X.`,
    white: (name) => `${name} takes O.`, more: (name) => `${name} adds two stones.`, ten: (name) => `${name} offers ten fifth moves.`,
  },
  chosenFifths: (name, count) => `${name} asks for fifth moves: ${count}.`,
  fifthOffered: (point) => `${point} is offered as fifth move.`,
  objections: {
    "outside": (point) => `${point} is outside the area that is open now.`,
    "same": (point) => `${point} is the same as a move already offered, turned or mirrored.`,
    "not-offered": (point) => `${point} was not offered. Pick a marked point.`,
  },
  // An opening, step by step; the steps stand in the order of opening-panel.js.
  openingWhy: "The first move is an advantage. This opening evens it out: one player proposes a position, the other chooses.",
  openingSteps: {
    "swap": ["The first player places three stones (X, O, X), as balanced as possible.", "The second player chooses a side."],
    "swap2": ["The first player places three stones (X, O, X), as balanced as possible.", "The second player chooses a side, or adds two stones and leaves the choice.",
      "The second player adds an O and an X.", "The first player chooses a side."],
    "pro": ["X's first stone goes in the centre.", "O's first stone goes anywhere.", "X's second stone goes outside the central 5 × 5. Then play goes on."],
    "long-pro": ["X's first stone goes in the centre.", "O's first stone goes anywhere.", "X's second stone goes outside the central 7 × 7. Then play goes on."],
    "rif": ["The first player places three stones near the centre: one of the 26 openings.", "The second player may swap sides.", "O places the fourth stone anywhere.",
      "X offers two fifth moves that are not mirror images.", "O picks the one that X must play."],
    "soosorv-8": ["The first player places three stones near the centre: one of the 26 openings.", "The second player may swap sides.", "O places the fourth stone.",
      "O says how many fifth moves X must offer.", "X's player may swap sides.", "X offers that many fifth moves.", "O picks the one that X must play."],
    "taraguchi-10": ["X's first stone goes in the centre.", "After each of the first three stones, in ever larger squares, the opponent may swap sides.", "O places the fourth stone.",
      "The opponent swaps, stays, or offers ten fifth moves instead.", "Without ten offers: a fifth stone in the central 9 × 9, then one last swap.", "X offers ten fifth moves.", "O picks the one that X must play."],
  },
  stepSkipped: "Skipped.",
  choiceMeanings: {
    swap: "You play your opponent's stones from now on.", stay: "You keep the stones you have.", black: "You play X from now on.", white: "You play O from now on.",
    more: "You place an O and an X; then your opponent chooses a side.", ten: "X offers ten fifth moves and nobody swaps any more; O picks one.",
    fifths: "The more fifth moves X must offer, the better for O, who picks one.",
  },
  choiceOfCount: "A number",
  chooseFirst: "First make your choice.",
  pointMarked: (point, what) => `${point}, ${what}`,
  marks: { fifth: "offered as fifth move", outside: "not open now", hint: "suggested" },

  // Clocks.
  clockOf: (name, side) => `Clock of ${name}, ${big(side)}`,
  periodsLeft: (periods, length) => `${periods} × ${length} s`,
  secondsLeft: (seconds) => `${seconds} seconds left.`,
  periodBegins: (periods) => `A period has run out. Left: ${periods}.`,

  // Offers, and what else one can do.
  actions: {
    undo: "Take back", takeback: "Take back", draw: "Draw", rematch: "Rematch", leave: "Leave", abort: "Abort", resign: "Resign",
    hint: "Hint", hints: "Allow hints", report: "Analyse", invite: "Computer", "new-game": "New game", "opening": "How?",
  },
  resign: "Resign",
  resignAsk: (side) => `Give up this game as ${big(side)}?`,
  goOn: "Go on playing",
  answers: { accept: "Accept", refuse: "Decline", withdraw: "Withdraw", claim: "Claim the game" },
  questions: "To be answered",
  waits: { standing: "An offer stands.", refused: "This was declined." },
  waitMoves: (count) => `Declined; again in ${count} moves.`,
  offers: {
    draw: (name) => `${name} offers a draw.`,
    takeback: (name) => `${name} asks to take back the last move.`,
    rematch: (name) => `${name} wants a rematch with sides exchanged.`,
    hints: (name) => `${name} wants to allow hints for both of you.`,
  },
  ownOffers: {
    draw: "You have offered a draw.", takeback: "You have asked to take back your last move.", rematch: "You have asked for a rematch.",
    hints: "You have asked to allow hints.",
  },
  offerGone: {
    draw: "The draw was declined.", takeback: "Taking back was declined.", rematch: "The rematch was declined.", hints: "Hints were declined.",
  },
  offerWithdrawn: "The offer was withdrawn.",
  movesGone: (count) => `Taken back: ${count}.`,
  timeUp: (side) => `The time of ${big(side)} is up.`,
  hasLeft: (name) => `${name} has left.`,
  claimIn: (name, seconds) => `${name} has left. You may claim the game in ${seconds} s.`,
  claimNow: (name) => `${name} has left. You may claim the game now.`,
  isBack: (name) => `${name} is back.`,
  answerSent: "Your answer is on its way.",

  // Hints and the analysis.
  hintWait: "The computer is thinking about a hint…",
  thinksShorter: (now, usual) => `Many games are going on here: the computer thinks for about ${now} s instead of ${usual} s.`,
  hintSays: (what) => `Hint: ${what}.`,
  hintErrors: {
    "not-offered": "Hints need your opponent's consent. Ask for it first.",
    "rated": "There are no hints in rated games.", "no-game": "No game is running here.", "not-your-turn": "You can ask for a hint on your own turn.",
    "busy": "The computer is busy. Ask again in a moment.", "rate-limited": "Too many hints at once. Wait a moment.",
    "bad-message": "This server gives no hints.", "not-joined": "The table is not open yet. Ask again in a moment.",
  },
  ratingStays: "It counts for no rating: games of six moves and more count, five a day between the same two.",
  ratingNow: (before, after) => `Your rating: ${before} → ${after}`,
  resultActions: { rematch: "Rematch", report: "Analyse" },
  saveGame: "Download",
  reportOf: (number) => `Analysis of game ${number}`,
  reportLoading: "Looking at every move. This may take some seconds…",
  reportErrors: {
    "not-over": "There is an analysis when the game is over.", "busy": "The computer is busy. Ask again in a moment.",
    "not-found": "There is no analysis of this game.",
  },
  reportFailed: "The analysis could not be loaded. Try again in a moment.",
  reportAccuracy: (side, percent) => `${big(side)}: accuracy ${percent}%.`,
  reportTurning: (number) => `The turning point was move ${number}.`,
  reportAll: "All moves",
  reportNone: "No move gave much away.",
  reportMove: (number, side, point) => `${number}. ${big(side)} ${point}`,
  reportBetter: (point) => `better: ${point}`,
  kinds: {
    "opening": "opening", "good": "good", "inaccuracy": "inaccuracy", "mistake": "mistake", "blunder": "blunder", "missed-win": "missed win",
  },

  // Who is heard.
  muteTitle: "Who is heard in the chat",
  muteNote: "Lines of those you leave out are hidden in this browser only.",
};
