// HTTP requests to the server.

import { work } from "./settled.js";

/** A failed request. `status` is the HTTP status, or 0 if the server was not reached. */
export class NoAnswer extends Error {
  constructor(status) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** Returns the JSON at `path`, relative to the page's directory. */
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
