/** The bucket was asked in vain, or not at all since it failed again and again; the cause says more. */
export class BucketUnavailable extends Error {
  override readonly name = 'BucketUnavailable';
}

const failuresToPause = 5;
const pauseMs = 5_000;

/**
 * Spares everybody the wait for a bucket that does not answer: after five failures in a row nothing is asked of it for 5 s, then one request at a
 * time shows whether it works again.
 */
export class BucketPause {
  private failures = 0;
  private endsAt = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** Whether a request may be made; after a pause whoever asks first is the one that tries. */
  admits(): boolean {
    if (this.failures < failuresToPause) return true;
    if (this.endsAt > this.now()) return false;
    this.endsAt = this.now() + pauseMs;
    return true;
  }

  /** Whether nothing is to be had before somebody has tried. */
  get isOn(): boolean {
    return this.failures >= failuresToPause && this.endsAt > this.now();
  }

  /** True when a pause begins with it that was none before. */
  failed(): boolean {
    this.failures += 1;
    if (this.failures < failuresToPause) return false;
    this.endsAt = this.now() + pauseMs;
    return this.failures === failuresToPause;
  }

  /** True when it ends a pause. */
  worked(): boolean {
    const ended = this.failures >= failuresToPause;
    this.failures = 0;
    this.endsAt = 0;
    return ended;
  }
}
