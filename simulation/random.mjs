// Random numbers by seed.

/** A generator of random numbers (sfc32) that a seed determines. */
export class Random {
  /** @param {string} seed */
  constructor(seed) {
    /** @type {[number, number, number, number]} */
    this.state = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
    for (const char of seed) {
      this.state[0] = (this.state[0] ^ char.charCodeAt(0)) | 0;
      for (let round = 0; round < 8; round += 1) this.#next();
    }
  }

  #next() {
    const [a, b, c, counter] = this.state;
    const sum = (((a + b) | 0) + counter) | 0;
    this.state = [b ^ (b >>> 9), (c + (c << 3)) | 0, ((c << 21) | (c >>> 11)) + sum, (counter + 1) | 0];
    return sum >>> 0;
  }

  /** From 0 to 1, without 1. */
  fraction() {
    return this.#next() / 2 ** 32;
  }

  /** An integer from 0 to `bound` - 1. */
  below(/** @type {number} */ bound) {
    return Math.floor(this.fraction() * bound);
  }

  /** An integer from `first` to `last`. */
  between(/** @type {number} */ first, /** @type {number} */ last) {
    return first + this.below(last - first + 1);
  }

  chance(/** @type {number} */ probability) {
    return this.fraction() < probability;
  }

  /**
   * @template Item
   * @param {readonly Item[]} items not empty
   * @returns {Item}
   */
  pick(items) {
    return /** @type {Item} */ (items[this.below(items.length)]);
  }

  bytes(/** @type {Uint8Array} */ target) {
    for (let at = 0; at < target.length; at += 1) target[at] = this.#next() & 0xff;
    return target;
  }
}
