import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorCode } from '@postrider/contracts';
import { errorCodes, errorTable, newId } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { Client } from 'pg';
import { createAccount } from '../../../gateway/src/accounts/accounts.repository.js';
import type { ApiResponse } from './api-caller.js';
import { ApiCaller } from './api-caller.js';
import type { WholeSystem } from './whole-system.js';
import { startWholeSystem, testKey } from './whole-system.js';

interface Row {
  readonly code: ErrorCode;
  readonly when: string;
  readonly call: () => Promise<ApiResponse>;
  /** Pattern of the message. */
  readonly message?: RegExp;
  /** Set when a retry helps in this case, although not for the code in general. */
  readonly retryAfter?: true;
  /** The fields in `errors`, in order; absent if there are none. */
  readonly fields?: readonly string[];
  /** Additional fields of errors from 500 on. */
  readonly facts?: object;
}

const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };
const recipient = { address: 'ada@example.com' };
const megabyte = 1024 * 1024;

describe('the table of errors', () => {
  let system: WholeSystem;
  let api: ApiCaller;
  let sql: Client;
  let template: string;
  let send: Record<string, unknown>;

  beforeAll(async () => {
    system = await startWholeSystem();
    api = new ApiCaller(system.url);
    sql = new Client({ connectionString: system.databaseUrl });
    await sql.connect();
    const { body } = await api.call<{ id: string }>('POST', '/templates', {
      name: 'A',
      subject: 'A',
      text: '{{name}}',
    });
    template = body.id;
    send = { template, recipient, sender };
  }, 60_000);
  afterAll(async () => {
    await sql?.end();
    await system?.stop();
  }, 60_000);

  const newKey = async (more: object): Promise<{ id: string; secret: string }> =>
    (
      await api.call<{ api_key: { id: string; secret: string } }>('POST', '/api_keys', {
        kind: 'live',
        name: 'Key',
        ...more,
      })
    ).body.api_key;

  /** Sends a request of a web page, without a key. */
  const asPage = (path: string, body: object, site = 'same-origin'): Promise<ApiResponse> =>
    api.call('POST', path, body, { key: null, headers: { 'sec-fetch-site': site } });

  const newCampaign = async (enabled: boolean): Promise<string> => {
    const { body } = await api.call<{ drip_campaign: { id: string } }>('POST', '/drip_campaigns', {
      name: 'Onboarding',
      enabled,
      drip_steps: [{ email_id: template, delay_seconds: 86_400 }],
    });
    return body.drip_campaign.id;
  };

  const activate = (campaign: string, headers = {}): Promise<ApiResponse> =>
    api.call('POST', `/drip_campaigns/${campaign}/activate`, { recipient, sender }, { headers });

  /** A live key of an account with its own limits. */
  const limitedKey = async (limits: object): Promise<string> => {
    const { id, keys } = await createAccount(system.databaseUrl, 'Limited');
    await sql.query('update gateway.accounts set limits = $2 where id = $1', [id, limits]);
    return keys.live;
  };

  /** Sends the request while a transaction with `statement` is open. */
  const during = async <Body>(statement: string, call: () => Promise<Body>): Promise<Body> => {
    await sql.query('begin');
    try {
      await sql.query(statement);
      return await call();
    } finally {
      await sql.query('rollback');
    }
  };

  /** The reply to a request while another one with the same key is blocked by a row lock. */
  const whileFirstRuns = async (
    schema: 'delivery' | 'drip',
    call: (headers: Record<string, string>) => Promise<ApiResponse>,
  ): Promise<ApiResponse> => {
    const key = newId('request');
    const { rows } = await sql.query<{ account_id: string }>('select account_id from gateway.api_keys limit 1');
    const under = { 'idempotency-key': key };
    let both: Promise<ApiResponse>[] = [];
    // Either of the two requests may come first.
    const rejected = await during(
      `insert into ${schema}.idempotency (account_id, idem_key, request_hash, answer) values ('${rows[0]!.account_id}', '${key}', 'hash', '{}')`,
      () => {
        both = [call(under), call(under)];
        return Promise.race(both);
      },
    );
    const done = (await Promise.all(both)).find((response) => response !== rejected)!;
    const again = await call(under);
    expect([done.status, done.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(done.body);
    return rejected;
  };

  /** A request for every condition in docs/guides/errors.md#error-codes. */
  const rows: readonly Row[] = [
    {
      code: 'invalid_request',
      when: 'the body is not JSON',
      call: () => api.call('POST', '/send', '{'),
      message: /not valid JSON.*position/,
    },
    {
      code: 'invalid_request',
      when: 'fields are missing or have the wrong type',
      call: () => api.call('POST', '/send', { recipient: { address: 7 } }),
      fields: ['recipient.address', 'template'],
    },
    {
      code: 'invalid_request',
      when: 'a limit is exceeded',
      call: () => api.call('POST', '/send', { ...send, cc: Array.from({ length: 51 }, () => recipient) }),
      fields: ['cc'],
    },
    {
      code: 'invalid_request',
      when: 'the path has an unknown locale',
      call: () => api.call('GET', `/templates/${template}/locales/xx-XX`),
      fields: ['locale'],
    },
    {
      code: 'invalid_request',
      when: 'the path has a malformed address',
      call: () => api.call('DELETE', '/customers/nobody'),
      fields: ['email'],
    },
    {
      code: 'invalid_request',
      when: 'the query string has the wrong type',
      call: () => api.call('GET', '/logs?count=many'),
      fields: ['count'],
    },
    {
      code: 'unauthenticated',
      when: 'there is no key',
      call: () => api.call('GET', '/logs', undefined, { key: null }),
    },
    {
      code: 'invalid_api_key',
      when: 'the key is unknown',
      call: () => api.call('GET', '/logs', undefined, { key: 'live_unknown_0123456789' }),
    },
    {
      code: 'invalid_api_key',
      when: 'the key is revoked',
      call: async () => {
        const { id, secret } = await newKey({});
        await api.call('DELETE', `/api_keys/${id}`);
        return api.call('GET', '/logs', undefined, { key: secret });
      },
    },
    {
      code: 'invalid_api_key',
      when: 'the key is expired',
      call: async () => {
        const { id, secret } = await newKey({ expires: Math.floor(Date.now() / 1000) + 3_600 });
        await sql.query(`update gateway.api_keys set expires_at = expires_at - interval '1 hour' where id = $1`, [id]);
        return api.call('GET', '/logs', undefined, { key: secret });
      },
    },
    {
      code: 'forbidden',
      when: 'the key lacks the scope',
      call: async () => api.call('GET', '/logs', undefined, { key: (await newKey({ scopes: ['send'] })).secret }),
      message: /scope read/,
    },
    {
      code: 'forbidden',
      when: 'a key would create one with more rights',
      call: async () =>
        api.call(
          'POST',
          '/api_keys',
          { kind: 'live', name: 'More' },
          { key: (await newKey({ scopes: ['manage'] })).secret },
        ),
    },
    {
      code: 'forbidden',
      when: 'a request for pages is created with a key',
      call: () => api.call('POST', '/session', { email: 'ada@acme.example', password: 'x' }),
      message: /takes no API key/,
    },
    {
      code: 'forbidden',
      when: 'a request for users is created with a key',
      call: () => api.call('GET', '/session'),
      message: /does not accept API keys/,
    },
    {
      code: 'session_required',
      when: 'there is no session',
      call: () => api.call('GET', '/session', undefined, { key: null }),
    },
    {
      code: 'csrf_refused',
      when: 'a page of another origin makes the login',
      call: () => asPage('/session', { email: 'ada@acme.example', password: 'x' }, 'cross-site'),
      message: /another origin/,
    },
    {
      code: 'wrong_credentials',
      when: 'no user has the address',
      call: () => asPage('/session', { email: 'nobody@acme.example', password: 'guessed' }),
    },
    {
      code: 'invalid_token',
      when: 'a link is unknown',
      call: () => asPage('/invitations/check', { token: 'unknown' }),
    },
    {
      code: 'last_admin',
      when: 'the last administrator would be removed',
      call: async () => {
        const token = system.welcomeLink.split('#')[1]!;
        const email = 'ada@acme.example';
        await asPage('/invitations/accept', { token, email, name: 'Ada', password: 'correct horse battery' });
        const [{ id }] = (await api.call<{ id: string }[]>('GET', '/users')).body as [{ id: string }];
        return api.call('DELETE', `/users/${id}`);
      },
    },
    {
      code: 'review_required',
      when: 'a version is published that no other user has approved',
      call: async () => {
        const { body } = await api.call<{ id: string }>('POST', `/templates/${template}/versions`, {
          name: 'B',
          subject: 'B',
          text: 'B',
        });
        await api.call('PATCH', '/account', { require_review: true });
        try {
          return await api.call('PUT', `/templates/${template}/versions/${body.id}/publish`);
        } finally {
          await api.call('PATCH', '/account', { require_review: false });
        }
      },
      message: /"B" is not approved/,
    },
    {
      code: 'https_required',
      when: 'HTTPS is required',
      call: async () => new ApiCaller(await system.addGateway({ REQUIRE_HTTPS: 'true' })).call('GET', '/logs'),
    },
    {
      code: 'template_not_found',
      when: 'a send has an unknown template',
      call: () => api.call('POST', '/send', { ...send, template: newId('template') }),
    },
    {
      code: 'template_not_found',
      when: 'a step of a campaign has an unknown template',
      call: () =>
        api.call('POST', '/drip_campaigns', {
          name: 'A',
          drip_steps: [{ email_id: newId('template'), delay_seconds: 1 }],
        }),
      fields: ['drip_steps.0.email_id'],
    },
    {
      code: 'version_not_found',
      when: 'a send has an unknown version',
      call: () => api.call('POST', '/send', { ...send, version_name: 'None' }),
    },
    {
      code: 'version_not_found',
      when: 'a send has the id of an unknown version',
      call: () => api.call('POST', '/send', { ...send, version_id: newId('version') }),
    },
    {
      code: 'invalid_request',
      when: 'a send gives a version by name and by id',
      call: () => api.call('POST', '/send', { ...send, version_id: newId('version'), version_name: 'None' }),
      fields: ['version_id'],
    },
    {
      code: 'version_not_found',
      when: 'a rendering has an unknown version',
      call: () => api.call('POST', '/render', { template, template_data: {}, version_id: newId('version') }),
    },
    {
      code: 'esp_account_not_found',
      when: 'a send has an unknown ESP account',
      call: () => api.call('POST', '/send', { ...send, esp_account: newId('espAccount') }),
    },
    {
      code: 'log_not_found',
      when: 'an unknown log is resent',
      call: () => api.call('POST', '/resend', { log_id: newId('log') }),
    },
    {
      code: 'no_esp_account',
      when: 'no ESP account can send',
      call: async () => {
        await system.takeDown('delivery');
        await system.bringUp('delivery', { DEFAULT_SMTP_URL: undefined });
        try {
          return await api.call('POST', '/send', send);
        } finally {
          await system.takeDown('delivery');
          await system.bringUp('delivery');
        }
      },
    },
    {
      code: 'sender_required',
      when: 'no sender is given and no default sender is configured',
      call: () => api.call('POST', '/send', { template, recipient }),
      fields: ['sender'],
    },
    {
      code: 'drip_campaign_not_found',
      when: 'an unknown campaign is activated',
      call: () => activate('dc_unknown'),
    },
    {
      code: 'drip_campaign_disabled',
      when: 'a disabled campaign is activated',
      call: async () => activate(await newCampaign(false)),
    },
    {
      code: 'missing_template_data',
      when: 'a strict rendering lacks data',
      call: () => api.call('POST', '/render', { template, template_data: {}, strict: true }),
      message: /name/,
    },
    {
      code: 'invalid_template',
      when: 'a template does not parse',
      call: () => api.call('POST', '/templates', { name: 'A', subject: 'A', text: 'one\n{% if %}' }),
      message: /text.*line 2/i,
    },
    {
      code: 'not_found',
      when: 'the path is unknown',
      call: () => api.call('GET', '/nowhere'),
    },
    {
      code: 'not_found',
      when: 'the resource does not exist',
      call: () => api.call('GET', `/logs/${newId('log')}`),
    },
    {
      code: 'method_not_allowed',
      when: 'the path does not have the method',
      call: () => api.call('PATCH', '/templates'),
      message: /GET, POST/,
    },
    {
      code: 'in_use',
      when: 'a snippet that a template uses is deleted',
      call: async () => {
        const created = await api.call<{ snippet: { id: string } }>('POST', '/snippets', {
          name: 'footer',
          body: 'Acme',
        });
        const text = '{% snippet "footer" %}';
        await api.call('POST', '/templates', { name: 'With footer', subject: 'A', text });
        return api.call('DELETE', `/snippets/${created.body.snippet.id}`);
      },
      message: /With footer/,
    },
    {
      code: 'in_use',
      when: 'the only published version of a locale is deleted',
      call: async () => {
        const { body } = await api.call<{ id: string }[]>('GET', `/templates/${template}/versions`);
        return api.call('DELETE', `/templates/${template}/versions/${body[0]!.id}`);
      },
      message: /only published/,
    },
    {
      code: 'proposal_closed',
      when: 'a proposal that was rejected is approved',
      call: async () => {
        const { body } = await api.call<{ send_proposal: { id: string } }>('POST', '/send_proposals', send);
        const path = `/send_proposals/${body.send_proposal.id}`;
        await api.call('POST', `${path}/reject`, {});
        return api.call('POST', `${path}/approve`);
      },
      message: /was already rejected/,
    },
    {
      code: 'precondition_failed',
      when: 'a template was changed since the revision in If-Match',
      call: () => api.call('PUT', `/templates/${template}`, {}, { headers: { 'if-match': '"other"' } }),
      message: /was changed since/,
    },
    {
      code: 'not_cancellable',
      when: 'a sent mail is cancelled',
      call: async () => {
        const sent = await api.call<{ receipt_id: string }>('POST', '/send', send, { key: testKey });
        const log = `/logs/${sent.body.receipt_id}`;
        await waitFor(async () => (await api.call('GET', log)).body['status'] === 'sent');
        return api.call('POST', `${log}/cancel`);
      },
    },
    {
      code: 'provider_refused',
      when: 'the webhook is set up at a provider that cannot be reached',
      call: async () => {
        const body = { name: 'Mandrill', esp_type: 'esp_kind_3', credentials: { api_key: 'key-1' } };
        const created = await api.call<{ esp_account: { id: string } }>('POST', '/esp_accounts', body);
        return api.call('POST', `/esp_accounts/${created.body.esp_account.id}/setup_webhook`);
      },
      message: /not reached/,
    },
    {
      code: 'webhook_disabled',
      when: 'a test event is requested for a disabled webhook',
      call: async () => {
        const body = { url: 'https://hooks.example/', enabled: false };
        const created = await api.call<{ webhook: { id: string } }>('POST', '/webhooks', body);
        return api.call('POST', `/webhooks/${created.body.webhook.id}/test`);
      },
    },
    {
      code: 'idempotency_in_progress',
      when: 'the first send with the Idempotency-Key is still running',
      call: () => whileFirstRuns('delivery', (headers) => api.call('POST', '/send', send, { headers })),
    },
    {
      code: 'idempotency_in_progress',
      when: 'the first resend with the Idempotency-Key is still running',
      call: async () => {
        const { body } = await api.call<{ receipt_id: string }>('POST', '/send', send);
        return whileFirstRuns('delivery', (headers) =>
          api.call('POST', '/resend', { log_id: body.receipt_id }, { headers }),
        );
      },
    },
    {
      code: 'idempotency_in_progress',
      when: 'the first activation with the Idempotency-Key is still running',
      call: async () => {
        const campaign = await newCampaign(true);
        return whileFirstRuns('drip', (headers) => activate(campaign, headers));
      },
    },
    {
      code: 'idempotency_mismatch',
      when: 'the Idempotency-Key was used with another request',
      call: async () => {
        const headers = { 'idempotency-key': newId('request') };
        await api.call('POST', '/send', send, { headers });
        return api.call('POST', '/send', { ...send, tags: ['other'] }, { headers });
      },
    },
    {
      code: 'payload_too_large',
      when: 'the body is larger than 12 MB',
      call: () => api.call('POST', '/send', ' '.repeat(12 * megabyte + 1)),
    },
    {
      code: 'payload_too_large',
      when: 'the body is larger than its path allows',
      call: () => api.call('POST', '/customers', ' '.repeat(megabyte)),
    },
    {
      code: 'rate_limited',
      when: 'an account exceeds its rate limit',
      call: async () => {
        const key = await limitedKey({ requests_per_second: 0.02 });
        await api.call('GET', '/logs', undefined, { key });
        return api.call('GET', '/logs', undefined, { key });
      },
    },
    {
      code: 'quota_exceeded',
      when: 'an account has reached a quota',
      call: async () =>
        api.call('POST', '/snippets', { name: 'one', body: 'x' }, { key: await limitedKey({ snippets: 0 }) }),
      message: /0 snippets/,
    },
    {
      code: 'quota_exceeded',
      when: 'an account has the maximum number of pending mails, which are sent over time',
      call: async () => {
        const key = await limitedKey({ pending_mails: 0 });
        const own = await api.call<{ id: string }>(
          'POST',
          '/templates',
          { name: 'A', subject: 'A', text: 'A' },
          { key },
        );
        return api.call('POST', '/send', { ...send, template: own.body.id }, { key });
      },
      message: /0 emails/,
      retryAfter: true,
    },
    {
      code: 'internal',
      when: 'an unexpected error occurs',
      call: async () => {
        await sql.query('alter table customer.customers rename to unavailable_customers');
        try {
          return await api.call('GET', '/customers/ada@example.com');
        } finally {
          await sql.query('alter table customer.unavailable_customers rename to customers');
        }
      },
      message: /^Internal error$/,
      facts: { carried_out: 'unknown' },
    },
    {
      code: 'unavailable',
      when: 'a service is down',
      call: async () => {
        await system.takeDown('template');
        try {
          return await api.call('GET', '/templates');
        } finally {
          await system.bringUp('template');
        }
      },
      message: /nothing was accepted/,
      facts: { carried_out: 'no', reason: 'service_not_running', service: 'template' },
    },
    {
      code: 'unavailable',
      when: 'a service is too slow',
      call: () =>
        during('lock table customer.customers in access exclusive mode', () =>
          api.call('POST', '/customers', { email: 'slow@example.com' }),
        ),
      message: /may have been carried out/,
      facts: { carried_out: 'unknown', reason: 'service_timeout', service: 'customer' },
    },
  ];

  it('has a request for every code', () => {
    expect([...new Set(rows.map(({ code }) => code))].toSorted()).toEqual(errorCodes.toSorted());
  });

  it.each(rows)(
    '$code is answered when $when',
    async ({ code, call, message, fields, facts, retryAfter: hasRetryAfter }) => {
      const { status, headers, body } = await call();
      expect(body).toEqual({
        success: false,
        status: code,
        message: message === undefined ? expect.any(String) : expect.stringMatching(message),
        ...(fields === undefined ? {} : { errors: fields.map((field) => ({ field, message: expect.any(String) })) }),
        ...facts,
        request_id: headers.get('x-request-id'),
      });
      expect(body['request_id']).toMatch(/^req_\w{22}$/);
      expect(status).toBe(errorTable[code].status);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      const scheme = { unauthenticated: 'Basic', session_required: 'Session' }[code as string];
      expect(headers.get('www-authenticate')?.split(' ')[0]).toBe(scheme);
      expect(headers.get('allow')).toBe(code === 'method_not_allowed' ? 'GET, POST' : null);
      const retryAfter = headers.get('retry-after');
      if (hasRetryAfter || 'retryable' in errorTable[code]) expect(retryAfter).toMatch(/^[1-9]\d*$/);
      else expect(retryAfter).toBeNull();
      if (code === 'rate_limited') {
        expect(headers.get('ratelimit-limit')).toBe('1');
        expect(headers.get('ratelimit-remaining')).toBe('0');
        expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
      }
      expect(JSON.stringify(body)).not.toMatch(/\bat .*\.[jt]s|select |customers"|127\.0\.0\.1|memory:/);
    },
  );

  it('has no error for deleting an unknown customer', async () => {
    expect((await api.call('DELETE', '/customers/nobody@example.com')).status).toBe(200);
  });
});
