// Lets tests wait until the page has finished its work, instead of polling it.
//
// Each place that begins work counts it, which costs an addition. `settled` reads the count once
// per frame, and only while a test waits. Timers (a note that disappears) and other participants'
// actions (a robot's move) do not count as work.

/** The longest wait for a frame, in ms. A hidden tab draws none. */
const HIDDEN = 100;

let works = 0;

/** Counts a promise as work until it is settled, and returns it. */
export function work(promise) {
  works += 1;
  const end = () => { works -= 1; };
  promise.then(end, end);
  return promise;
}

/** Whether work is left. Unanswered requests to the server do not count. */
export const isWorking = () => works > 0;

/**
 * Counts a navigation to another document as work, so that tests wait for the next page instead.
 */
export function watchLeaving(navigation = globalThis.navigation) {
  navigation?.addEventListener("navigate", ({ destination, downloadRequest }) => {
    if (destination.sameDocument || downloadRequest !== null) return;
    work(new Promise((resolve) => { navigation.addEventListener("navigateerror", resolve, { once: true }); }));
  });
}

/**
 * Returns a function that resolves at the first frame without work for which `isWaiting()` returns
 * false.
 */
export function createSettled(isWaiting, frame = nextFrame) {
  const isBusy = () => isWorking() || isWaiting();
  return async function settled() {
    do await frame(); while (isBusy());
  };
}

const nextFrame = () => new Promise((resolve) => {
  requestAnimationFrame(resolve);
  setTimeout(resolve, HIDDEN);
});
