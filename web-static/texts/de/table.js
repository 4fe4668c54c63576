// Die deutschen Sätze rund um das Brett: Leisten, Stufen, der Link, was verboten ist und warum.

export const TEXTS = {
  robotNote: (level) => `Computer, Stufe ${level}`,
  levelCalled: (level, name) => `${level} von 10: ${name}`,
  levelBefore: (name) => `Zu schwer? ${name}`,
  levelAfter: (name) => `Zu leicht? ${name}`,

  profileOf: (name) => `${name}: Wertungen und Partien`,
  ratingIs: (rating) => `Wertung ${rating}`,
  lag: (milliseconds) => `${milliseconds} ms`,
  lagIs: (milliseconds) => `Verbindung ${milliseconds} ms`,
  hintsTaken: (count) => (count === 1 ? "1 Tipp" : `${count} Tipps`),
  tookHint: (name) => `${name} hat einen Tipp genommen.`,

  shareAsk: "Schick diesen Link",
  theLink: "Der Link",
  linkAsCode: "Der Link als Code für die Kamera eines Handys",
  copyLink: "Kopieren",
  sendLink: "Teilen…",
  copyByHand: "Das Kopieren ging nicht: markiere den Link und kopiere ihn von Hand.",

  howItWorks: "Wie geht das?",
  demoOf: (opening) => `So geht ${opening}`,
  demoStep: (step, count) => `Schritt ${step} von ${count}`,
  demoBack: "Zurück",
  demoOn: "Weiter",

  forbiddenTo: (point, why) => `${point} ist für X verboten: ${why}.`,
  forbiddenRows: {
    "double-three": (rows) => `Dort entstünden zugleich diese Dreier: ${rows}.`,
    "double-four": (rows) => `Dort entstünden zugleich diese Vierer: ${rows}.`,
    "overline": (rows) => `Dort entstünde eine Reihe von sechs oder mehr: ${rows}.`,
  },
  twoRows: (one, other) => `${one} und ${other}`,

  tableOf: (x, o) => `${x} – ${o}`,
  quietTable: "Ein Tisch für zwei",
};
