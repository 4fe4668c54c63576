// Requests for analyses, which the server refuses while it is busy with those of others.

/** The HTTP status of that refusal. */
const BUSY = 503;
/**
 * The number of requests, and the pause after the first one, in ms. Each further pause is longer by
 * as much, so that many pages that ask at once leave the server alone. The server answers a waiting
 * request after 8 s, so that a page gives up after 30 to 78 s.
 */
export const TRIES = 6;
export const PAUSE = 2_000;

/**
 * Calls `ask()` until the server is not busy, and resolves to that answer, or to the last one. An
 * answer has a `status`. No further request follows once `isWanted()` returns false.
 */
export async function askWhileBusy(ask, isWanted) {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== BUSY || tries >= TRIES || !isWanted()) return answer;
    await new Promise((done) => setTimeout(done, tries * PAUSE));
    if (!isWanted()) return answer;
  }
}

/**
 * Like askWhileBusy, with an `ask()` that resolves to JSON or rejects with a `status`. So does this
 * function.
 */
export async function readWhileBusy(ask, isWanted) {
  const { told, failure } = await askWhileBusy(() => ask().then((told) => ({ told }), (failure) => ({ failure, status: failure.status })), isWanted);
  if (failure) throw failure;
  return told;
}
