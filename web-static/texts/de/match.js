// Die deutschen Sätze einer laufenden Partie: Eröffnungen, Uhren, Angebote, Hinweise, Bericht.

const big = (side) => side.toUpperCase();

export const TEXTS = {
  placeMine: (number, side, where) => `Lege Stein ${number}: ${big(side)}${where}.`,
  placeTheirs: (name, number) => `${name} legt Stein ${number}.`,
  areas: {
    "0-0": ", in die Mitte", "0-1": ", in die mittleren 3 × 3", "0-2": ", in die mittleren 5 × 5", "0-3": ", in die mittleren 7 × 7",
    "0-4": ", in die mittleren 9 × 9", "3-99": ", außerhalb der mittleren 5 × 5", "4-99": ", außerhalb der mittleren 7 × 7",
  },
  decideMine: {
    "swap": "Seiten tauschen oder bleiben?", "choose-side": "Eine Seite nehmen oder zwei Steine dazulegen?", "choose-side-only": "Welche Seite nimmst du?",
    "choose-side-again": "Welche Seite nimmst du?", "choose-count": "Wie viele fünfte Züge muss X anbieten?",
    "swap-or-ten": "Tauschen, bleiben oder zehn fünfte Züge anbieten?",
  },
  decideTheirs: (name) => `${name} trifft eine Wahl.`,
  offerMine: (left) => `Biete fünfte Züge an: noch ${left}.`,
  offerTheirs: (name, left) => `${name} bietet fünfte Züge an: noch ${left}.`,
  pickMine: "Wähle einen der markierten Punkte als fünften Zug von X.",
  pickTheirs: (name) => `${name} wählt einen der fünften Züge.`,
  choiceWords: { swap: "Seiten tauschen", stay: "Bleiben", black: "X nehmen", white: "O nehmen", more: "Zwei Steine dazu", ten: "Zehn fünfte Züge" },
  choiceFifths: (count) => `${count}`,
  chosen: {
    swap: (name) => `${name} tauscht die Seiten.`, stay: (name) => `${name} bleibt.`, black: (name) => `${name} nimmt X.`,
    white: (name) => `${name} nimmt O.`, more: (name) => `${name} legt zwei Steine dazu.`, ten: (name) => `${name} bietet zehn fünfte Züge an.`,
  },
  chosenFifths: (name, count) => `${name} verlangt fünfte Züge: ${count}.`,
  fifthOffered: (point) => `${point} ist als fünfter Zug angeboten.`,
  objections: {
    "outside": (point) => `${point} liegt außerhalb des jetzt offenen Gebiets.`,
    "same": (point) => `${point} ist gedreht oder gespiegelt schon angeboten.`,
    "not-offered": (point) => `${point} wurde nicht angeboten. Wähle einen markierten Punkt.`,
  },
  chooseFirst: "Triff zuerst deine Wahl.",
  pointMarked: (point, what) => `${point}, ${what}`,
  marks: { fifth: "als fünfter Zug angeboten", outside: "jetzt nicht offen", hint: "vorgeschlagen" },

  clockOf: (name, side) => `Uhr von ${name}, ${big(side)}`,
  periodsLeft: (periods, length) => `${periods} × ${length} s`,
  secondsLeft: (seconds) => `Noch ${seconds} Sekunden.`,
  periodBegins: (periods) => `Ein Abschnitt ist abgelaufen. Noch: ${periods}.`,

  actions: {
    undo: "Zurück", takeback: "Zurück", draw: "Remis", rematch: "Revanche", leave: "Gehen", abort: "Abbrechen", resign: "Aufgeben",
    hint: "Tipp", report: "Bericht", invite: "Computer", "new-game": "Neue Partie",
  },
  resign: "Aufgeben",
  resignAsk: (side) => `Diese Partie als ${big(side)} aufgeben?`,
  goOn: "Weiterspielen",
  answers: { accept: "Annehmen", refuse: "Ablehnen", withdraw: "Zurückziehen", claim: "Sieg beanspruchen" },
  questions: "Zu beantworten",
  waits: { standing: "Ein Angebot steht noch.", refused: "Das wurde abgelehnt." },
  waitMoves: (count) => `Abgelehnt; wieder in ${count} Zügen.`,
  offers: {
    draw: (name) => `${name} bietet Remis an.`,
    takeback: (name) => `${name} möchte den letzten Zug zurücknehmen.`,
    rematch: (name) => `${name} möchte Revanche mit getauschten Seiten.`,
  },
  ownOffers: {
    draw: "Du hast Remis angeboten.", takeback: "Du möchtest deinen letzten Zug zurücknehmen.", rematch: "Du hast um Revanche gebeten.",
  },
  offerGone: {
    draw: "Das Remis wurde abgelehnt.", takeback: "Die Rücknahme wurde abgelehnt.", rematch: "Die Revanche wurde abgelehnt.",
  },
  offerWithdrawn: "Das Angebot wurde zurückgezogen.",
  movesGone: (count) => `Zurückgenommen: ${count}.`,
  timeUp: (side) => `Die Zeit von ${big(side)} ist um.`,
  hasLeft: (name) => `${name} ist gegangen.`,
  claimIn: (name, seconds) => `${name} ist gegangen. In ${seconds} s kannst du den Sieg beanspruchen.`,
  claimNow: (name) => `${name} ist gegangen. Du kannst jetzt den Sieg beanspruchen.`,
  isBack: (name) => `${name} ist wieder da.`,
  answerSent: "Deine Antwort ist unterwegs.",

  hintWait: "Der Computer denkt über einen Tipp nach…",
  hintSays: (what) => `Tipp: ${what}.`,
  hintErrors: {
    "rated": "In gewerteten Partien gibt es keine Tipps.", "no-game": "Hier läuft keine Partie.", "not-your-turn": "Tipps gibt es, wenn du am Zug bist.",
    "busy": "Der Computer ist beschäftigt. Frag gleich noch einmal.", "rate-limited": "Zu viele Tipps auf einmal. Warte einen Moment.",
    "bad-message": "Dieser Server gibt keine Tipps.", "not-joined": "Der Tisch ist noch nicht offen. Frag gleich noch einmal.",
  },
  ratingNow: (before, after) => `Deine Wertung: ${before} → ${after}`,
  resultActions: { rematch: "Revanche", report: "Auswerten" },
  saveGame: "Speichern",
  reportOf: (number) => `Bericht zu Partie ${number}`,
  reportLoading: "Jeder Zug wird angesehen. Das kann einige Sekunden dauern…",
  reportErrors: {
    "not-over": "Einen Bericht gibt es, wenn die Partie zu Ende ist.", "busy": "Der Computer ist beschäftigt. Frag gleich noch einmal.",
    "not-found": "Zu dieser Partie gibt es keinen Bericht.",
  },
  reportFailed: "Der Bericht war nicht zu bekommen.",
  reportAccuracy: (side, percent) => `${big(side)} hat ${percent} % der Chancen genutzt.`,
  reportTurning: (number) => `Der Wendepunkt war Zug ${number}.`,
  reportAll: "Alle Züge",
  reportNone: "Kein Zug hat viel verschenkt.",
  reportMove: (number, side, point) => `${number}. ${big(side)} ${point}`,
  reportBetter: (point) => `besser: ${point}`,
  kinds: {
    "opening": "Eröffnung", "good": "gut", "inaccuracy": "ungenau", "mistake": "Fehler", "blunder": "grober Fehler", "missed-win": "Gewinn verpasst",
  },

  muteTitle: "Wer im Gespräch zu hören ist",
  muteNote: "Zeilen der anderen sind nur in diesem Browser ausgeblendet.",
};
