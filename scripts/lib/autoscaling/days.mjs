const hour = 3_600;
/** @param {string} clock `hh:mm` */
const secondsAt = (clock) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * hour + minutes * 60;
};

/**
 * Pseudorandom numbers, the same in each run.
 *
 * @param {number} seed
 */
function noise(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * 1 between two moments, 0 outside, with linear ramps of `rampSeconds`.
 *
 * @param {number} second
 * @param {number} from
 * @param {number} until
 */
const plateau = (second, from, until, rampSeconds = 60) =>
  Math.max(0, Math.min(1, (second - from) / rampSeconds, (until + rampSeconds - second) / rampSeconds));

/**
 * Sends per second over a day, one value per `stepSeconds`: quiet nights, a wave over the day, and two peaks of 20
 * times the load at night: an hour at 10:00 and 15 minutes at 20:00, reached within a minute. With ± 15 % of noise per
 * minute.
 *
 * @param {number} stepSeconds
 * @param {number} night
 */
export function dayWithPeaks(stepSeconds, night) {
  const random = noise(7);
  let factor = 1;
  return Array.from({ length: (24 * hour) / stepSeconds }, (_, step) => {
    const second = step * stepSeconds;
    if (second % 60 === 0) factor = 0.85 + 0.3 * random();
    const wave =
      Math.max(0, Math.sin(((second - secondsAt('7:00')) / (14 * hour)) * Math.PI)) *
      (second > secondsAt('7:00') ? 3 : 0);
    const peak = Math.max(
      plateau(second, secondsAt('10:00'), secondsAt('11:00')),
      plateau(second, secondsAt('20:00'), secondsAt('20:15')),
    );
    const share = 1 + wave + (19 - wave) * peak;
    return night * share * (peak === 1 ? 0.97 + (factor - 0.85) * 0.2 : factor);
  });
}
