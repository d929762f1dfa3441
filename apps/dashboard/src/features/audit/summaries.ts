import { sentence } from '../../i18n/language.js';
import { markForTranslation } from '../../i18n/texts.js';
import type { AuditEntry } from './queries.js';

type Difference = {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

/** The name of what was changed, and its page. Without a name, its ids. */
export function describeTarget({ objects, before, after }: Pick<AuditEntry, 'objects' | 'before' | 'after'>): {
  readonly label: string;
  readonly page: string | undefined;
} {
  const page = objects.flatMap((id) => pages.find(([prefix]) => id.startsWith(prefix))?.[1](id) ?? [])[0];
  const { name, email } = { ...(before as object), ...(after as object) } as { readonly [key: string]: unknown };
  const named = typeof name === 'string' && name !== '' ? name : email;
  // Locales are no ids.
  const locales = objects.filter((object) => !object.includes('_'));
  return { label: (typeof named === 'string' ? [named, ...locales] : objects).join(', '), page };
}

const pages: readonly (readonly [prefix: string, page: (id: string) => string])[] = [
  ['tem_', (id) => `/templates/${id}`],
  ['snp_', (id) => `/snippets/${id}`],
  ['dc_', (id) => `/drip_campaigns/${id}`],
  ['esp_', (id) => `/esp_accounts/${id}`],
  ['whk_', (id) => `/webhooks/${id}`],
  ['log_', (id) => `/logs/${id}`],
  ['idh_', (id) => `/identity_hooks/${id}`],
];

type Leaf = readonly [path: string, value: string];

function leaves(value: unknown, path: string): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[path, toText(value)]];
  const entries = Object.entries(value);
  if (entries.length === 0) return path === '' ? [] : [[path, JSON.stringify(value)]];
  return entries.flatMap(([name, part]) => leaves(part, path === '' ? name : `${path}.${name}`));
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The changed fields, in the order of the resource. */
export function findDifferences(before: unknown, after: unknown): readonly Difference[] {
  const leavesBefore = new Map(leaves(before, ''));
  const leavesAfter = new Map(leaves(after, ''));
  return [...new Set([...leavesBefore.keys(), ...leavesAfter.keys()])]
    .map((path) => ({ path, before: leavesBefore.get(path), after: leavesAfter.get(path) }))
    .filter(({ path, before: from, after: to }) => from !== to && path !== 'object');
}

/** The summaries of the API are in English. */
export const summaries: ReadonlySet<string> = new Set([
  markForTranslation('Accept an invitation'),
  markForTranslation('Add a locale to a template'),
  markForTranslation('Approve a version'),
  markForTranslation('Change a drip campaign'),
  markForTranslation('Change a sample'),
  markForTranslation('Change a snippet'),
  markForTranslation('Change a template'),
  markForTranslation('Change a version and publish it'),
  markForTranslation('Change a version'),
  markForTranslation('Change a webhook'),
  markForTranslation('Change an ESP account'),
  markForTranslation('Change an alert'),
  markForTranslation('Change an identity hook'),
  markForTranslation('Change the account'),
  markForTranslation('Change the password'),
  markForTranslation('Change the role of a user'),
  markForTranslation('Choose the default ESP account'),
  markForTranslation('Comment on a version'),
  markForTranslation('Create a drip campaign'),
  markForTranslation('Create a sample'),
  markForTranslation('Create a snippet'),
  markForTranslation('Create a template'),
  markForTranslation('Create a version'),
  markForTranslation('Create a webhook'),
  markForTranslation('Create an API key'),
  markForTranslation('Create an ESP account'),
  markForTranslation('Create an alert'),
  markForTranslation('Create an identity hook'),
  markForTranslation('Delete a comment'),
  markForTranslation('Delete a customer'),
  markForTranslation('Delete a drip campaign'),
  markForTranslation('Delete a sample'),
  markForTranslation('Delete a snippet'),
  markForTranslation('Upload an image'),
  markForTranslation('Delete an image'),
  markForTranslation('Delete a template'),
  markForTranslation('Delete a version'),
  markForTranslation('Delete a webhook'),
  markForTranslation('Delete an ESP account'),
  markForTranslation('Delete an alert'),
  markForTranslation('Delete an identity hook'),
  markForTranslation('Dismiss failures'),
  markForTranslation('Duplicate a template'),
  markForTranslation('End an A/B test'),
  markForTranslation('Import suppressions'),
  markForTranslation('Import translations'),
  markForTranslation('Install the starter templates for identity hooks'),
  markForTranslation('Invite a user'),
  markForTranslation('Log in with OIDC'),
  markForTranslation('Log in'),
  markForTranslation('Log out everywhere'),
  markForTranslation('Move waiting emails to another ESP account'),
  markForTranslation('Publish a version'),
  markForTranslation('Register the address for provider reports'),
  markForTranslation('Remove a suppression'),
  markForTranslation('Remove a user'),
  markForTranslation('Replace the address for provider reports'),
  markForTranslation('Replay events'),
  markForTranslation('Replay failures'),
  markForTranslation('Reset the password and log in'),
  markForTranslation('Retry a failing ESP account'),
  markForTranslation('Revoke an API key'),
  markForTranslation('Rotate the secret of a webhook'),
  markForTranslation('Rotate the secret of an identity hook'),
  markForTranslation('Send a test event'),
  markForTranslation('Send a test notification'),
  markForTranslation('Start or change an A/B test'),
  markForTranslation('Suppress an address'),
  markForTranslation('Test an ESP account before creating it'),
  markForTranslation('Test an ESP account'),
]);

/** Operations that save a draft or publish a version. The state after the change shows which. */
const ofVersions: ReadonlySet<string> = new Set(['Change a version', 'Change a version and publish it']);

/**
 * Translates a summary into the user's language. Unknown summaries, for example of a newer server, are not translated.
 */
export function formatSummary({ summary, after }: Pick<AuditEntry, 'summary' | 'after'>): string {
  if (!ofVersions.has(summary)) return summaries.has(summary) ? sentence(summary) : summary;
  const { published } = (after ?? {}) as { readonly published?: unknown };
  return sentence(published === true ? 'Change a version and publish it' : 'Change a version');
}
