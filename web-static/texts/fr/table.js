// Les phrases françaises de ce qui entoure le plateau : bandeaux, niveaux, lien, ce qui est interdit et pourquoi.

export const TEXTS = {
  robotNote: (level) => `ordinateur, niveau ${level}`,
  levelCalled: (level, name) => `${level} sur 10 : ${name}`,
  levelBefore: (name) => `Trop difficile ? ${name}`,
  levelAfter: (name) => `Trop facile ? ${name}`,

  profileOf: (name) => `${name} : classement et parties`,
  ratingIs: (rating) => `classement ${rating}`,
  lag: (milliseconds) => `${milliseconds} ms`,
  lagIs: (milliseconds) => `connexion ${milliseconds} ms`,
  hintsTaken: (count) => (count === 1 ? "1 conseil" : `${count} conseils`),
  tookHint: (name) => `${name} a pris un conseil.`,

  shareAsk: "Envoyez ce lien",
  theLink: "Le lien",
  linkAsCode: "Le lien en code pour l’appareil photo d’un téléphone",
  copyLink: "Copier",
  sendLink: "Partager…",
  copyByHand: "Il n’a pas pu être copié : sélectionnez-le et copiez-le à la main.",

  howItWorks: "Comment cela marche-t-il ?",
  demoOf: (opening) => `Comment marche ${opening}`,
  demoStep: (step, count) => `Étape ${step} sur ${count}`,
  demoBack: "Retour",
  demoOn: "Suivant",

  forbiddenTo: (point, why) => `${point} est interdit à X : ${why}.`,
  forbiddenRows: {
    "double-three": (rows) => `Cela ferait ces trois à la fois : ${rows}.`,
    "double-four": (rows) => `Cela ferait ces quatre à la fois : ${rows}.`,
    "overline": (rows) => `Cela ferait une rangée de six ou plus : ${rows}.`,
  },
  twoRows: (one, other) => `${one} et ${other}`,

  tableOf: (x, o) => `${x} – ${o}`,
  quietTable: "Une table pour deux",
};
