import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeTarget, findDifferences, summaries, formatSummary } from './summaries.js';

it.each([
  [{ a: 1 }, { a: 1 }, []],
  [
    { name: 'Old', tags: ['x'] },
    { name: 'New', tags: ['x', 'y'] },
    [
      ['name', 'Old', 'New'],
      ['tags.1', undefined, 'y'],
    ],
  ],
  [undefined, { name: 'New' }, [['name', undefined, 'New']]],
  [{ sender: { name: 'A' } }, undefined, [['sender.name', 'A', undefined]]],
  [{ on: true, data: {} }, { on: false, data: {} }, [['on', 'true', 'false']]],
  [undefined, undefined, []],
])('from %j to %j', (before, after, expected) => {
  expect(findDifferences(before, after).map(({ path, before: was, after: is }) => [path, was, is])).toEqual(expected);
});

const client = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', '..', 'libs/client/src/api.ts'), 'utf8');

/** The operations that the log has lines of: docs/users.md#the-audit-log. */
function recorded(): readonly string[] {
  const operations = client.matchAll(
    /\/\*\*\n((?:\s+\*(?!\/).*\n)+)\s+\*\/\n\s+(?:post|put|patch|delete): operations/g,
  );
  return [...operations]
    .map(([, comment = '']) => comment)
    .filter((comment) => /scope `manage`/.test(comment))
    .map((comment) => /\* (.+)/.exec(comment)![1]!.replace(/ \(in the locale of the path\)$/, ''));
}

it('has a label for every recorded action', () => {
  const operations = recorded();
  expect(operations.length).toBeGreaterThan(40);
  expect([...new Set(operations)].filter((summary) => !summaries.has(summary))).toEqual([]);
});

it('calls a version change a publication only when the version is published afterwards', () => {
  for (const summary of ['Change a version', 'Change a version and publish it']) {
    expect(formatSummary({ summary, after: { published: true } })).toBe('Change a version and publish it');
    expect(formatSummary({ summary, after: { published: false } })).toBe('Change a version');
    expect(formatSummary({ summary })).toBe('Change a version');
  }
  expect(formatSummary({ summary: 'Something newer' })).toBe('Something newer');
});

it.each([
  [['tem_1', 'de-DE', 'ver_1'], { name: 'Welcome' }, 'Welcome, de-DE', '/templates/tem_1'],
  [['esp_1'], { name: 'SES' }, 'SES', '/esp_accounts/esp_1'],
  [['mbr_1'], { email: 'ada@example.com' }, 'ada@example.com', undefined],
  [['usr_1'], undefined, 'usr_1', undefined],
  [[], undefined, '', undefined],
])('the target %j is shown with its name and page', (objects, after, label, page) => {
  expect(describeTarget({ objects, before: undefined, after })).toEqual({ label, page });
});
