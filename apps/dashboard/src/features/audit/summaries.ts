import { sentence } from '../../i18n/language.js';
import { later } from '../../i18n/texts.js';
import type { AuditEntry } from './queries.js';

type Difference = {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

type Leaf = readonly [path: string, value: string];

function leaves(value: unknown, path: string): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[path, textOf(value)]];
  const entries = Object.entries(value);
  if (entries.length === 0) return path === '' ? [] : [[path, JSON.stringify(value)]];
  return entries.flatMap(([name, part]) => leaves(part, path === '' ? name : `${path}.${name}`));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a change changed, field by field, in the order of the fields. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const was = new Map(leaves(before, ''));
  const is = new Map(leaves(after, ''));
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, before: was.get(path), after: is.get(path) }))
    .filter((difference) => difference.before !== difference.after);
}

/** What the API says of changes, which it says in English. */
export const summaries: ReadonlySet<string> = new Set([
  later('Add a locale to a template'),
  later('Change a drip campaign'),
  later('Change a sample'),
  later('Change a snippet'),
  later('Change a version'),
  later('Change a version and publish it'),
  later('Change a webhook'),
  later('Change an ESP account'),
  later('Change the account'),
  later('Change where a provider reports to'),
  later('Choose the default ESP account'),
  later('Delete a customer'),
  later('Delete a drip campaign'),
  later('Delete a sample'),
  later('Delete a snippet'),
  later('Delete a template'),
  later('Delete a version'),
  later('Delete a webhook'),
  later('Delete an ESP account'),
  later('End an A/B test'),
  later('Forget failures'),
  later('Give a user another role'),
  later('Give a webhook a new secret'),
  later('Have a provider report to us'),
  later('Import suppressions'),
  later('Import translations'),
  later('Invite somebody to the account'),
  later('Make a drip campaign'),
  later('Make a sample of the data of a template'),
  later('Make a snippet'),
  later('Make a template'),
  later('Make a version'),
  later('Make a webhook'),
  later('Make an API key'),
  later('Have another ESP account send what waits for this one'),
  later('Make an ESP account'),
  later('Post a test event'),
  later('Post events again'),
  later('Publish a version'),
  later('Remove an address from the suppressions'),
  later('Rename or tag a template'),
  later('Revoke an API key'),
  later('Send what failed again'),
  later('Start or change an A/B test'),
  later('Suppress an address'),
  later('Take a user out of the account'),
  later('Try an ESP account before it is made'),
  later('Try the connection of an ESP account'),
  later('Accept an invitation'),
  later('Log in'),
  later('Log in by OIDC'),
  later('Set a new password by a link and log in'),
  later('Fail to log in'),
  later('Set a new password'),
  later('Log out everywhere'),
]);

/** Operations that publish a version or leave it a draft: what the entry shows afterwards tells which. */
const ofVersions: ReadonlySet<string> = new Set(['Change a version', 'Change a version and publish it']);

/** In the reader's language. A summary that this page does not know, of a newer server, stays as it is. */
export function summaryOf({ summary, after }: Pick<AuditEntry, 'summary' | 'after'>): string {
  if (!ofVersions.has(summary)) return summaries.has(summary) ? sentence(summary) : summary;
  const { published } = (after ?? {}) as { readonly published?: unknown };
  return sentence(published === true ? 'Change a version and publish it' : 'Change a version');
}
