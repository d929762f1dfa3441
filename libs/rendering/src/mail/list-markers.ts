/** How the items of an ordered list are numbered, by its `type`. Where there is no such numeral it is a number. */
export const numeralsOf = (type: string | undefined): ((index: number) => string) => numerals.get(type) ?? String;

const letters = (index: number): string => {
  if (!Number.isSafeInteger(index) || index < 1) return String(index);
  let word = '';
  for (let rest = index; rest > 0; rest = Math.floor((rest - 1) / 26))
    word = String.fromCharCode(97 + ((rest - 1) % 26)) + word;
  return word;
};

const signs = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;

const roman = (index: number): string => {
  if (!Number.isSafeInteger(index) || index < 1 || index > 3_999) return String(index);
  let rest = index;
  let numeral = '';
  for (const [sign, value] of signs) {
    numeral += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return numeral;
};

const numerals = new Map<string | undefined, (index: number) => string>([
  ['a', letters],
  ['A', (index) => letters(index).toUpperCase()],
  ['i', roman],
  ['I', (index) => roman(index).toUpperCase()],
]);
