/** What the address of the list says. */
export interface ListSearch {
  readonly q?: string;
  readonly tag?: string;
  readonly locale?: string;
}

const views = ['write', 'versions', 'locales', 'test', 'settings'] as const;
export type View = (typeof views)[number];

/** What the address of a template says: which of its versions is open, and what of it. */
export interface TemplateSearch {
  readonly locale?: string;
  readonly version?: string;
  readonly view?: View | undefined;
  /** Two versions to be compared, each `<locale>/<version>`. */
  readonly left?: string;
  readonly right?: string;
}

export const listSearch = (search: Record<string, unknown>): ListSearch => texts(search, ['q', 'tag', 'locale']);

export const templateSearch = (search: Record<string, unknown>): TemplateSearch => {
  const view = views.find((each) => each === search['view']);
  return { ...texts(search, ['locale', 'version', 'left', 'right']), view: view === 'write' ? undefined : view };
};

/** What is no text is said to be absent: the router would leave it where nothing is said of it. */
const texts = <Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [name in Name]?: string } =>
  Object.fromEntries(
    names.map((name) => [name, typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined]),
  ) as { [name in Name]?: string };
