/** A request to the bucket failed, or was not made because earlier ones failed repeatedly. See the cause. */
export class BucketUnavailable extends Error {
  override readonly name = 'BucketUnavailable';
}

const failuresToPause = 5;
const pauseMs = 5_000;

/**
 * Circuit breaker for the bucket: after five failures in a row no request is made for 5 s. Then one request at a time
 * tests whether it works again.
 */
export class BucketPause {
  private failures = 0;
  private endsAt = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** Whether a request may be made; the first one after a pause is the test. */
  admits(): boolean {
    if (this.failures < failuresToPause) return true;
    if (this.endsAt > this.now()) return false;
    this.endsAt = this.now() + pauseMs;
    return true;
  }

  /** Whether requests are rejected without being made. */
  get isOn(): boolean {
    return this.failures >= failuresToPause && this.endsAt > this.now();
  }

  /** True when this failure opens the breaker. */
  recordFailure(): boolean {
    this.failures += 1;
    if (this.failures < failuresToPause) return false;
    this.endsAt = this.now() + pauseMs;
    return this.failures === failuresToPause;
  }

  /** True when this success closes the breaker. */
  recordSuccess(): boolean {
    const ended = this.failures >= failuresToPause;
    this.failures = 0;
    this.endsAt = 0;
    return ended;
  }
}
