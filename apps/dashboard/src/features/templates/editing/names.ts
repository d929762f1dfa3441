/** The names of the data, as an author writes them: `user.name`, `items[].price`. */
export function namesIn(data: unknown): string[] {
  const names = new Set<string>();
  const add = (value: unknown, path: string): void => {
    if (names.size >= most) return;
    if (Array.isArray(value)) for (const item of value.slice(0, itemsRead)) add(item, `${path}[]`);
    else if (isPlain(value))
      for (const [name, each] of Object.entries(value)) add(each, path === '' ? name : `${path}.${name}`);
    if (path !== '' && !path.endsWith('[]')) names.add(path);
  };
  add(data, '');
  return [...names].toSorted();
}

const most = 1_000;
/** Items of a list are alike. */
const itemsRead = 5;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
