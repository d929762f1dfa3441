/**
 * The URLs that every email provides, by their names in templates
 * (docs/template-language.md#addresses-of-the-email).
 */
export const emailUrls = ['unsubscribe_url', 'webview_url'] as const;
export type EmailUrl = (typeof emailUrls)[number];

/** Templates of another service read these URLs from an object. */
const holder = 'swu';

const isAddress = (name: unknown): name is EmailUrl => emailUrls.some((address) => address === name);

/** The URLs that a compiled template prints or tests, and does not set itself. */
export function usedEmailUrls(tree: unknown): EmailUrl[] {
  const used = new Set<unknown>();
  const set = new Set<unknown>();
  visit(tree, (node) => {
    used.add(addressIn(node));
    set.add(assignedName(node));
  });
  return emailUrls.filter((address) => used.has(address) && !set.has(address));
}

/** Calls `see` with each array in a compiled template. */
export function visit(tree: unknown, see: (node: readonly unknown[]) => void): void {
  if (typeof tree !== 'object' || tree === null) return;
  if (Array.isArray(tree)) see(tree);
  for (const each of Object.values(tree)) if (typeof each === 'object') visit(each, see);
}

/** `{% set unsubscribe_url = ... %}` */
const assignedName = ([statement, , target]: readonly unknown[]): unknown =>
  (statement === 'set' || statement === 'capture') && Array.isArray(target) && target[0] === 'name'
    ? target[1]
    : undefined;

/** Whether a Mustache path names one of these URLs and not data. */
export const isEmailUrl = ([first, second]: readonly string[]): boolean =>
  isAddress(first) || (first === holder && isAddress(second));

/** The URL that a Mustache path (`['unsubscribe_url']` or `['swu', 'unsubscribe_url']`) or a Jinja node reads. */
function addressIn(node: readonly unknown[]): EmailUrl | undefined {
  const [first, second, third] = node;
  if (node.length === 1 && isAddress(first)) return first;
  if (node.length === 2 && (first === holder || first === 'name') && isAddress(second)) return second;
  if (first === 'attribute' && isHolder(second) && isAddress(third)) return third;
  if (first === 'item' && isHolder(second) && Array.isArray(third) && isAddress(third[1])) return third[1];
  return undefined;
}

const isHolder = (node: unknown): boolean => Array.isArray(node) && node[0] === 'name' && node[1] === holder;

/** Adds the email's addresses to its data. Existing data under these names stays. */
export function withAddresses(
  data: Readonly<Record<string, unknown>>,
  addresses: { readonly [address in EmailUrl]?: string },
): Record<string, unknown> {
  const given = data[holder];
  const object = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : undefined;
  return {
    ...addresses,
    ...data,
    ...(given === undefined || object ? { [holder]: { ...addresses, ...object } } : {}),
  };
}
