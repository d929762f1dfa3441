import { exactJson } from '@postrider/numbers';

/** See docs/limits.md#users. */
const maxBytes = 16 * 1024;

/** What nobody may read who reads the audit log: what is shown once, and addresses that are secret. */
const secret = /^(?:secret|password|current_password|credentials|token|webhook_url|authorization|.*_secret)$/i;
const hidden = '(not shown)';

/** How much of a value stays, tried one after the other. */
const sizes = [
  { text: 2_000, items: 200 },
  { text: 300, items: 30 },
  { text: 80, items: 5 },
];

/** What an object was as JSON, without its secrets, and cut to 16 KB; undefined where there is nothing. */
export function recorded(value: unknown): string | undefined {
  const plain: unknown = value === undefined ? undefined : JSON.parse(exactJson(value));
  if (plain === undefined || plain === null || isEmpty(plain)) return undefined;
  for (const { text, items } of sizes) {
    const json = JSON.stringify(cut(plain, text, items));
    if (Buffer.byteLength(json) <= maxBytes) return json;
  }
  return JSON.stringify({ cut: `${JSON.stringify(plain).length} characters` });
}

function cut(value: unknown, text: number, items: number): unknown {
  if (typeof value === 'string')
    return value.length <= text ? value : `${value.slice(0, text)}… (${value.length} characters)`;
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((item) => cut(item, text, items));
    return value.length <= items ? kept : [...kept, `… (${value.length} in all)`];
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  return Object.fromEntries([
    ...fields
      .slice(0, items)
      .map(([name, field]) => [name, secret.test(name) && field !== null ? hidden : cut(field, text, items)]),
    ...(fields.length > items ? [['…', `${fields.length} in all`]] : []),
  ]);
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && Object.keys(value as object).length === 0;
