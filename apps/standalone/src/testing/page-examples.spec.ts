import { describe, expect, it } from '@jest/globals';
import { parseExamples } from './page-examples.js';
import { Placeholders } from './placeholders.js';

const page = `
# A page

\`\`\`http
POST /api/v1/send?x=1
Idempotency-Key: order-1

{ "a": 1 }
\`\`\`
\`\`\`http
HTTP/1.1 409 Conflict
Retry-After: 1

{ "b": 2 }
\`\`\`

Text in between, and a block of something else:

\`\`\`sh
curl
\`\`\`

\`\`\`http
GET /api/v1/logs
\`\`\`
\`\`\`json
[]
\`\`\`
`;

describe('parseExamples', () => {
  it('returns requests with their responses', () => {
    expect(parseExamples(page)).toEqual([
      {
        line: 4,
        method: 'POST',
        path: '/api/v1/send?x=1',
        headers: { 'idempotency-key': 'order-1' },
        body: '{ "a": 1 }',
        response: { status: 409, headers: { 'retry-after': '1' }, body: '{ "b": 2 }' },
      },
      {
        line: 23,
        method: 'GET',
        path: '/api/v1/logs',
        headers: {},
        body: '',
        response: { status: 200, headers: {}, body: '[]' },
      },
    ]);
  });

  it.each([
    ['a request without a response', '```http\nGET /a\n```\n', 'Line 1: a request without a response'],
    ['a response without a request', '\n```json\n{}\n```\n', 'Line 2: a response without a request'],
    [
      'two requests in a row',
      '```http\nGET /a\n```\n```http\nGET /b\n```\n',
      'Line 4: a response must start with HTTP',
    ],
  ])('rejects %s', (_what, markdown, message) => {
    expect(() => parseExamples(markdown)).toThrow(message);
  });
});

describe('placeholders', () => {
  const moment = 1_795_348_800;
  const now = 1_800_000_000;
  const fresh = (): Placeholders => new Placeholders(moment, () => now);

  it('stand for the same id everywhere', () => {
    const placeholders = fresh();
    const given = { id: 'tem_0A', others: ['ver_1', 'tem_0A'] };
    expect(placeholders.inResponse({ id: 'tem_…a', others: ['ver_…', 'tem_…a'] }, given)).toEqual(given);
    expect(placeholders.inRequest('/templates/tem_…a')).toBe('/templates/tem_0A');
    expect(placeholders.inResponse('tem_…a', 'tem_0B')).toBe('tem_0A');
    expect(() => placeholders.inRequest('/templates/tem_…b')).toThrow('No response before this request has tem_…b');
  });

  it('take no value from a response that differs', () => {
    const placeholders = fresh();
    placeholders.inResponse({ id: 'tem_…a', name: 'Receipt' }, { id: 'tem_0A', name: 'Other' });
    expect(() => placeholders.inRequest('tem_…a')).toThrow('No response');
  });

  it('shift times, and accept times close to now', () => {
    const placeholders = fresh();
    expect(placeholders.inRequest(`{"send_at": ${moment + 60}}`)).toBe(`{"send_at": ${now + 60}}`);
    expect(placeholders.inResponse([moment, moment + 60], [now + 3, 7])).toEqual([now + 3, now + 60]);
    expect(placeholders.inResponse(moment, now + 3_600)).toBe(moment);
    expect(placeholders.inResponse(moment, null)).toBe(moment);
  });

  it.each<[string, unknown, unknown]>([
    ['another value', { a: 1 }, { a: 2 }],
    ['a field too many', { a: 1 }, { a: 1, b: 2 }],
    ['a field too few', { a: 1, b: '…' }, { a: 1 }],
    ['an element too many', ['…a'], ['xa', 'b']],
    ['another type', { created: moment }, { created: String(now) }],
    ['an id of another kind', 'tem_…a', 'ver_0'],
    ['another text around', 'Scheduled for … UTC', 'Queued'],
  ])('do not hide %s', (_what, expected, actual) => {
    expect(fresh().inResponse(expected, actual)).not.toEqual(actual);
  });

  it('can omit the rest of a list', () => {
    expect(fresh().inResponse([1, '…'], [1, 2, 3])).toEqual([1, 2, 3]);
    expect(fresh().inResponse([1, '…'], [2, 3])).not.toEqual([2, 3]);
  });
});
