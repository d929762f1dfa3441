import type { Stepwise } from '@postrider/concurrency';
import { ServiceError } from '@postrider/contracts';
import { toNumber } from '@postrider/numbers';
import { endOfToken, isSpace, maxNumberLength, InvalidJson, problemAt, getStart } from './json-position.js';

/** The bounds of a body (docs/operate/limits.md#requests). */
export const maxDepth = 100;
export const maxValues = 100_000;
/** Per object, because V8 sorts numeric names without a pause. */
export const maxNames = 10_000;

export const tooManyValues = (): ServiceError =>
  new ServiceError(
    'invalid_request',
    `Invalid request: the body holds more than ${maxValues} values; send bytes in base64, not as an array of numbers`,
  );

export const tooDeep = (field: string): ServiceError =>
  ServiceError.invalidField(field, `must not be nested deeper than ${maxDepth} levels`);

export const tooManyNames = (path: readonly string[]): ServiceError =>
  ServiceError.invalidField(path.join('.') || 'body', `must not have more than ${maxNames} names`);

/** Whether PostgreSQL can store the text: no NUL, no lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

export const notStorable = (path: readonly string[]): ServiceError =>
  ServiceError.invalidField(path.join('.') || 'body', 'must be text without NUL characters and lone surrogates');

export const quote = 0x22;
export const backslash = 0x5c;
export const space = 0x20;
export const comma = 0x2c;
export const colon = 0x3a;
const opensList = 0x5b;
export const closesList = 0x5d;
const opensObject = 0x7b;
export const closesObject = 0x7d;

export const isOpening = (byte: number): boolean => byte === opensList || byte === opensObject;

export const endsScalar = (byte: number): boolean =>
  byte <= space ||
  byte === comma ||
  byte === colon ||
  byte === quote ||
  byte === closesList ||
  byte === closesObject ||
  isOpening(byte);

const zero = 0x30;
const nine = 0x39;
const u = 0x75;

/** Numbers in these fields keep their text at any depth (docs/adr/0017-numbers-keep-their-text.md). */
const dataNames = new Set(['template_data', 'email_data', 'data']);
const maxEscapedCharBytes = 6;
const maxValuesPerSlice = 500;
/** The field that has the bytes of a file, in base64 or as a list. */
const bytesName = 'content';
/** Bytes in a list that count as one value, because each takes 8 bytes of memory and another value hundreds. */
const bytesPerValue = 32;
const maxByte = 0xff;
/** Maximum whitespace between two bytes of a list, for any indentation. */
const maxSpaces = 256;

/** An open list or object, the name or index of its current value, and the number of its names. */
interface OpenContainer {
  readonly container: unknown[] | Record<string, unknown>;
  readonly isData: boolean;
  name: string;
  names: number;
}

/**
 * Parses UTF-8 JSON like `parseJson`, but in pieces of about `pieceBytes`: `JSON.parse` of megabytes would block the
 * event loop.
 * @throws ServiceError `invalid_request`
 */
export function* parseInSlices(bytes: Buffer, sliceBytes = 64 * 1024, limit = maxValues): Stepwise<unknown> {
  try {
    return yield* new JsonReader(bytes, sliceBytes, limit).read();
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    const problem = yield* problemAt(bytes, error.at);
    throw new ServiceError('invalid_request', `Invalid request: the body is not valid JSON: ${problem}`);
  }
}

class JsonReader {
  private at: number;
  private pausedAt = 0;
  private values = 0;
  private valuesWhenPaused = 0;
  private readonly open: OpenContainer[] = [];

  constructor(
    private readonly bytes: Buffer,
    private readonly sliceBytes: number,
    private readonly limit: number,
  ) {
    this.at = getStart(bytes);
  }

  *read(): Stepwise<unknown> {
    if (this.skipsSpace()) yield* this.skipSpace();
    if (this.at >= this.bytes.length) return {};
    for (;;) {
      if (this.isSliceDone()) yield;
      let value: unknown = this.bytes[this.at] === opensList ? yield* this.byteList() : undefined;
      if (value === undefined) {
        const opened = this.openContainer();
        if (opened && (yield* this.entersContainer())) continue;
        value = opened ? this.open.pop()!.container : yield* this.scalar();
      }
      for (;;) {
        if (this.skipsSpace()) yield* this.skipSpace();
        const parent = this.open.at(-1);
        if (!parent) {
          if (this.at < this.bytes.length) throw new InvalidJson(this.at);
          return value;
        }
        addValue(parent, value);
        const next = this.bytes[this.at++];
        if (next === comma) {
          yield* this.nextName(parent);
          break;
        }
        if (next !== closing(parent)) throw new InvalidJson(this.at - 1);
        value = this.open.pop()!.container;
      }
    }
  }

  /** The bytes of a file, if they start here as a list of integers up to 255. Otherwise does not move. */
  private *byteList(): Stepwise<number[] | undefined> {
    const parent = this.open.at(-1);
    if (parent?.name !== bytesName || parent.isData || this.open.length >= maxDepth) return undefined;
    const { values } = this;
    const list: number[] = [];
    let pauseAt = this.at + this.sliceBytes;
    for (let at = this.at + 1; ; at++) {
      const start = this.afterSpaces(at);
      let value = 0;
      for (at = start; isDigit(this.bytes[at]) && value <= maxByte; at++) value = value * 10 + this.bytes[at]! - zero;
      if (at === start || value > maxByte || (this.bytes[start] === zero && at - start > 1)) break;
      if (list.push(value) % bytesPerValue === 1) this.count();
      at = this.afterSpaces(at);
      if (this.bytes[at] === closesList) {
        this.at = at + 1;
        return list;
      }
      if (this.bytes[at] !== comma) break;
      if (at < pauseAt) continue;
      pauseAt = at + this.sliceBytes;
      yield;
    }
    this.values = values;
    return undefined;
  }

  private afterSpaces(from: number): number {
    let at = from;
    while (isSpace(this.bytes[at]) && at - from < maxSpaces) at++;
    return at;
  }

  /** Opens a list or object if one starts here. */
  private openContainer(): boolean {
    const byte = this.bytes[this.at];
    if (byte !== opensList && byte !== opensObject) return false;
    this.count();
    if (this.open.length >= maxDepth) throw tooDeep(this.open[0]!.name);
    const parent = this.open.at(-1);
    const isData = parent !== undefined && (parent.isData || dataNames.has(parent.name));
    this.open.push({ container: byte === opensList ? [] : {}, isData, name: '', names: 0 });
    this.at++;
    return true;
  }

  /** Moves to the first value of the innermost container. Returns false if it is empty, after moving past its end. */
  private *entersContainer(): Stepwise<boolean> {
    const parent = this.open.at(-1)!;
    if (this.skipsSpace()) yield* this.skipSpace();
    if (this.bytes[this.at] === closing(parent)) {
      this.at++;
      return false;
    }
    yield* this.nextName(parent);
    return true;
  }

  /** Moves to the next value, past its name in an object. */
  private *nextName(parent: OpenContainer): Stepwise<void> {
    if (this.skipsSpace()) yield* this.skipSpace();
    if (Array.isArray(parent.container)) {
      parent.name = String(parent.container.length);
      return;
    }
    if (this.bytes[this.at] !== quote) throw new InvalidJson(this.at);
    parent.name = yield* this.text();
    this.check(parent.name);
    this.countName(parent);
    if (this.skipsSpace()) yield* this.skipSpace();
    if (this.bytes[this.at++] !== colon) throw new InvalidJson(this.at - 1);
    if (this.skipsSpace()) yield* this.skipSpace();
  }

  private *scalar(): Stepwise<unknown> {
    this.count();
    if (this.bytes[this.at] === quote) {
      const text = yield* this.text();
      this.check(text);
      return text;
    }
    const start = this.at;
    while (this.at < this.bytes.length && !endsScalar(this.bytes[this.at]!)) {
      if (this.at - start >= maxNumberLength) throw new InvalidJson(endOfToken(this.bytes, start));
      this.at++;
    }
    const text = this.bytes.toString('latin1', start, this.at);
    const value = parsed(text, () => endOfToken(this.bytes, start));
    return typeof value === 'number' && this.open.at(-1)?.isData ? toNumber(text) : value;
  }

  private *text(): Stepwise<string> {
    const start = this.at + 1;
    let end = this.bytes.indexOf(quote, start);
    if (end > start && this.bytes[end - 1] === backslash) end = yield* this.endOfEscaped(start);
    if (end < 0) throw new InvalidJson(start - 1);
    const opening = () => start - 1;
    this.at = end + 1;
    if (end - start <= this.sliceBytes)
      return parsed(this.bytes.toString('utf8', start - 1, end + 1), opening) as string;
    const parts: string[] = [];
    for (let from = start; from < end;) {
      const to = this.cut(from, end);
      parts.push(parsed(`"${this.bytes.toString('utf8', from, to)}"`, opening) as string);
      from = to;
      yield;
    }
    return parts.join('');
  }

  /** The position of the closing quote of a string with escapes. */
  private *endOfEscaped(start: number): Stepwise<number> {
    let pauseAt = start + this.sliceBytes;
    for (let at = start; at < this.bytes.length; at++) {
      if (this.bytes[at] === quote) return at;
      if (this.bytes[at] === backslash) at++;
      if (at >= pauseAt) {
        pauseAt = at + this.sliceBytes;
        yield;
      }
    }
    return -1;
  }

  /** The end of a piece of a string that starts at `from`, on a character boundary and outside of an escape. */
  private cut(from: number, end: number): number {
    let to = from + this.sliceBytes;
    if (to >= end) return end;
    let last = to - 1;
    while (last > to - maxEscapedCharBytes && this.bytes[last] !== backslash) last--;
    let run = 0;
    while (last - run >= from && this.bytes[last - run] === backslash) run++;
    if (run % 2 === 1 && last + (this.bytes[last + 1] === u ? maxEscapedCharBytes : 2) > to) to = last;
    while ((this.bytes[to]! & 0xc0) === 0x80) to--;
    return to;
  }

  private skipsSpace(): boolean {
    return this.bytes[this.at]! <= 0x20;
  }

  private *skipSpace(): Stepwise<void> {
    for (; isSpace(this.bytes[this.at]); this.at++) if (this.isSliceDone()) yield;
  }

  private isSliceDone(): boolean {
    if (this.at - this.pausedAt < this.sliceBytes && this.values - this.valuesWhenPaused < maxValuesPerSlice)
      return false;
    this.pausedAt = this.at;
    this.valuesWhenPaused = this.values;
    return true;
  }

  private count(): void {
    this.values++;
    if (this.values > this.limit) throw tooManyValues();
  }

  /** Repeated and dropped names do not count. */
  private countName(parent: OpenContainer): void {
    if (parent.name === '__proto__' || Object.hasOwn(parent.container, parent.name)) return;
    parent.names++;
    if (parent.names > maxNames) throw tooManyNames(this.path().slice(0, -1));
  }

  private check(text: string): void {
    if (!isStorable(text)) throw notStorable(this.path());
  }

  private path(): string[] {
    return this.open.map(({ name }) => name);
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;

/** Drops `__proto__`. */
function addValue({ container, name }: OpenContainer, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  else if (name !== '__proto__') container[name] = value;
}

function parsed(json: string, faultAt: () => number): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new InvalidJson(faultAt());
  }
}

const closing = ({ container }: OpenContainer): number => (Array.isArray(container) ? closesList : closesObject);
