// The gadget's sentences. Its own, for the page's are fetched in the language of the page.

const big = (side) => side.toUpperCase();

const REASONS = { five: "five in a row", forbidden: "a forbidden move", resign: "resignation", time: "time", agreement: "agreement", full: "the board is full" };

const REJECTED = {
  "conflict": "Somebody else was faster. The board shows what happened.",
  "not-your-turn": "It is not your turn.",
  "not-seated": "You are watching. Take an open seat to play.",
  "game-over": "The game is over.",
};

export const W = {
  noContainer: "This gadget needs a Wave container.",
  empty: "Nobody plays yet. Start a game.",
  taken: (point) => `There is a stone on ${point} already.`,
  rejected: (code, message) => REJECTED[code] ?? (message || "That was not accepted."),
  takeSeat: (side, both) => (both ? `Play ${big(side)} as well` : `Play ${big(side)}`),
  someone: "Somebody who left",
  robot: (level) => `Computer (${level})`,
  point: ({ name, stone, number, last }) => [name, stone ? big(stone) : "empty", number && `move ${number}`, last && "last move"].filter(Boolean).join(", "),
};

/** How a game stands, in one sentence; `sides` are those one plays. */
export function standing(game, sides, name) {
  const { result, toMove, seats } = game, why = REASONS[game.reason] ? ` (${REASONS[game.reason]})` : "";
  if (result === "draw") return `A draw${why}.`;
  if (result) return sides.length === 1 ? `You ${sides[0] === result ? "win" : "lose"}${why}.` : `${big(result)} wins${why}.`;
  if (sides.length === 2) return `${big(toMove)} to move. You play both sides.`;
  if (sides.includes(toMove)) return `Your turn. You play ${big(toMove)}.`;
  return seats[toMove] ? `${name(seats[toMove])} is thinking: ${big(toMove)} to move.` : `The seat of ${big(toMove)} is open.`;
}
