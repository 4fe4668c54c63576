// Mistakes in links: options with unknown names or values.

import { unknownTerms } from "../game/terms.js";
import { TERMS } from "../game/term-tables.js";
import { T } from "../texts/texts.js";
import { givenWords } from "../texts/wording.js";

/** The names of options in links. */
const NAMES = ["room", "side", "robot", ...TERMS.map(({ key }) => key)];

/**
 * Returns the mistakes in a link, as [{key, value, known}]: unknown values, and with `isName`
 * options whose name has one wrong, missing, additional or exchanged letter. Other sites add names
 * of their own to links, so short names, and names that resemble none, are ignored.
 */
export function mistakesIn(query) {
  const misspelt = [...new URLSearchParams(query)].filter(([key]) => !NAMES.includes(key))
    .map(([key, value]) => ({ key, value, isName: true, known: NAMES.filter((name) => name.length > 4 && resembles(name, key.toLowerCase())) }));
  return [...unknownTerms(query), ...misspelt.filter(({ known }) => known.length)];
}

/** Returns the sentence about a mistake in a link. */
export function mistakeWords({ key, value, known, isName }) {
  const pair = `${givenWords(key)}=${givenWords(value)}`;
  return isName ? T.linkMisspelt({ pair, known: known[0] }) : T.linkUnknown({ pair, known: known.join(", ") });
}

/** Whether one change of a letter, or an exchange of two neighbours, turns `one` into `other`. */
function resembles(one, other) {
  if (Math.abs(one.length - other.length) > 1) return false;
  let from = 0;
  while (from < one.length && one[from] === other[from]) from += 1;
  const [a, b] = [one.slice(from), other.slice(from)];
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
}
