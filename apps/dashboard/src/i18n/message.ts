export type Values = Readonly<Record<string, string | number>>;

const placeholder = /\{(\w+)\}/g;

/** `{name}` in a text stands for the value of that name; what nobody gave stays as it is. */
export const filled = (text: string, values: Values = {}): string =>
  text.replace(placeholder, (whole, name: string) => (name in values ? String(values[name]) : whole));

/** The pieces of a text: what is said, and the names of what is put between. */
export const piecesOf = (text: string): readonly ({ text: string } | { name: string })[] =>
  text
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{\w+\}$/.test(piece) ? { name: piece.slice(1, -1) } : { text: piece }));

export const namesIn = (text: string): readonly string[] => [...text.matchAll(placeholder)].map(([, name]) => name!);
