import { mailAddresses } from '../../links/mail-addresses.js';

const own = new Set<unknown>(mailAddresses);

/**
 * What a tree reads of the names that templates have from another service (docs/template-language.md#addresses-of-the-mail): they are data here, and
 * mostly there is none. Names that the tree sets itself are its own.
 */
export function hostedNames(tree: unknown): string[] {
  const found = new Set<string>();
  const set = new Set<unknown>();
  visit(tree, ([kind, first, second]) => {
    if (kind === 'set' && isNamed(second)) set.add((second as readonly unknown[])[1]);
    if (kind !== 'attribute' || !isNamed(first)) return;
    const [, name] = first as readonly unknown[];
    if (name === 'email_data') found.add('email_data');
    if (name === 'swu' && !own.has(second)) found.add(second === 'lib' ? 'swu.lib' : 'swu');
  });
  return [...found].filter((name) => !set.has(name.split('.')[0])).map((name) => `${name} ${meanings[name]}`);
}

/** What to write for the functions that the other service has under `swu.lib`. */
export const insteadOfLib = 'write {{ price|money("EUR") }} and {{ day|date("long") }}';

const meanings: Readonly<Record<string, string>> = {
  email_data: 'is what template_data has under that name, mostly nothing; for {{ email_data.name }} write {{ name }}',
  swu: 'has unsubscribe_url and webview_url; all else of it is what template_data has under that name',
  'swu.lib': `is what template_data has under that name; ${insteadOfLib}`,
};

const isNamed = (node: unknown): boolean => Array.isArray(node) && node[0] === 'name';

function visit(tree: unknown, see: (node: readonly unknown[]) => void): void {
  if (typeof tree !== 'object' || tree === null) return;
  if (Array.isArray(tree)) see(tree);
  for (const each of Object.values(tree)) if (typeof each === 'object') visit(each, see);
}
