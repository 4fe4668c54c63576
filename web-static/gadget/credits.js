// A purse that refills at a steady pace: how much a gadget may do. Pure; time is passed in.

/** At most `burst` at once, and `perSecond` in the long run. */
export function createCredits({ burst, perSecond, now }) {
  let left = burst, asOf = now;
  const refill = (time) => {
    left = Math.min(burst, left + Math.max(0, time - asOf) * perSecond / 1000);
    asOf = Math.max(asOf, time);
  };
  return {
    /** Whether `amount` is there; if so it is spent. */
    spend(time, amount = 1) {
      refill(time);
      if (left < amount) return false;
      left -= amount;
      return true;
    },
    /** Milliseconds until `amount` is there. */
    wait(time, amount = 1) {
      refill(time);
      return left >= amount ? 0 : Math.ceil((amount - left) / perSecond * 1000);
    },
  };
}
