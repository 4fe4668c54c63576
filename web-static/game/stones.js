// Which stone is whose.

/** The other side. */
export const opponent = (stone) => (stone === "x" ? "o" : "x");

/** Whose stone move `number` (1, 2, 3, …) is: X moves first, then they alternate. */
export const stoneOfMove = (number) => (number % 2 === 1 ? "x" : "o");
