// Ratings as players see them. Pure.

/** The rating of a player before the first rated game (Glicko2.Rating.start). */
export const FIRST_RATING = 1_500;
/**
 * The deviation above which a rating is uncertain. A new player's is 350; it falls below this limit
 * after about a dozen games.
 */
export const UNCERTAIN_ABOVE = 110;

/** Whether `rating` {rating, deviation} is uncertain, or missing because no game was rated. */
export const isUncertain = (rating) => !rating || !(rating.deviation <= UNCERTAIN_ABOVE);

/** Returns a rating in whole points, with a question mark while it is uncertain. */
export const ratingText = (rating) => `${Math.round(rating?.rating ?? FIRST_RATING)}${isUncertain(rating) ? "?" : ""}`;
