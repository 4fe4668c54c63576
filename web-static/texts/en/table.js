// The English sentences of what stands round the board: strips, levels, the link, what is forbidden and why.

export const TEXTS = {
  // The computer's levels; what each is called: levels.js.
  robotNote: (level) => `computer, level ${level}`,
  levelCalled: (level, name) => `${level} of 10: ${name}`,
  levelBefore: (name) => `Too hard? ${name}`,
  levelAfter: (name) => `Too easy? ${name}`,

  // A player's strip.
  profileOf: (name) => `${name}: ratings and games`,
  ratingIs: (rating) => `rating ${rating}`,
  lag: (milliseconds) => `${milliseconds} ms`,
  lagIs: (milliseconds) => `connection ${milliseconds} ms`,
  hintsTaken: (count) => (count === 1 ? "1 hint" : `${count} hints`),
  tookHint: (name) => `${name} has taken a hint.`,

  // The table's link.
  shareAsk: "Send this link",
  theLink: "The link",
  linkAsCode: "The link as a code for a phone's camera",
  copyLink: "Copy",
  sendLink: "Share…",
  copyByHand: "It could not be copied: mark it and copy it by hand.",

  // An opening, shown on a board.
  howItWorks: "How does this work?",
  demoOf: (opening) => `How ${opening} works`,
  demoStep: (step, count) => `Step ${step} of ${count}`,
  demoBack: "Back",
  demoOn: "Next",

  // Why a point is forbidden.
  forbiddenTo: (point, why) => `${point} is forbidden to X: ${why}.`,
  forbiddenRows: {
    "double-three": (rows) => `It would make these threes at once: ${rows}.`,
    "double-four": (rows) => `It would make these fours at once: ${rows}.`,
    "overline": (rows) => `It would make a row of six or more: ${rows}.`,
  },
  twoRows: (one, other) => `${one} and ${other}`,

  // What a table without a name that can be read is called.
  tableOf: (x, o) => `${x} – ${o}`,
  quietTable: "A table for two",
};
