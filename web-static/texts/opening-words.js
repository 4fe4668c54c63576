// Sentences about the current step of an opening. Pure.

import { T } from "./texts.js";

/**
 * Returns the sentence for the current phase of `game`, or null if there is none (no opening, or an
 * open seat).
 */
export function phaseWords(game, opening, rights, name) {
  const side = game.toMove, holder = game.seats[side];
  if (!game.phase || !holder) return null;
  const mine = rights.sides.includes(side), who = name(holder), left = Math.max(0, opening.wanted - opening.fifths.length);
  if (game.choices.length) return mine ? T.decideMine[question(game)] ?? T.decideTheirs(who) : T.decideTheirs(who);
  switch (game.phase) {
    case "offer-fifths": return mine ? T.offerMine(left) : T.offerTheirs({ name: who, left });
    case "pick-fifth": return mine ? T.pickMine : T.pickTheirs(who);
  }
  const number = game.moves.length + 1;
  return mine ? T.placeMine({ number, side: game.next, where: T.areas[opening.area?.join("-")] ?? "" }) : T.placeTheirs({ name: who, number });
}

function question({ phase, choices }) {
  if (choices.includes("ten")) return "swap-or-ten";
  if (choices.includes("swap")) return "swap";
  return phase === "choose-side" && !choices.includes("more") ? "choose-side-only" : phase;
}

const FIFTHS = /^fifths-(\d+)$/;

/** Returns a choice's words, for a button. */
export const choiceWords = (choice) => T.choiceWords[choice] ?? FIFTHS.exec(choice)?.[1] ?? choice;

/**
 * Returns the sentence for a past step, taken by `who`; null for stones, which are announced
 * anyway.
 */
export function stepWords(word, who, pointWords) {
  const fifths = FIFTHS.exec(word)?.[1];
  if (fifths) return T.chosenFifths({ name: who, count: Number(fifths) });
  if (word.startsWith("?")) {
    const [col, row] = word.slice(1).split(",").map(Number);
    return T.fifthOffered(pointWords({ col, row }));
  }
  return T.chosen[word]?.(who) ?? null;
}
