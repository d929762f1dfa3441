import { compileVersion, TemplateError } from '../index.js';
import type { VersionSource } from '../index.js';

const snippets: Record<string, string> = { sign: 'Yours,\n  {{broken' };

async function getPlace(source: Partial<VersionSource>): Promise<{ line: number; column?: number }> {
  const rejected = await compileVersion({ subject: 's', ...source }, (name) => snippets[name]).catch(
    (error: unknown) => error,
  );
  if (!(rejected instanceof TemplateError)) throw new Error('It was not rejected');
  const { line, column } = rejected.place;
  return { line, ...(column !== undefined && { column }) };
}

describe('the position of a rejected tag', () => {
  it.each<[string, Partial<VersionSource>, object]>([
    ['at the beginning', { text: '{{a' }, { line: 1, column: 1 }],
    ['in a line', { text: 'Hello {{name}}, {{a' }, { line: 1, column: 17 }],
    ['in a later line', { html: '<p>\n\n  {{#items}}</p>' }, { line: 3, column: 3 }],
    ['in a snippet', { text: 'Hello\n {% snippet "sign" %}' }, { line: 2 }],
    ['in Jinja', { text: '{% set a = 1 %}\nHello {{ a | nothing }}', engine: 'jinja' }, { line: 2, column: 14 }],
    ['in one long line of Jinja', { text: `${'x'.repeat(500)}{% endif %}`, engine: 'jinja' }, { line: 1, column: 501 }],
  ])('has line and column: %s', async (_where, source, expected) => {
    expect(await getPlace(source)).toEqual(expected);
  });
});
