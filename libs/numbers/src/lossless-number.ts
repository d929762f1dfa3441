const own = Symbol('text');
const digits = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** Whether one was written as JSON since `rounding` began. */
let written = false;

/** A number of a caller's JSON that JavaScript would not print as it was written: `1.0`, `10.50`, `1234567890123456789`, `1e5`. */
export class LosslessNumber {
  /** No name that a template could read, but seen where two are compared. */
  private readonly [own]: string;

  constructor(text: string) {
    this[own] = text;
  }

  get text(): string {
    return this[own];
  }

  /** What JavaScript makes of it. */
  get value(): number {
    return Number(this[own]);
  }

  /** Whoever knows nothing of texts writes what JavaScript makes of it. */
  toJSON(): number {
    written = true;
    return this.value;
  }
}

/** JSON as the engine writes it, and whether that has lost the text of a number. */
export function rounding(value: unknown, indent = 0): { readonly json: string; readonly lost: boolean } {
  written = false;
  const json = JSON.stringify(value, null, indent);
  return { json, lost: written };
}

/** Whether a number is printed otherwise than it was written, or is not known to the last digit. With an exponent one never knows. */
export function losesText(text: string): boolean {
  const value = Number(text);
  return String(value) !== text || /e/i.test(text) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** A number as it stands in JSON. */
export const numberOf = (text: string): number | LosslessNumber =>
  losesText(text) ? new LosslessNumber(text) : Number(text);

/** Whether a value, as it is where texts are not known, can be this number. */
export const isTextOf = (value: unknown, text: string): boolean => {
  if (!digits.test(text)) return false;
  const number = Number(text);
  return value === number || (value === null && !Number.isFinite(number));
};
