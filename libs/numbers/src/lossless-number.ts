const own = Symbol('text');
const digits = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** Whether a lossless number was serialized since `rounding` started. */
let serialized = false;

/** A JSON number that JavaScript would print differently: `1.0`, `10.50`, `1234567890123456789`, `1e5`. */
export class LosslessNumber {
  /** A symbol, which templates cannot read, but which comparisons include. */
  private readonly [own]: string;

  constructor(text: string) {
    this[own] = text;
  }

  get text(): string {
    return this[own];
  }

  /** The value as a JavaScript number. */
  get value(): number {
    return Number(this[own]);
  }

  /** Code that does not know lossless numbers writes the JavaScript value. */
  toJSON(): number {
    serialized = true;
    return this.value;
  }
}

/** `JSON.stringify`, and whether it has changed the text of a number. */
export function rounding(value: unknown, indent = 0): { readonly json: string; readonly lost: boolean } {
  serialized = false;
  const json = JSON.stringify(value, null, indent);
  return { json, lost: serialized };
}

/** Whether JavaScript prints the number differently or cannot represent it exactly. Exponents always count as lossy. */
export function losesText(text: string): boolean {
  const value = Number(text);
  return String(value) !== text || /e/i.test(text) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** A number from its JSON text. */
export const toNumber = (text: string): number | LosslessNumber =>
  losesText(text) ? new LosslessNumber(text) : Number(text);

/** Whether a plain value can be this number. */
export const isNumberText = (value: unknown, text: string): boolean => {
  if (!digits.test(text)) return false;
  const number = Number(text);
  return value === number || (value === null && !Number.isFinite(number));
};
