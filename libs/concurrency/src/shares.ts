export type Release = () => void;

export interface SharesOptions {
  /** Units that all keys may hold together; unlimited by default. */
  readonly capacity?: number;
  /** Units that one key may hold. */
  readonly maxPerKey?: number;
  /** A key that already holds units gets more only up to this multiple of the units that stay free. */
  readonly share?: number;
}

/**
 * Counts the units (slots, bytes) that keys (tenants) hold, and decides how many more a key may take. `FairQueue` adds
 * the queue of requests that wait in memory. See docs/concurrency.md.
 */
export class Shares {
  capacity: number;
  readonly maxPerKey: number;
  private readonly share: number;
  private readonly heldByKey = new Map<string, number>();
  private used = 0;

  constructor({ capacity = Infinity, maxPerKey = Infinity, share = Infinity }: SharesOptions = {}) {
    this.capacity = capacity;
    this.maxPerKey = maxPerKey;
    this.share = share;
  }

  get free(): number {
    return this.capacity - this.used;
  }

  /** The keys that hold units. */
  get holders(): readonly string[] {
    return [...this.heldByKey.keys()];
  }

  heldBy(key: string): number {
    return this.heldByKey.get(key) ?? 0;
  }

  /**
   * Whether the key stays within its share with `units` more. A key that holds only `own` units gets all free units.
   */
  isWithinShare(key: string, units = 1, own = 0): boolean {
    const held = this.heldBy(key);
    if (held + units > this.maxPerKey) return false;
    return held <= own || this.share === Infinity || held + units <= this.share * (this.free - units);
  }

  /** How many units the key may take now, if it takes them one at a time. */
  capacityFor(key: string): number {
    const held = this.heldBy(key);
    const shared = this.share === Infinity ? Infinity : (this.share * this.free - held) / (this.share + 1);
    return Math.min(this.free, this.maxPerKey - held, Math.max(Math.floor(shared), held === 0 ? 1 : 0));
  }

  /** Takes the units without checking whether the key may have them. Releasing twice has no effect. */
  take(key: string, units = 1, onRelease?: () => void): Release {
    this.add(key, units);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.add(key, -units);
      onRelease?.();
    };
  }

  private add(key: string, units: number): void {
    const held = this.heldBy(key) + units;
    this.used += units;
    if (held === 0) this.heldByKey.delete(key);
    else this.heldByKey.set(key, held);
  }
}

export interface Holdings<Part> {
  /** Units that the key holds, including those it got from this generator. */
  heldByKey(key: string): number;
  hasCapacity(key: string): boolean;
  heldBy(part: Part): number;
  mayTake(part: Part): boolean;
}

/**
 * Yields the part that gets the next unit: of the key (tenant) that holds the least, the part (webhook, ESP account)
 * that holds the least; the first on a tie. The caller hands out the unit before it asks for the next part. Ends when
 * no part may take more.
 */
export function* shareLeastFirst<Part>(
  parts: ReadonlyMap<string, Iterable<Part>>,
  { heldByKey, hasCapacity, heldBy, mayTake }: Holdings<Part>,
): Generator<Part, void> {
  const turns = new Map<string, Generator<Part, void>>();
  const ended = new Set<string>();
  for (const key of byLevel(parts.keys(), heldByKey, (of) => !ended.has(of) && hasCapacity(of))) {
    const ofKey = turns.get(key) ?? byLevel(parts.get(key)!, heldBy, mayTake);
    turns.set(key, ofKey);
    const next = ofKey.next();
    if (next.done) ended.add(key);
    else yield next.value;
  }
}

function* byLevel<Item>(
  items: Iterable<Item>,
  heldBy: (item: Item) => number,
  mayTake: (item: Item) => boolean,
): Generator<Item, void> {
  let open = items;
  for (let level = 0; ; level += 1) {
    const next: Item[] = [];
    for (const item of open) {
      if (!mayTake(item)) continue;
      if (heldBy(item) <= level) yield item;
      next.push(item);
    }
    if (next.length === 0) return;
    open = next;
  }
}
