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

/** The changed fields, in the order of the resource. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const was = new Map(leaves(before, ''));
  const is = new Map(leaves(after, ''));
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, before: was.get(path), after: is.get(path) }))
    .filter((difference) => difference.before !== difference.after);
}

/** The summaries of the API, which are in English. */
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
  later('Replace the address for provider reports'),
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
  later('Dismiss failures'),
  later('Change the role of a user'),
  later('Rotate the secret of a webhook'),
  later('Register the address for provider reports'),
  later('Import suppressions'),
  later('Import translations'),
  later('Invite a user'),
  later('Create a drip campaign'),
  later('Create a sample'),
  later('Create a snippet'),
  later('Create a template'),
  later('Create a version'),
  later('Create a webhook'),
  later('Create an API key'),
  later('Move waiting mail to another ESP account'),
  later('Create an ESP account'),
  later('Send a test event'),
  later('Replay events'),
  later('Publish a version'),
  later('Remove a suppression'),
  later('Change a template'),
  later('Revoke an API key'),
  later('Replay failures'),
  later('Start or change an A/B test'),
  later('Suppress an address'),
  later('Remove a user'),
  later('Test an ESP account before creating it'),
  later('Test an ESP account'),
  later('Accept an invitation'),
  later('Log in'),
  later('Log in with OIDC'),
  later('Reset the password and log in'),
  later('Failed log-in'),
  later('Change the password'),
  later('Log out everywhere'),
]);

/** Operations that save a draft or publish a version; the entry after the change shows which. */
const ofVersions: ReadonlySet<string> = new Set(['Change a version', 'Change a version and publish it']);

/** In the reader's language. A summary that this page does not know, of a newer server, stays as it is. */
export function summaryOf({ summary, after }: Pick<AuditEntry, 'summary' | 'after'>): string {
  if (!ofVersions.has(summary)) return summaries.has(summary) ? sentence(summary) : summary;
  const { published } = (after ?? {}) as { readonly published?: unknown };
  return sentence(published === true ? 'Change a version and publish it' : 'Change a version');
}
