import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  acceptMessage,
  importSuppressions,
  listSuppressions,
  ServiceError,
  suppressionReasons,
} from '@postrider/contracts';
import { GatewayUnderTest, liveKey } from '../testing/gateway-under-test.js';

const people = (count: number): string => Array.from({ length: count }, (_, n) => `person${n}@example.com`).join('\n');

describe('/suppressions', () => {
  let api: GatewayUnderTest;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
    for (const scope of ['send', 'read', 'manage']) {
      const created = await api.call('/api_keys', { body: { kind: 'live', name: scope, scopes: ['send', scope] } });
      keys[scope] = (created.body['api_key'] as { secret: string }).secret;
    }
  });
  afterAll(() => api?.stop());
  afterEach(() => api.services.reset());

  const upload = (file: string | Uint8Array | FormData, query = '') =>
    api.call(`/suppressions/import${query}`, {
      body: file,
      headers: file instanceof FormData ? {} : { 'content-type': 'text/csv' },
    });
  const form = (file: string): FormData => {
    const data = new FormData();
    data.set('file', new Blob([file], { type: 'text/csv' }), 'bounces.csv');
    return data;
  };
  const batches = () => api.services.getCalls(importSuppressions).map(({ request }) => request);

  describe('an imported file', () => {
    it.each([
      ['as the body', (text: string) => text],
      ['in a form', form],
    ])('%s is imported in batches, and the response lists invalid lines', async (_how, body) => {
      api.services.respond(importSuppressions, (_context, { entries }) => ({ added: entries.length - 1, known: 1 }));
      const text = `email\n${people(1_500)}\n${'nobody\n'.repeat(60)}`;
      const { status, body: response } = await upload(body(text), '?reason=hard_bounce');
      expect({ status, answer: response }).toMatchObject({
        status: 200,
        answer: { success: true, dry_run: false, added: 1_498, known: 2, refused: 60 },
      });
      expect(response['errors']).toHaveLength(50);
      expect((response['errors'] as unknown[])[0]).toEqual({
        line: 1_502,
        message: 'email must be an email address',
      });
      expect(batches().map(({ entries, dry_run }) => [entries.length, dry_run])).toEqual([
        [1_000, false],
        [500, false],
      ]);
      expect(batches()[0]!.entries[0]).toEqual({ email: 'person0@example.com', reason: 'hard_bounce' });
    });

    it.each([
      ['without content', '', 'must be a CSV file'],
      ['that is not UTF-8', Buffer.from('email\nad\xe9@example.com', 'latin1'), 'must be in UTF-8'],
      ['without addresses', 'name\nAda', 'must start with a line of column names that include email'],
      ['in a form without a file', new FormData(), 'must be a CSV file'],
      ['in a form, of more than 5 MB', form(`email\n${'\n'.repeat(5 * 1024 * 1024)}`), 'must be at most 5 MB'],
    ])('%s returns 400', async (_what, file, message) => {
      const { status, body } = await upload(file);
      expect({ status, errors: body['errors'] }).toEqual({ status: 400, errors: [{ field: 'file', message }] });
      expect(batches()).toEqual([]);
    });

    it('that exceeds the quota is rejected after the first batch', async () => {
      api.services.respond(importSuppressions, () => {
        throw ServiceError.quotaExceeded('suppressions', 10);
      });
      const { status, body } = await upload(`email\n${people(3_000)}`, '?dry_run=true');
      expect([status, body['message']]).toEqual([429, 'This account may have at most 10 suppressions']);
      expect(batches()).toHaveLength(1);
    });
  });

  it('exports all pages', async () => {
    api.services.respond(listSuppressions, (_context, { cursor, count }) => ({
      data: Array.from({ length: count! }, (_, n) => ({
        object: 'suppression' as const,
        email: `${cursor ?? 'first'}.${n}@example.com`,
        reason: 'manual' as const,
        note: '=1+1',
        created: 1_790_000_000,
      })),
      next_cursor: cursor === undefined ? '7' : null,
    }));
    const { status, text, headers } = await api.call('/suppressions/export?search=fir&reason=manual');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(1_001);
    expect([lines[0], lines[1], lines[501]]).toEqual([
      'email,reason,created,note',
      "first.0@example.com,manual,2026-09-21T14:13:20.000Z,'=1+1",
      "7.0@example.com,manual,2026-09-21T14:13:20.000Z,'=1+1",
    ]);
    expect(api.services.getCalls(listSuppressions).map(({ request }) => request)).toEqual([
      { search: 'fir', reason: 'manual', count: 500 },
      { search: 'fir', reason: 'manual', count: 500, cursor: '7' },
    ]);
  });

  it.each([
    ['?count=0', 'count', 'must be from 1 to 100'],
    ['?count=101', 'count', 'must be from 1 to 100'],
    ['?cursor=abc', 'cursor', 'must be a next_cursor of an earlier page'],
    ['?email=nobody', 'email', 'must be an email address'],
    ['?reason=bored', 'reason', `must be one of ${suppressionReasons.join(', ')}`],
  ])('returns 400 for the invalid query %s', async (query, field, message) => {
    const { status, body } = await api.call(`/suppressions${query}`);
    expect([status, body['errors']]).toEqual([400, [{ field, message }]]);
  });

  describe('a send with ignore_suppressions', () => {
    const body = { ...acceptMessage.examples[0]!.request, test: undefined, ignore_suppressions: true };

    it.each(['send', 'read'])('the send is rejected to a key with the scope %s', async (scope) => {
      const { status, body: response } = await api.call('/send', { body, key: keys[scope]! });
      expect([status, response['status'], response['message']]).toEqual([
        403,
        'forbidden',
        'This API key lacks the scope manage',
      ]);
      expect(api.services.getCalls(acceptMessage)).toEqual([]);
      const without = await api.call('/send', { body: { ...body, ignore_suppressions: false }, key: keys[scope]! });
      expect(without.status).toBe(200);
    });

    it('the send is allowed for keys with the scope manage, or with all scopes', async () => {
      for (const key of [keys['manage']!, liveKey]) expect((await api.call('/send', { body, key })).status).toBe(200);
      expect(api.services.getCalls(acceptMessage).map(({ request }) => request.ignore_suppressions)).toEqual([
        true,
        true,
      ]);
    });

    it('the send is rejected on its own in a batch', async () => {
      const call = { path: '/api/v1/send', method: 'POST', body };
      const response = await api.call('/batch', { body: [call], key: keys['send']! });
      expect(response.body).toMatchObject([{ status_code: 403 }]);
    });
  });
});
