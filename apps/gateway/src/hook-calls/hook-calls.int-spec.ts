import { createHmac, randomBytes } from 'node:crypto';
import { acceptMessage, findTemplates, newId, searchTemplates, ServiceError } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { GatewayUnderTest, testKey } from '../testing/gateway-under-test.js';

const confirmTemplate = 'tem_01KQV5Xx7GJ8sVJ4mB2cDe';
const resetTemplate = 'tem_01KQV5Xx7GJ8sVJ4mB2cDf';
const project = 'https://abcdefgh.supabase.co';

interface Hook {
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}
interface Signing {
  readonly id?: string;
  readonly at?: number;
  readonly names?: 'webhook' | 'svix';
}

/** The headers of Standard Webhooks, by its specification. */
function signed(secret: string, body: string, { id = 'msg_1', at = Date.now(), names = 'webhook' }: Signing = {}) {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.replace(/^(v1,)?whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    [`${names}-id`]: id,
    [`${names}-timestamp`]: timestamp,
    [`${names}-signature`]: `v1,${signature}`,
  };
}

describe('the calls of identity providers', () => {
  let api: GatewayUnderTest;
  let calls = 0;
  beforeAll(async () => {
    api = await GatewayUnderTest.start({ PUBLIC_URL: 'https://mail.acme.example' });
    await api.sql(
      `update gateway.accounts set default_sender = '{"address":"a@acme.example","reply_to":"a@acme.example","name":"Acme"}'`,
    );
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.sql('delete from gateway.identity_hooks');
    api.services.reset();
    api.services.respond(findTemplates, (_context, { template_ids }) =>
      template_ids.filter((id) => id === confirmTemplate || id === resetTemplate).map((id) => ({ id, name: 'Any' })),
    );
    api.services.respond(searchTemplates, (_context, { q }) => ({
      data: [
        {
          object: 'template_summary' as const,
          id: q!,
          name: 'Any',
          tags: [],
          created: 1,
          modified: 1,
          locales: ['en-US', 'de-DE', 'pt-BR'].map((locale, index) => ({
            locale,
            default: index === 0,
            published: 1,
            drafts: 0,
          })),
        },
      ],
      next_cursor: null,
    }));
  });

  const create = async (body: object, key?: string): Promise<Hook> => {
    const response = await api.call('/identity_hooks', { body: { name: 'Login', ...body }, ...(key && { key }) });
    expect(response).toMatchObject({ status: 200 });
    const { identity_hook, secret } = response.body as { identity_hook: { id: string; url: string }; secret: string };
    return { id: identity_hook.id, path: new URL(identity_hook.url).pathname, secret };
  };
  const supabase = (fields: object = {}, key?: string): Promise<Hook> =>
    create(
      {
        kind: 'supabase',
        project_url: project,
        templates: { signup: confirmTemplate, recovery: resetTemplate },
        ...fields,
      },
      key,
    );

  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const response = await fetch(`${api.gateway.url}${path}`, { method: 'POST', body, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Record<string, unknown> };
  };
  /** Each call has an id of its own, unless the test sets one. */
  const call = ({ path, secret }: Hook, payload: unknown, { id = `msg_${++calls}`, ...signing }: Signing = {}) => {
    const body = JSON.stringify(payload);
    return post(path, body, signed(secret, body, { id, ...signing }));
  };
  const mails = () => api.services.getCalls(acceptMessage).map(({ request }) => request);

  const payload = (email_action_type: string, email_data: object = {}, user: object = {}) => ({
    user: { id: 'u', email: 'ada@example.com', user_metadata: { locale: 'de_AT', name: 'Ada' }, ...user },
    email_data: {
      token: '305805',
      token_hash: '7d5b7b19',
      redirect_to: 'https://app.example/welcome?a=1&b=2',
      site_url: `${project}/auth/v1`,
      token_new: '',
      token_hash_new: '',
      email_action_type,
      ...email_data,
    },
  });

  describe('of Supabase', () => {
    it('send the template of the action in the language of the user, and return {}', async () => {
      const hook = await supabase();
      expect(await call(hook, payload('signup'))).toMatchObject({ status: 200, body: {} });
      expect(mails()).toEqual([
        expect.objectContaining({
          template: confirmTemplate,
          recipient: { address: 'ada@example.com' },
          locale: 'de-DE',
          test: false,
          tags: ['signup'],
          tracking: { opens: false, clicks: false },
          template_data: {
            action: 'signup',
            email: 'ada@example.com',
            code: '305805',
            token_hash: '7d5b7b19',
            link: `${project}/auth/v1/verify?token=7d5b7b19&type=signup&redirect_to=https%3A%2F%2Fapp.example%2Fwelcome%3Fa%3D1%26b%3D2`,
            redirect_to: 'https://app.example/welcome?a=1&b=2',
            site_url: `${project}/auth/v1`,
            user: { locale: 'de_AT', name: 'Ada' },
            sender_name: 'Acme',
          },
        }),
      ]);
    });

    it.each(['signup', 'invite', 'magiclink', 'recovery', 'email'])(
      'link to the verification of %s',
      async (action) => {
        const hook = await supabase({ other_actions: 'default', default_template: confirmTemplate });
        await call(hook, payload(action, { redirect_to: '' }));
        expect(mails()[0]?.template_data).toMatchObject({
          code: '305805',
          link: `${project}/auth/v1/verify?token=7d5b7b19&type=${action}`,
        });
      },
    );

    it.each([
      'reauthentication',
      'password_changed_notification',
      'phone_changed_notification',
      'identity_linked_notification',
      'identity_unlinked_notification',
      'mfa_factor_enrolled_notification',
      'mfa_factor_unenrolled_notification',
    ])('have no link in an email about %s', async (action) => {
      const hook = await supabase({ other_actions: 'default', default_template: confirmTemplate });
      await call(hook, payload(action, { provider: 'google', factor_type: 'totp' }));
      expect(mails()[0]).toMatchObject({ recipient: { address: 'ada@example.com' } });
      expect(mails()[0]?.template_data).toMatchObject({ action, provider: 'google', factor_type: 'totp' });
      expect(mails()[0]?.template_data).not.toHaveProperty('link');
    });

    it('notify the old address of a change', async () => {
      const hook = await supabase({ other_actions: 'default', default_template: confirmTemplate });
      await call(
        hook,
        payload('email_changed_notification', { token: '', token_hash: '', old_email: 'old@example.com' }),
      );
      expect(mails()[0]).toMatchObject({ recipient: { address: 'old@example.com' } });
    });

    it('send both addresses of a secure change their own code, with the swapped hashes', async () => {
      const hook = await supabase({ templates: { email_change: confirmTemplate } });
      const change = payload(
        'email_change',
        { token: '111111', token_hash: 'of-new', token_new: '222222', token_hash_new: 'of-current' },
        { new_email: 'new@example.com' },
      );
      expect(await call(hook, change, { id: 'msg_change' })).toMatchObject({ status: 200 });
      const linkTo = (hash: string): unknown => expect.stringContaining(`verify?token=${hash}&type=email_change`);
      expect(mails()).toMatchObject([
        { recipient: { address: 'ada@example.com' }, template_data: { code: '111111', link: linkTo('of-current') } },
        { recipient: { address: 'new@example.com' }, template_data: { code: '222222', link: linkTo('of-new') } },
      ]);
      const keys = mails().map(({ idempotency }) => idempotency?.key);
      expect(new Set(keys).size).toBe(2);
      await call(hook, change, { id: 'msg_change' });
      expect(
        mails()
          .slice(2)
          .map(({ idempotency }) => idempotency?.key),
      ).toEqual(keys);
    });

    it('send a simple change to the new address only', async () => {
      const hook = await supabase({ templates: { email_change: confirmTemplate } });
      await call(hook, payload('email_change', {}, { new_email: 'new@example.com' }));
      expect(mails()).toMatchObject([{ recipient: { address: 'new@example.com' }, template_data: { code: '305805' } }]);
    });

    it('repeated calls send one email', async () => {
      const hook = await supabase();
      const body = JSON.stringify(payload('signup'));
      for (const at of [Date.now(), Date.now() + 2_000])
        await post(hook.path, body, signed(hook.secret, body, { id: 'msg_repeated', at }));
      const [first, second] = mails();
      expect(first?.idempotency).toEqual(second?.idempotency);
      expect(first?.idempotency?.key).toMatch(/^\nhook:/);
    });

    it('can be repeated later while the first one is in progress', async () => {
      const hook = await supabase();
      api.services.respond(acceptMessage, () => {
        throw new ServiceError('idempotency_in_progress', 'In progress');
      });
      const response = await call(hook, payload('signup'));
      expect(response).toMatchObject({ status: 503, body: { error: { http_code: 503, message: 'In progress' } } });
      expect(response.headers.get('retry-after')).toBe('1');
    });

    it('get an error in the form of Supabase for an action without a template', async () => {
      const response = await call(await supabase(), payload('invite'));
      expect(response).toMatchObject({
        status: 400,
        body: { error: { http_code: 400, message: 'The identity hook has no template for the action invite' } },
      });
      expect(mails()).toEqual([]);
    });

    it('send nothing for other actions when they are ignored', async () => {
      const hook = await supabase({ other_actions: 'ignore' });
      expect(await call(hook, payload('invite'))).toMatchObject({ status: 200, body: {} });
      expect(mails()).toEqual([]);
    });

    it.each([
      [{}, 'user'],
      [[], 'object'],
      [payload('signup', {}, { email: 'nobody' }), 'user.email'],
      [payload('signup', {}, { email: '' }), 'user.email'],
      [payload('email_change'), 'user.new_email'],
      [payload(''), 'email_data.email_action_type'],
      [payload('x'.repeat(65)), 'email_data.email_action_type'],
      [payload('signup', { token: 5 }), 'email_data.token'],
      [payload('signup', {}, { user_metadata: { bio: 'x'.repeat(150_000) } }), 'template_data'],
    ])('name the invalid field (%#)', async (given, field) => {
      const hook = await supabase({ other_actions: 'default', default_template: confirmTemplate });
      const response = await call(hook, given);
      expect(response).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining(field) as unknown } },
      });
    });

    it('calls are rejected when they are not JSON', async () => {
      const hook = await supabase();
      const response = await post(hook.path, '{', signed(hook.secret, '{'));
      expect(response).toMatchObject({ status: 400, body: { error: { http_code: 400 } } });
    });

    it('calls are rejected above 1 MB', async () => {
      const hook = await supabase();
      const body = JSON.stringify({ padding: 'x'.repeat(1024 * 1024) });
      expect(await post(hook.path, body, signed(hook.secret, body))).toMatchObject({ status: 413 });
    });
  });

  describe('are authentic', () => {
    it.each<[string, (hook: Hook, body: string) => Record<string, string>, string]>([
      ['without a signature', () => ({}), 'not signed'],
      [
        'with the secret of another hook',
        (_hook, body) => signed(`v1,whsec_${randomBytes(32).toString('base64')}`, body),
        'does not match',
      ],
      ['with the signature of another body', ({ secret }) => signed(secret, '{}'), 'does not match'],
      ['that are old', ({ secret }, body) => signed(secret, body, { at: Date.now() - 301_000 }), '5 minutes'],
      ['of the future', ({ secret }, body) => signed(secret, body, { at: Date.now() + 310_000 }), '5 minutes'],
      ['with another id', ({ secret }, body) => ({ ...signed(secret, body), 'webhook-id': 'msg_2' }), 'does not match'],
      [
        'with a time that is none',
        ({ secret }, body) => ({ ...signed(secret, body), 'webhook-timestamp': 'now' }),
        '5 minutes',
      ],
      [
        'with an empty signature',
        ({ secret }, body) => ({ ...signed(secret, body), 'webhook-signature': 'v1,' }),
        'does not match',
      ],
    ])('a call is rejected: %s', async (_title, buildHeaders, message) => {
      const hook = await supabase();
      const body = JSON.stringify(payload('signup'));
      const response = await post(hook.path, body, buildHeaders(hook, body));
      expect(response).toMatchObject({
        status: 403,
        body: { error: { message: expect.stringContaining(message) as unknown } },
      });
      expect(mails()).toEqual([]);
    });

    it.each([' ', ', '])('with one of several signatures, separated by %j', async (separator) => {
      const hook = await supabase();
      const body = JSON.stringify(payload('signup'));
      const headers = signed(hook.secret, body);
      const other = `v1,${'A'.repeat(43)}=`;
      const more = [other, 'v2,x', headers['webhook-signature'], other].join(separator);
      expect(await post(hook.path, body, { ...headers, 'webhook-signature': more })).toMatchObject({ status: 200 });
    });

    it('by the old secret too after a rotation, and by none after the deletion', async () => {
      const hook = await supabase();
      const rotated = await api.call(`/identity_hooks/${hook.id}/rotate_secret`, { body: {} });
      const { secret } = rotated.body as { secret: string };
      expect(rotated.body).toMatchObject({ identity_hook: { old_secret_until: expect.any(Number) as unknown } });
      for (const valid of [hook.secret, secret])
        expect(await call({ ...hook, secret: valid }, payload('signup'))).toMatchObject({ status: 200 });
      await api.sql(`update gateway.identity_hooks set old_secret_until = now() where id = $1`, [hook.id]);
      // A change invalidates the cache of this process.
      await api.call(`/identity_hooks/${hook.id}`, {
        method: 'PUT',
        body: { name: 'Login', project_url: project, templates: { signup: confirmTemplate } },
      });
      expect(await call(hook, payload('signup'))).toMatchObject({ status: 403 });
      await api.call(`/identity_hooks/${hook.id}`, { method: 'DELETE' });
      expect(await call({ ...hook, secret }, payload('signup'))).toMatchObject({
        status: 404,
        body: { error: { http_code: 404 } },
      });
    });

    it('a call uses POST and the path of its kind', async () => {
      const hook = await supabase();
      const { status } = await fetch(`${api.gateway.url}${hook.path}`);
      expect(status).toBe(405);
      for (const path of [
        hook.path.replace('supabase', 'clerk'),
        `/hooks/supabase/${newId('identityHook')}`,
        '/hooks/supabase/x',
        '/hooks',
      ])
        expect(await call({ ...hook, path }, payload('signup'))).toMatchObject({ status: 404 });
    });
  });

  it('of Supabase are one email when they are repeated, although each attempt has an id of its own', async () => {
    const hook = await supabase({ other_actions: 'default', default_template: confirmTemplate });
    const keys = () => mails().map(({ idempotency }) => idempotency?.key);
    for (let attempt = 0; attempt < 2; attempt++) await call(hook, payload('signup'));
    await call(hook, payload('signup', { token_hash: 'another' }));
    expect(keys()).toEqual([keys()[0], keys()[0], expect.not.stringMatching(keys()[0]!)]);
    // Notices have no token of their own.
    for (let change = 0; change < 2; change++) await call(hook, payload('password_changed_notification'));
    expect(new Set(keys()).size).toBe(4);
  });

  it('of a test hook are sent as a test', async () => {
    const hook = await supabase({}, testKey);
    expect(await call(hook, payload('signup'))).toMatchObject({ status: 200 });
    expect(mails()).toMatchObject([{ test: true }]);
  });

  it('use the sender and the ESP account of the hook', async () => {
    const sender = { address: 'login@acme.example', reply_to: 'help@acme.example', name: 'Acme Login' };
    const hook = await supabase({ sender, esp_account: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe' });
    await call(hook, payload('signup'));
    expect(mails()).toMatchObject([
      { sender, esp_account: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe', template_data: { sender_name: 'Acme Login' } },
    ]);
  });

  it('record the last outcome of the hook', async () => {
    const hook = await supabase();
    const shown = async () => (await api.call(`/identity_hooks/${hook.id}`)).body['identity_hook'] as object;
    await call(hook, payload('invite'));
    await waitFor(async () => 'last_call' in (await shown()));
    expect(await shown()).toMatchObject({
      last_error: 'The identity hook has no template for the action invite',
      last_call: expect.any(Number) as unknown,
    });
  });

  it('do not change the last outcome of the hook when they are not authentic', async () => {
    const hook = await supabase();
    const shown = async () => (await api.call(`/identity_hooks/${hook.id}`)).body['identity_hook'] as object;
    const { secret } = await supabase();
    expect(await call({ ...hook, secret }, payload('invite'))).toMatchObject({ status: 403 });
    // An outcome would be recorded at once, and would prevent this call from being recorded.
    await call(hook, payload('signup'));
    await waitFor(async () => 'last_call' in (await shown()));
    expect(await shown()).not.toHaveProperty('last_error');
  });

  describe('of Logto', () => {
    const body = {
      to: 'ada@example.com',
      type: 'SignIn',
      payload: { code: '123456', locale: 'pt', application: { name: 'Shop' } },
      ip: '192.0.2.1',
    };

    it.each(['', 'Bearer '])('send the template with the token in Authorization (%j)', async (scheme) => {
      const hook = await create({ kind: 'logto', templates: { SignIn: confirmTemplate } });
      const response = await post(hook.path, JSON.stringify(body), { authorization: `${scheme}${hook.secret}` });
      expect(response).toMatchObject({
        status: 200,
        body: { success: true, receipt_ids: [expect.stringMatching(/^log_/)] },
      });
      expect(mails()).toMatchObject([
        {
          template: confirmTemplate,
          locale: 'pt-BR',
          template_data: { code: '123456', application: { name: 'Shop' } },
        },
      ]);
      expect(mails()[0]).not.toHaveProperty('idempotency');
    });

    it.each([
      [{}, 'missing'],
      [{ authorization: 'Bearer other' }, 'not the secret'],
    ])('calls are rejected with %j', async (headers, message) => {
      const hook = await create({ kind: 'logto' });
      const response = await post(hook.path, JSON.stringify(body), headers);
      expect(response).toMatchObject({ status: 403, body: { message: expect.stringContaining(message) as unknown } });
    });
  });

  describe('of Auth0', () => {
    const notification = {
      message_type: 'reset_email',
      to: 'ada@example.com',
      from: 'a@acme.example',
      subject: 'Reset',
      html: '<a href="https://x.example">Reset</a>',
      text: 'Reset',
      locale: 'de',
    };
    const send = async (hook: Hook) =>
      post(hook.path, JSON.stringify({ notification, user: { email: 'ada@example.com' } }), {
        authorization: `Bearer ${hook.secret}`,
      });

    it('send the finished email without a template', async () => {
      const hook = await create({ kind: 'auth0' });
      expect(await send(hook)).toMatchObject({ status: 200 });
      const { subject, html, text } = notification;
      expect(mails()).toMatchObject([
        { own_content: { subject, html, text }, recipient: { address: 'ada@example.com' } },
      ]);
      expect(mails()[0]).not.toHaveProperty('template_data');
    });

    it('send the template of the message type, with the finished email as data', async () => {
      const hook = await create({ kind: 'auth0', templates: { reset_email: resetTemplate } });
      expect(await send(hook)).toMatchObject({ status: 200 });
      expect(mails()).toMatchObject([
        { template: resetTemplate, locale: 'de-DE', template_data: { html: notification.html, subject: 'Reset' } },
      ]);
    });
  });

  describe('of Clerk', () => {
    const event = (data: object = {}) => ({
      object: 'event',
      type: 'email.created',
      data: {
        object: 'email',
        slug: 'verification_code',
        to_email_address: 'ada@example.com',
        subject: '424242 is your code',
        body: '<p>424242</p>',
        body_plain: '424242',
        delivered_by_clerk: false,
        data: { otp_code: '424242', app: { name: 'Shop' }, user: { public_metadata: { locale: 'de' } } },
        ...data,
      },
    });
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    const clerk = (templates: object = {}): Promise<Hook> => create({ kind: 'clerk', secret, templates });

    it('calls are signed by Svix and send the template, once by their id', async () => {
      const hook = await clerk({ verification_code: confirmTemplate });
      expect(hook.secret).toBe(secret);
      for (const _attempt of [1, 2])
        expect(await call(hook, event(), { names: 'svix', id: 'msg_clerk' })).toMatchObject({ status: 200 });
      expect(mails()).toMatchObject([
        { template: confirmTemplate, locale: 'de-DE', template_data: { code: '424242', app: { name: 'Shop' } } },
        {},
      ]);
      expect(mails()[0]?.idempotency).toEqual(mails()[1]?.idempotency);
    });

    it('send the finished email without a template', async () => {
      await call(await clerk(), event(), { names: 'svix' });
      expect(mails()).toMatchObject([{ own_content: { subject: '424242 is your code', html: '<p>424242</p>' } }]);
    });

    it.each([
      ['the link', { action_url: 'https://x.example/accept' }],
      ['the magic link', { magic_link: 'https://x.example/accept' }],
    ])('give the template %s', async (_title, data) => {
      await call(await clerk({ verification_code: confirmTemplate }), event({ data }), { names: 'svix' });
      expect(mails()).toMatchObject([{ template_data: { link: 'https://x.example/accept' } }]);
    });

    it.each([
      ['email that Clerk delivers', event({ delivered_by_clerk: true })],
      ['other events', { object: 'event', type: 'user.created', data: { id: 'user_1' } }],
    ])('send nothing for %s', async (_title, given) => {
      expect(await call(await clerk(), given, { names: 'svix' })).toMatchObject({
        status: 200,
        body: { receipt_ids: [] },
      });
      expect(mails()).toEqual([]);
    });
  });

  it('calls are limited like the requests of a key', async () => {
    const hook = await supabase();
    // Read with the hook at its first call.
    await api.sql(`update gateway.accounts set limits = '{"key_requests_per_second": 0.05}'`);
    try {
      let response = await call(hook, payload('signup'));
      for (let more = 0; more < 5 && response.status === 200; more++) response = await call(hook, payload('signup'));
      expect(response).toMatchObject({ status: 429, body: { error: { http_code: 429 } } });
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(mails().length).toBeGreaterThan(0);
    } finally {
      await api.sql('update gateway.accounts set limits = null');
    }
  });

  // The last test: other calls that are rejected would now be 429.
  it('authentic calls succeed after many others of the same address', async () => {
    const hook = await supabase();
    const body = JSON.stringify(payload('signup'));
    const statuses: number[] = [];
    for (let n = 0; n < 60; n++) statuses.push((await post(hook.path, body, {})).status);
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
    expect(await call(hook, payload('signup'))).toMatchObject({ status: 200 });
  });
});
