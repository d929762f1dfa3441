/** npm passes on the Ctrl-C that the terminal has sent us already: two signals as close as this are one. */
const sameGestureMs = 500;

/**
 * Calls `onStop` for the first Ctrl-C or SIGTERM and `onImpatience` for each later one. A parent that vanishes counts as a SIGTERM when
 * npm is the parent: it was killed, and with it the way to reach us.
 *
 * @typedef {(signal: NodeJS.Signals) => void} Listener
 * @param {Listener} onStop
 * @param {Listener} onImpatience
 */
export function listenForStop(onStop, onImpatience) {
  /** @type {number | undefined} */
  let firstAt;
  /** @type {Listener} */
  const listener = (signal) => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      onStop(signal);
    } else if (Date.now() - firstAt > sameGestureMs) onImpatience(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, listener);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    listener('SIGTERM');
  }, 250);
  watch.unref();
}
