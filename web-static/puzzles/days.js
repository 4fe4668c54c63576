// Days in UTC, as texts such as "2026-11-24". Pure.

const DAY = 86_400_000;

/** Returns the day of a time in ms. */
export const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
/** Returns the day `count` days after `day`. */
export const daysAfter = (day, count) => dayOf(Date.parse(`${day}T00:00:00Z`) + count * DAY);
/** Whether a text is a day of the calendar. */
export const isDay = (text) => typeof text === "string" && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && dayOf(Date.parse(`${text}T00:00:00Z`)) === text;
