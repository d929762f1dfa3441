import type { Completion } from '@codemirror/autocomplete';

/** The known names for completion. */
export interface Vocabulary {
  readonly engine: 'mustache' | 'jinja' | 'handlebars';
  /** Names of the data, such as `user.name` and `items[].price`. */
  readonly variables: readonly string[];
  readonly snippets: readonly string[];
}

export interface Completions {
  /** The start of the completed word in `before`. */
  readonly from: number;
  readonly options: readonly Completion[];
}

/** The maximum length of a tag before the cursor. */
export const maxTagLength = 256;

const insideTag = /\{\{\{?-?\s*([#^/&>]?)\s*([\w.]*)$/;
const insideExpression = /\{[{%][^{}]*?(?:^|[\s(,=+~<>[-])([\w.]*)$/;
const insideFilter = /\{[{%][^{}]*\|\s*(\w*)$/;
const insideName = /\{%-?\s*(?:snippet|include|import|from|extends)\s+["']?([^"'%}]*)$/;
const insideBlock = /\{%-?\s*(\w*)$/;

const mustacheBlocks: readonly Completion[] = [
  { label: 'snippet', apply: 'snippet "" %}', type: 'keyword' },
  { label: 'trans', apply: 'trans %}{% endtrans %}', type: 'keyword' },
  { label: 'pluralize', apply: 'pluralize %}', type: 'keyword' },
  { label: 'endtrans', apply: 'endtrans %}', type: 'keyword' },
  { label: 'raw', apply: 'raw %}{% endraw %}', type: 'keyword' },
];

const filters =
  'abs attr batch capitalize center date default dictsort e escape filesizeformat first float forceescape format groupby indent int items join last length list lower map max min money reject rejectattr replace reverse round safe select selectattr slice sort string striptags sum title tojson trim truncate unique upper urlencode urlize wordcount wordwrap xmlattr'.split(
    ' ',
  );

const jinjaFilters: readonly Completion[] = filters.map((label) => ({ label, type: 'function' }));

/** Completions for the text before the cursor. HTML and Jinja tags have their own. */
export function completionsAfter(before: string, { engine, variables, snippets }: Vocabulary): Completions | undefined {
  const name = insideName.exec(before);
  if (name)
    return ending(
      before,
      name[1],
      snippets.map((label) => ({ label, type: 'text' })),
    );
  if (engine !== 'jinja') {
    const tag = insideTag.exec(before);
    if (tag) return inMustache(before, tag[1], tag[2], variables, snippets);
    const block = insideBlock.exec(before);
    return block ? ending(before, block[1], mustacheBlocks) : undefined;
  }
  const filter = insideFilter.exec(before);
  if (filter) return ending(before, filter[1], jinjaFilters);
  const expression = insideExpression.exec(before) ?? /\{\{-?([\w.]*)$/.exec(before);
  return expression ? ending(before, expression[1], named(variables, '')) : undefined;
}

function inMustache(
  before: string,
  sigil: string | undefined,
  typed: string | undefined,
  variables: readonly string[],
  snippets: readonly string[],
): Completions | undefined {
  if (sigil === '>')
    return ending(
      before,
      typed,
      snippets.map((label) => ({ label, type: 'text' })),
    );
  const open = sections(before);
  if (sigil === '/') {
    const [innermost] = open;
    return innermost === undefined ? undefined : ending(before, typed, [{ label: innermost, type: 'keyword' }]);
  }
  const inner = open.toReversed().reduce<string>((path, section) => {
    const within = path === '' ? section : `${path}.${section}`;
    if (variables.some((variable) => variable.startsWith(`${within}[]`))) return `${within}[]`;
    return variables.some((variable) => variable.startsWith(`${within}.`)) ? within : path;
  }, '');
  return ending(before, typed, named(variables, inner));
}

/** The sections that are open where the text ends, innermost first. */
export function sections(before: string): string[] {
  const open: string[] = [];
  for (const [, sigil, name = ''] of before.matchAll(/\{\{-?\s*([#^/])\s*([^{}]*?)\s*-?\}\}/g)) {
    if (sigil !== '/') open.unshift(name);
    else if (open[0] === name) open.shift();
  }
  return open;
}

/** Names of the enclosing items first, as they are written there. */
function named(variables: readonly string[], within: string): readonly Completion[] {
  const labels = new Map<string, Completion>();
  const add = (label: string, boost: number): void => {
    if (label !== '' && !labels.has(label)) labels.set(label, { label, type: 'variable', boost });
  };
  if (within.endsWith('[]')) labels.set('.', { label: '.', type: 'variable', boost: -1 });
  for (const variable of variables) {
    if (within !== '' && variable.startsWith(`${within}.`)) add(upToItem(variable.slice(within.length + 1)), 1);
  }
  for (const variable of variables) add(upToItem(variable), 0);
  return [...labels.values()];
}

const upToItem = (path: string): string => path.split('[]')[0] ?? '';

const ending = (before: string, typed = '', options: readonly Completion[]): Completions | undefined =>
  options.length === 0 ? undefined : { from: before.length - typed.length, options };
