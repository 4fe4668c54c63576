// A token bucket, which limits the rate of a gadget's actions. Pure: callers pass the time.

/** Creates a bucket that allows `burst` actions at once and `perSecond` in the long run. */
export function createCredits({ burst, perSecond, now }) {
  let left = burst, asOf = now;
  const refill = (time) => {
    left = Math.min(burst, left + Math.max(0, time - asOf) * perSecond / 1000);
    asOf = Math.max(asOf, time);
  };
  return {
    /** Spends `amount` if the bucket holds it. Returns whether it did. */
    spend(time, amount = 1) {
      refill(time);
      if (left < amount) return false;
      left -= amount;
      return true;
    },
    /** Returns the milliseconds until the bucket holds `amount`. */
    wait(time, amount = 1) {
      refill(time);
      return left >= amount ? 0 : Math.ceil((amount - left) / perSecond * 1000);
    },
  };
}
