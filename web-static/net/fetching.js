// Asks the server over HTTP.

import { work } from "./settled.js";

/** Why there is no answer: `status` is 0 where the server could not be asked. */
export class NoAnswer extends Error {
  constructor(status) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** The JSON at `path`, a path below the page's own. */
export const fetched = (path) => work(ask(path));

async function ask(path) {
  let answer;
  try {
    answer = await fetch(new URL(path, document.baseURI), { cache: "no-store" });
  } catch {
    throw new NoAnswer(0);
  }
  if (!answer.ok) throw new NoAnswer(answer.status);
  return answer.json();
}
