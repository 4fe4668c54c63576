// The two colours of stones.

/** Returns the other side. */
export const opponent = (stone) => (stone === "x" ? "o" : "x");

/** Returns the colour of move `number` (1, 2, 3, …). X moves first, and the colours alternate. */
export const stoneOfMove = (number) => (number % 2 === 1 ? "x" : "o");
