import { isDeepStrictEqual } from 'node:util';

/** Maximum difference between the clocks of the installation and the test. */
const toleranceSeconds = 300;
const timestampPattern = /\b1[78]\d{8}\b/g;
const anything = '…';
/** `tem_…receipt`: a named id, the same wherever the name is used. */
const namePattern = /\b[a-z]+_…[a-z0-9]+/g;

/**
 * Placeholders of pages for values that differ from run to run: `…` for any value or part of a text, `tem_…receipt` for
 * a named id. The time of the examples stands for now, and other times are shifted with it.
 */
export class Placeholders {
  private values = new Map<string, string>();

  /** `moment` and `now` in Unix seconds. */
  constructor(
    private readonly moment: number,
    private readonly now: () => number = () => Math.floor(Date.now() / 1000),
    private readonly shift = now() - moment,
  ) {}

  /**
   * A request of the page, with placeholders replaced.
   * @throws Error with a placeholder that has no value yet
   */
  inRequest(text: string): string {
    return text
      .replace(namePattern, (name) => {
        const value = this.values.get(name);
        if (value === undefined) throw new Error(`No response before this request has ${name}`);
        return value;
      })
      .replace(timestampPattern, (time) => String(Number(time) + this.shift));
  }

  /**
   * The expected response, with matching placeholders replaced by the actual values; others stay and so differ. A
   * response that differs assigns no values.
   */
  inResponse(expected: unknown, actual: unknown): unknown {
    const before = new Map(this.values);
    const filled = this.fill(expected, actual);
    if (!isDeepStrictEqual(filled, actual)) this.values = before;
    return filled;
  }

  private fill(expected: unknown, actual: unknown): unknown {
    if (expected === anything && actual !== undefined) return actual;
    if (typeof expected === 'string') return this.textFor(expected, actual);
    if (typeof expected === 'number') return this.numberFor(expected, actual);
    if (Array.isArray(expected)) return this.listFor(expected, actual);
    if (typeof expected !== 'object' || expected === null) return expected;
    const given = (typeof actual === 'object' && actual !== null ? actual : {}) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, this.fill(value, given[name])]));
  }

  private textFor(expected: string, actual: unknown): string {
    const known = expected.replace(namePattern, (name) => this.values.get(name) ?? name);
    if (!known.includes(anything) || typeof actual !== 'string') return known;
    const names = [...known.matchAll(namePattern)].map(([name]) => name);
    const parts = known.split(new RegExp(`${namePattern.source}|${anything}`, 'g')).map(escape);
    const kinds = [...known.matchAll(new RegExp(`${namePattern.source}|${anything}`, 'g'))].map(([found]) =>
      found === anything ? '[^]*' : `(${found.slice(0, found.indexOf(anything))}[0-9A-Za-z]+)`,
    );
    const pattern = parts.map((part, index) => part + (kinds[index] ?? '')).join('');
    const found = new RegExp(`^${pattern}$`).exec(actual);
    if (!found) return known;
    names.forEach((name, index) => this.values.set(name, found[index + 1]!));
    return actual;
  }

  private numberFor(expected: number, actual: unknown): number {
    if (!String(expected).match(timestampPattern)) return expected;
    if (expected !== this.moment) return expected + this.shift;
    return typeof actual === 'number' && Number.isInteger(actual) && Math.abs(actual - this.now()) <= toleranceSeconds
      ? actual
      : expected;
  }

  /** A last element of `…` stands for any number of further elements. */
  private listFor(expected: readonly unknown[], actual: unknown): unknown[] {
    const given: readonly unknown[] = Array.isArray(actual) ? actual : [];
    const open = expected.at(-1) === anything;
    const named = open ? expected.slice(0, -1) : expected;
    return [
      ...named.map((element, index) => this.fill(element, given[index])),
      ...(open ? given.slice(named.length) : []),
    ];
  }
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
