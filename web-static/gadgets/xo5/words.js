// The gadget's sentences. They are those of words/en.toml. The gadget has its own copy, because the
// page loads its words separately, in the user's language.

const big = (side) => side.toUpperCase();

const REASONS = {
  five: "five in a row", forbidden: "forbidden move", resign: "resignation", time: "time out", agreement: "agreement",
  full: "board full", abandoned: "game abandoned",
};

const REJECTED = {
  "conflict": "Someone else was faster. The board now shows their change.",
  "not-your-turn": "It is not your turn.",
  "not-seated": "You are watching. Take an open seat to play.",
  "game-over": "The game is over.",
};

/** The computer's name at each level. */
export const ROBOTS = ["Seed", "Sprout", "Sapling", "Willow", "Birch", "Maple", "Ash", "Oak", "Yew", "Kaya"];

export const W = {
  noContainer: "This gadget works only in a Wave container.",
  empty: "No game here yet. Start one.",
  taken: (point) => `${point} is already taken.`,
  rejected: (code, message) => REJECTED[code] ?? (message || "The server did not accept that."),
  takeSeat: (side, both) => (both ? `Play ${big(side)} too` : `Join as ${big(side)}`),
  someone: "Former player",
  robot: (level) => ROBOTS[level - 1] ?? `Computer, level ${level}`,
  point: ({ name, stone, number, last }) => [name, stone ? big(stone) : "empty", number && `move ${number}`, last && "last move"].filter(Boolean).join(", "),
};

/** Returns one sentence about the state of a game. `sides` are the viewer's sides. */
export function standing(game, sides, name) {
  const { result, toMove, seats } = game, why = REASONS[game.reason] ? ` (${REASONS[game.reason]})` : "";
  if (result === "draw") return game.reason === "aborted" ? "Game aborted." : `Draw${why}.`;
  if (result) return sides.length !== 1 ? `${big(result)} wins${why}.` : sides[0] === result ? `You win${why}!` : `You lose${why}.`;
  if (sides.length === 2) return `${big(toMove)} to move. You play both sides.`;
  if (sides.includes(toMove)) return `Your turn. You play ${big(toMove)}.`;
  return seats[toMove] ? `${name(seats[toMove])} is thinking: ${big(toMove)} to move.` : `The ${big(toMove)} seat is open.`;
}
