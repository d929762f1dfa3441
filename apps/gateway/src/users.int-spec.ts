import { jest } from '@jest/globals';
import {
  acceptMessage,
  approveVersion,
  createComment,
  createTemplate,
  findTemplates,
  listTemplatesByPage,
  listVersionsByPage,
  newId,
  publishVersion,
  ServiceError,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { createAccount } from './accounts/accounts.repository.js';
import { Browser } from './testing/browser.js';
import type { ApiResponse } from './testing/gateway-under-test.js';
import { GatewayUnderTest, liveKey } from './testing/gateway-under-test.js';
import { usersCommand } from './commands/users.command.js';

const password = 'correct horse battery';
const template = { name: 'Hello', subject: 'Hello', text: 'Hello' };

describe('users and sessions', () => {
  let api: GatewayUnderTest;
  let account: string;
  let admin: Browser;

  beforeAll(async () => {
    // With trusted X-Forwarded-For, tests use different addresses, because failed log-ins slow down an address.
    api = await GatewayUnderTest.start({ TRUST_PROXY: '127.0.0.1' });
    [{ id: account }] = (await api.sql<{ id: string }>('select id from gateway.accounts')) as [{ id: string }];
  }, 60_000);
  afterAll(() => api.stop());
  afterEach(() => {
    jest.restoreAllMocks();
    api.services.reset();
  });

  const newBrowser = (): Browser => new Browser(api);
  const logIn = (browser: Browser, email: string, typedPassword = password) =>
    browser.call('/session', { body: { email, password: typedPassword } });
  /** The output of `postrider users`. */
  const command = async (...args: string[]): Promise<string> => {
    let output = '';
    const environment = { DATABASE_URL: api.databaseUrl };
    await usersCommand.run(args, { environment, print: (line) => (output += line), warn: (line) => (output += line) });
    return output;
  };
  /** The audit entries about sessions of a user, newest first. */
  const sessionEntries = async (email: string): Promise<[operation: string, outcome: string, accounts: string[]][]> => {
    const rows = await api.sql<{ operation: string; outcome: string; accounts: string[] }>(
      `select operation, outcome, array_agg(account_id order by account_id) as accounts from gateway.audit_entries
       where actor_name = '${email}' and actor_type = 'user' and operation ~ 'session|confirm|callback'
       group by request_id, operation, outcome order by max(id) desc`,
    );
    return rows.map(({ operation, outcome, accounts }) => [operation, outcome, accounts]);
  };
  const getToken = (link: string): string => link.split('#')[1]!;
  /** A user who accepted an invitation. */
  const createUser = async (email: string, role: string, accountId = account): Promise<Browser> => {
    const browser = newBrowser();
    const token = getToken(await command('create', accountId, email, '--role', role));
    const { status } = await browser.call('/invitations/accept', { body: { token, name: 'Ada', password } });
    expect(status).toBe(200);
    return browser;
  };

  it('start with a link for the first administrator, which works once', async () => {
    const link = api.gateway.welcomeLink!;
    expect(link).toMatch(new RegExp(`^${api.gateway.url}/welcome#[\\w-]{43}$`));
    const token = getToken(link);
    expect((await newBrowser().call('/invitations/check', { body: { token } })).body).toEqual({
      account: 'My company',
      role: 'admin',
      registered: false,
    });
    admin = newBrowser();
    const body = { token, email: ' Ada@Acme.example', name: 'Ada', password };
    const missing = await admin.call('/invitations/accept', { body: { ...body, email: undefined } });
    expect([missing.status, missing.body['errors']]).toEqual([
      400,
      [{ field: 'email', message: 'is required for the first invitation' }],
    ]);
    const accepted = await admin.call('/invitations/accept', { body });
    expect(accepted.body).toMatchObject({
      object: 'session',
      user: { email: 'ada@acme.example', name: 'Ada' },
      accounts: [{ id: account, name: 'My company', role: 'admin' }],
    });
    for (const path of ['/invitations/accept', '/invitations/check'])
      expect((await newBrowser().call(path, { body })).body).toMatchObject({ status: 'invalid_token' });
    expect((await admin.call('/session')).body).toEqual(accepted.body);
  });

  it('use a cookie that is HttpOnly and SameSite=Strict, and store only its digest', async () => {
    const browser = newBrowser();
    const { headers, body } = await logIn(browser, 'ADA@acme.example');
    expect(body).toMatchObject({ user: { name: 'Ada' }, expires_at: expect.any(Number) as number });
    const cookies = headers.getSetCookie().toSorted();
    expect(cookies.map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;').replace(/Expires=[^;]+/, 'Expires=…'))).toEqual(
      [
        'postrider=…; Max-Age=1209600; Path=/; Expires=…; HttpOnly; SameSite=Strict',
        'postrider_device=…; Max-Age=15552000; Path=/; Expires=…; HttpOnly; SameSite=Strict',
      ],
    );
    const stored = await api.sql<{ digests: string }>(
      `select string_agg(encode(digest, 'base64'), ' ') as digests from gateway.sessions`,
    );
    expect(stored[0]!.digests).not.toContain(browser.cookie('postrider'));
  });

  it('get a new session at every log-in, which ends the previous one', async () => {
    const browser = newBrowser();
    await logIn(browser, 'ada@acme.example');
    const before = browser.as({ 'sec-fetch-site': 'same-origin' });
    await logIn(browser, 'ada@acme.example');
    expect(browser.cookie('postrider')).not.toBe(before.cookie('postrider'));
    expect([(await before.call('/session')).status, (await browser.call('/session')).status]).toEqual([401, 200]);
  });

  it('get 401 without a session, but no Basic challenge', async () => {
    for (const request of [{}, { headers: { 'postrider-account': account } }]) {
      const { status, body, headers } = await newBrowser().call('/templates', request);
      expect([status, body['status'], headers.get('www-authenticate')]).toEqual([
        401,
        'session_required',
        'Session realm="Postrider"',
      ]);
    }
    expect((await api.call('/session', { key: null })).body['status']).toBe('session_required');
    expect((await api.call('/templates', { key: null })).body['status']).toBe('unauthenticated');
  });

  it('cannot combine a key with a cookie, and user operations reject keys', async () => {
    const cookie = `postrider=${admin.cookie('postrider')}`;
    expect((await api.call('/templates', { key: 'live_unknown', headers: { cookie } })).status).toBe(403);
    expect((await api.call('/session', { headers: { cookie } })).body['status']).toBe('forbidden');
    const both = await api.call('/session', { headers: { cookie }, body: { email: 'ada@acme.example', password } });
    expect(both.body['status']).toBe('forbidden');
  });

  describe('a change with a cookie', () => {
    const change = { method: 'POST', body: template };

    it.each<[string, Record<string, string>, number]>([
      ['from the same origin', { 'sec-fetch-site': 'same-origin' }, 200],
      ['from another port', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }, 403],
      ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
      ['without Sec-Fetch-Site and Origin', {}, 403],
      ['from an older browser on another port', { origin: 'http://127.0.0.1:1' }, 403],
      ['from a page with an opaque origin', { origin: 'null' }, 403],
      ['from a form', { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' }, 403],
      [
        'from a script with another content type and Postrider-Account',
        { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain', 'postrider-account': 'own' },
        200,
      ],
    ])('%s is accepted or rejected', async (_what, { 'postrider-account': own, ...headers }, expected) => {
      const { status, body } = await admin.as({}).call('/templates', {
        ...change,
        headers: { ...headers, ...(own ? { 'postrider-account': account } : {}) },
      });
      expect([status, body['status']]).toEqual([expected, expected === 403 ? 'csrf_refused' : undefined]);
      expect(api.services.getCalls(createTemplate)).toHaveLength(expected === 200 ? 1 : 0);
    });

    it('from an older browser with the same origin is accepted', async () => {
      const { status } = await admin.as({ origin: api.gateway.url }).call('/templates', change);
      expect(status).toBe(200);
    });

    it('a log-in is rejected from cross-origin pages, but not from programs', async () => {
      const body = { email: 'ada@acme.example', password };
      expect((await new Browser(api, { 'sec-fetch-site': 'cross-site' }).call('/session', { body })).status).toBe(403);
      expect((await new Browser(api, { origin: 'https://evil.example' }).call('/session', { body })).status).toBe(403);
      expect((await new Browser(api, {}).call('/session', { body })).status).toBe(200);
    });
  });

  it('have the rights of their role', async () => {
    const viewer = await createUser('viewer@acme.example', 'viewer');
    const editor = await createUser('editor@acme.example', 'editor');
    const statuses = async (browser: Browser) =>
      Promise.all([
        browser.call('/templates'),
        browser.call('/templates', { body: template }),
        browser.call('/api_keys'),
        browser.call('/api_keys', { body: { kind: 'test', name: 'Test' } }),
      ]).then((responses) => responses.map(({ status }) => status));
    expect(await statuses(viewer)).toEqual([200, 403, 403, 403]);
    expect(await statuses(editor)).toEqual([200, 200, 403, 403]);
    expect(await statuses(admin)).toEqual([200, 200, 200, 200]);
    const { body } = await viewer.call('/templates', { body: template });
    expect(body).toMatchObject({
      status: 'forbidden',
      message: 'Your role in this account is viewer; this needs the role editor',
    });
  });

  it('select an account with Postrider-Account, and get 404 for the accounts of others', async () => {
    const other = await createAccount(api.databaseUrl, 'Other');
    const ofOther = await createUser('bob@other.example', 'admin', other.id);
    const listIn = async (id: string) => {
      const { status, body } = await ofOther.call('/templates', { headers: { 'postrider-account': id } });
      return { status, ...body, request_id: undefined };
    };
    expect(await listIn(account)).toEqual(await listIn('acc_0000000000000000000001'));
    expect(await listIn(account)).toMatchObject({ status: 'not_found' });
    expect((await ofOther.call('/templates')).status).toBe(200);
    const token = getToken(await command('create', account, 'bob@other.example', '--role', 'viewer'));
    const browser = newBrowser();
    const wrong = await browser.call('/invitations/accept', { body: { token, password: 'not the password' } });
    expect(wrong.body['status']).toBe('wrong_credentials');
    const accepted = await browser.call('/invitations/accept', { body: { token, password } });
    expect(accepted.body['accounts']).toMatchObject([
      { id: account, role: 'viewer' },
      { id: other.id, role: 'admin' },
    ]);
    expect((await browser.call('/templates')).body['errors']).toEqual([
      { field: 'Postrider-Account', message: 'is required: you have several accounts' },
    ]);
    for (const id of [account, other.id]) {
      await browser.call('/templates', { headers: { 'postrider-account': id } });
      expect(api.services.getCalls(listTemplatesByPage).at(-1)!.context.accountId).toBe(id);
    }
  });

  it('can end one session or all of them', async () => {
    const [one, two] = [newBrowser(), newBrowser()];
    for (const browser of [one, two]) {
      await logIn(browser, 'viewer@acme.example');
      expect((await browser.call('/templates')).status).toBe(200);
    }
    const before = one.as({ 'sec-fetch-site': 'same-origin' });
    expect((await one.call('/session', { method: 'DELETE' })).status).toBe(200);
    expect([one.cookie('postrider'), (await before.call('/templates')).status]).toEqual([undefined, 401]);
    await logIn(one, 'viewer@acme.example');
    const sessions = (await one.call('/sessions')).body as unknown as { current: boolean; address: string }[];
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      current: true,
      address: '127.0.0.1',
      user_agent: expect.any(String) as string,
    });
    await one.call('/sessions', { method: 'DELETE' });
    expect((await two.call('/templates')).status).toBe(401);
    expect((await sessionEntries('viewer@acme.example')).slice(0, 2)).toEqual([
      ['DELETE /sessions', 'done', [account]],
      ['POST /session', 'done', [account]],
    ]);
  });

  it('can change their password, which ends all other sessions', async () => {
    const [one, two] = [await createUser('eve@acme.example', 'viewer'), newBrowser()];
    await logIn(two, 'eve@acme.example');
    const changed = 'another long password';
    const change = (body: object) => one.call('/session', { method: 'PATCH', body });
    expect((await change({ password: changed })).body['errors']).toMatchObject([{ field: 'current_password' }]);
    expect((await change({ password: changed, current_password: 'wrong' })).body['status']).toBe('wrong_credentials');
    expect((await change({ password: 'short', current_password: password })).status).toBe(400);
    const response = await change({ password: changed, current_password: password, name: 'Eve', language: 'de' });
    expect(response.body).toMatchObject({ user: { name: 'Eve', language: 'de' } });
    expect([(await one.call('/session')).status, (await two.call('/session')).status]).toEqual([200, 401]);
    expect((await logIn(two, 'eve@acme.example')).status).toBe(403);
    expect((await logIn(two, 'eve@acme.example', changed)).status).toBe(200);
    await waitFor(async () => (await sessionEntries('eve@acme.example')).length === 5);
    expect(
      (await sessionEntries('eve@acme.example')).map(([operation, outcome]) => `${operation} ${outcome}`).toSorted(),
    ).toEqual([
      'PATCH /session done',
      'POST /session done',
      'POST /session done',
      'POST /session refused',
      'POST /session refused',
    ]);
  });

  it('sessions are logged out after the maximum age, or when they were idle', async () => {
    for (const age of [`expires_at = now()`, `last_seen_at = now() - interval '25 hours'`]) {
      const browser = newBrowser();
      await logIn(browser, 'editor@acme.example');
      await api.sql(
        `update gateway.sessions set ${age} where user_id = (select id from gateway.users where email = 'editor@acme.example')`,
      );
      expect((await browser.call('/templates')).status).toBe(401);
    }
  });

  it('can reset their password with a link, once within an hour', async () => {
    const browser = newBrowser();
    const before = newBrowser();
    await logIn(before, 'editor@acme.example');
    const link = await command('reset', 'editor@acme.example');
    expect(link).toMatch(/^http:\/\/localhost:3000\/reset#[\w-]{43}$/);
    const body = { token: getToken(link), password: 'a third long password' };
    expect((await browser.call('/password_resets/confirm', { body })).status).toBe(200);
    expect([(await browser.call('/session')).status, (await before.call('/session')).status]).toEqual([200, 401]);
    expect((await browser.call('/password_resets/confirm', { body })).body['status']).toBe('invalid_token');
    expect((await sessionEntries('editor@acme.example'))[0]).toEqual([
      'POST /password_resets/confirm',
      'done',
      [account],
    ]);
    const late = getToken(await command('reset', 'editor@acme.example'));
    await api.sql(`update gateway.one_time_tokens set expires_at = now()`);
    expect((await browser.call('/password_resets/confirm', { body: { ...body, token: late } })).status).toBe(403);
  });

  const from = (address: string, headers: Record<string, string> = {}): Browser =>
    new Browser(api, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address, ...headers });
  const withoutId = ({ status, body }: ApiResponse) => ({ status, body: { ...body, request_id: '' } });

  it('a wrong password and an unknown address get the same response after the same time', async () => {
    const responses: object[] = [];
    const minTimes: number[] = [];
    for (const email of ['ada@acme.example', 'nobody@acme.example']) {
      const times: number[] = [];
      for (let attempt = 0; attempt < 4; attempt++) {
        const startedAt = performance.now();
        const response = await logIn(from('192.0.2.1'), email, 'not the password');
        times.push(performance.now() - startedAt);
        responses.push({ ...withoutId(response), cookies: response.headers.getSetCookie() });
      }
      // Other load on the machine only makes a request longer.
      minTimes.push(Math.min(...times));
    }
    expect(responses).toEqual(responses.map(() => responses[0]));
    expect(responses[0]).toMatchObject({ status: 403, cookies: [] });
    // Without hashing, it would take a tenth of the time.
    expect(minTimes[1]!).toBeGreaterThan(minTimes[0]! / 4);
  });

  it('log-ins are slowed down after failures, by user and by address, but not on a known device', async () => {
    // The clock stands still, so that no delay ends during the test.
    const now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    const owner = from('192.0.2.10');
    expect((await logIn(owner, 'ada@acme.example')).status).toBe(200);
    const responses = [];
    for (const email of ['ada@acme.example', 'no-user@acme.example'])
      for (let attempt = 0; attempt < 7; attempt++)
        responses.push(withoutId(await logIn(from(`192.0.2.${20 + attempt}`), email, 'guessed, guessed')));
    expect(responses.slice(0, 7)).toEqual(responses.slice(7));
    expect(responses.map(({ status }) => status).slice(0, 7)).toEqual([403, 403, 403, 403, 403, 403, 429]);
    expect((await logIn(from('192.0.2.40'), 'ada@acme.example')).status).toBe(429);
    const elsewhere = owner.withoutSession().as({ 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '192.0.2.41' });
    expect((await logIn(from('192.0.2.10'), 'ada@acme.example')).status).toBe(200);
    expect((await logIn(elsewhere, 'ada@acme.example')).status).toBe(200);
    const address = [];
    for (let attempt = 0; attempt < 22; attempt++)
      address.push((await logIn(from('192.0.2.60'), `user${attempt}@acme.example`, 'guessed, guessed')).status);
    expect(address).toEqual([...Array<number>(21).fill(403), 429]);
  });

  it('get a Secure cookie with the __Host- prefix over HTTPS', async () => {
    const browser = from('192.0.2.2', { 'x-forwarded-proto': 'https' });
    // A user without failed log-ins.
    const { headers } = await logIn(browser, 'viewer@acme.example');
    expect(headers.getSetCookie()[1]).toMatch(
      /^__Host-postrider=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure; SameSite=Strict$/,
    );
    expect((await browser.call('/session')).status).toBe(200);
    const plain = browser.as({ 'sec-fetch-site': 'same-origin' });
    expect((await plain.call('/session')).status).toBe(401);
  });

  /** The last system email: its recipient, and the token of its link. */
  const lastMail = async () => {
    const { context, request } = (await waitFor(() => api.services.getCalls(acceptMessage).at(-1)))!;
    const { link, ...data } = request.template_data as { link: string; subject: string; lines: string[] };
    return { account: context.accountId, to: request.recipient.address, token: getToken(link), link, ...data, request };
  };

  describe('/users', () => {
    const invite = (body: object, browser = admin) => browser.call('/users', { body });
    const getUserId = ({ body }: ApiResponse): string => (body['user'] as { id: string }).id;
    const listed = async () =>
      (await admin.call('/users')).body as unknown as { email: string; status: string; role: string; id: string }[];

    it('sends an invitation from another account, and the user accepts it', async () => {
      const { body } = await invite({ email: 'Grace@acme.example', role: 'editor', name: 'Grace' });
      expect(body['user']).toMatchObject({
        email: 'grace@acme.example',
        role: 'editor',
        status: 'invited',
        name: 'Grace',
      });
      expect(body['user']).not.toHaveProperty('user_id');
      const mail = await lastMail();
      expect(mail).toMatchObject({
        to: 'grace@acme.example',
        subject: 'You are invited to My company on Postrider',
        request: {
          own_content: { html: expect.stringMatching(/<html lang="\{\{language\}\}">[^]*prefers-color-scheme: dark/) },
          tracking: { opens: false, clicks: false },
        },
      });
      expect(mail.link).toMatch(/^http:\/\/localhost:\d+\/welcome#/);
      expect(mail.account).not.toBe(account);
      const browser = newBrowser();
      expect((await browser.call('/invitations/check', { body: { token: mail.token } })).body).toEqual({
        email: 'grace@acme.example',
        name: 'Grace',
        account: 'My company',
        role: 'editor',
        registered: false,
      });
      await browser.call('/invitations/accept', { body: { token: mail.token, password } });
      expect((await listed()).find(({ email }) => email === 'grace@acme.example')).toMatchObject({ status: 'active' });
      const audit = (await admin.call('/audit?count=2')).body['data'];
      expect(audit).toMatchObject([
        { operation: 'POST /invitations/accept', actor: { name: 'grace@acme.example' }, after: { role: 'editor' } },
        { operation: 'POST /users', actor: { name: 'ada@acme.example' }, after: { status: 'invited' } },
      ]);
      expect((await invite({ email: 'grace@acme.example', role: 'viewer' })).body['errors']).toMatchObject([
        { field: 'email' },
      ]);
    });

    it('sends at most 60 invitations per account and hour, used or not', async () => {
      const { keys, id } = await createAccount(api.databaseUrl, 'Inviting');
      const statuses: number[] = [];
      for (let n = 0; n < 62; n++) {
        const { status, body } = await api.call('/users', {
          key: keys.live,
          body: { email: 'one@other.example', role: 'viewer' },
        });
        statuses.push(status);
        const { id: invitation } = (body['user'] ?? {}) as { id?: string };
        if (n % 2 === 0 && invitation) await api.call(`/users/${invitation}`, { key: keys.live, method: 'DELETE' });
      }
      expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429, 429]);
      const toOne = api.services.getCalls(acceptMessage);
      expect(toOne).toHaveLength(60);
      await api.sql(
        `update gateway.link_mails set sent_at = now() - interval '20 minutes'
         where id = (select id from gateway.link_mails where sent_for like '% ${id}' order by sent_at limit 1)`,
      );
      const rejected = await api.call('/users', {
        key: keys.live,
        body: { email: 'one@other.example', role: 'viewer' },
      });
      const wait = Number(rejected.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(600);
      expect(wait).toBeLessThanOrEqual(2400);
      await api.sql(`update gateway.link_mails set sent_at = now() - interval '1 hour' where sent_for like '% ${id}'`);
      const again = await api.call('/users', { key: keys.live, body: { email: 'one@other.example', role: 'viewer' } });
      expect(again.status).toBe(200);
    });

    it('does not count invitations that could not be sent', async () => {
      const { keys, id } = await createAccount(api.databaseUrl, 'Without mail');
      api.services.respond(acceptMessage, () => {
        throw new ServiceError('no_esp_account', 'No ESP account');
      });
      const body = { email: 'two@other.example', role: 'viewer' };
      expect((await api.call('/users', { key: keys.live, body })).body['status']).toBe('no_esp_account');
      expect(await api.sql(`select from gateway.link_mails where sent_for like '% ${id}'`)).toEqual([]);
    });

    it('does not reveal whether the address belongs to a user of another account', async () => {
      const elsewhere = await createAccount(api.databaseUrl, 'Elsewhere');
      await createUser('known@acme.example', 'viewer', elsewhere.id);
      const responses = [];
      for (const email of ['known@acme.example', 'new@acme.example'])
        responses.push({ ...(await invite({ email, role: 'viewer' })).body, user: undefined });
      expect(responses[0]).toEqual(responses[1]);
      const [one, two] = (await listed()).slice(-2);
      expect(Object.keys(one!)).toEqual(Object.keys(two!));
    });

    it("sends invitations in the user's language, or else in that of the inviter", async () => {
      await admin.call('/session', { method: 'PATCH', body: { language: 'de' } });
      await invite({ email: 'neu@acme.example', role: 'editor' });
      expect(await lastMail()).toMatchObject({
        language: 'de',
        subject: 'Einladung zu My company bei Postrider',
        lines: ['ada@acme.example hat Sie als Redakteur zu My company bei Postrider eingeladen.', expect.any(String)],
      });
      await api.sql(`update gateway.users set language = 'en' where email = 'known@acme.example'`);
      await invite({ email: 'known@acme.example', role: 'editor' });
      expect(await lastMail()).toMatchObject({
        to: 'known@acme.example',
        subject: 'You are invited to My company on Postrider',
      });
      await admin.call('/session', { method: 'PATCH', body: { language: 'en' } });
    });

    it('removes an invitation that could not be sent', async () => {
      api.services.respond(acceptMessage, () => {
        throw new ServiceError('no_esp_account', 'No ESP account');
      });
      expect((await invite({ email: 'late@acme.example', role: 'viewer' })).body['status']).toBe('no_esp_account');
      expect((await listed()).map(({ email }) => email)).not.toContain('late@acme.example');
    });

    it('only administrators of the account manage its users', async () => {
      const editor = await createUser('writer@acme.example', 'editor');
      const other = await createAccount(api.databaseUrl, 'Another');
      const stranger = await createUser('mallory@other.example', 'admin', other.id);
      expect((await invite({ email: 'x@acme.example', role: 'admin' }, editor)).status).toBe(403);
      expect((await editor.call('/users')).status).toBe(403);
      const [target] = await listed();
      for (const [method, body] of [
        ['PATCH', { role: 'viewer' }],
        ['DELETE', undefined],
      ] as const) {
        const request = (id: string) => stranger.call(`/users/${id}`, { method, body });
        expect(withoutId(await request(target!.id))).toEqual(withoutId(await request('mbr_0000000000000000000001')));
        expect((await request(target!.id)).status).toBe(404);
      }
    });

    it('keeps the last administrator, also under concurrent changes', async () => {
      const [self] = (await listed()).filter(({ email }) => email === 'ada@acme.example');
      for (const [method, body] of [
        ['PATCH', { role: 'viewer' }],
        ['DELETE', undefined],
      ] as const) {
        const response = await admin.call(`/users/${self!.id}`, { method, body });
        expect([response.status, response.body['status']]).toEqual([409, 'last_admin']);
      }
      await createUser('second@acme.example', 'admin');
      const [second] = (await listed()).filter(({ email }) => email === 'second@acme.example');
      const demoted = await Promise.all(
        [self!, second!].map(({ id }) => api.call(`/users/${id}`, { method: 'PATCH', body: { role: 'viewer' } })),
      );
      expect(demoted.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      for (const { id } of [self!, second!])
        await api.call(`/users/${id}`, { method: 'PATCH', body: { role: 'admin' } });
      expect((await admin.call('/users')).status).toBe(200);
    });

    it('applies role changes and removals immediately', async () => {
      const browser = await createUser('mover@acme.example', 'viewer');
      expect((await browser.call('/templates', { body: template })).status).toBe(403);
      const id = (await listed()).find(({ email }) => email === 'mover@acme.example')!.id;
      expect(
        (await admin.call(`/users/${id}`, { method: 'PATCH', body: { role: 'editor' } })).body['user'],
      ).toMatchObject({ role: 'editor' });
      expect((await browser.call('/templates', { body: template })).status).toBe(200);
      const [user] = await api.sql<{ id: string }>(`select id from gateway.users where email = 'mover@acme.example'`);
      api.services.respond(listVersionsByPage, () => ({
        items: [{ ...listVersionsByPage.examples[0]!.response.items[0]!, created_by: user!.id }],
      }));
      const author = async () => {
        const { body } = await admin.call(`/templates/${newId('template')}/versions`);
        return (body as unknown as { created_by?: string }[])[0]!.created_by;
      };
      expect(await author()).toBe('Ada');
      expect((await admin.call(`/users/${id}`, { method: 'DELETE' })).status).toBe(200);
      expect(await author()).toBeUndefined();
      expect((await browser.call('/templates')).status).toBe(401);
      expect(await api.sql(`select from gateway.users where email = 'mover@acme.example'`)).toEqual([]);
    });

    it('invalidates the link of a withdrawn invitation', async () => {
      const invited = await invite({ email: 'never@acme.example', role: 'viewer' });
      const { token } = await lastMail();
      await admin.call(`/users/${getUserId(invited)}`, { method: 'DELETE' });
      const accepted = await newBrowser().call('/invitations/accept', { body: { token, password, name: 'N' } });
      expect(accepted.body['status']).toBe('invalid_token');
    });
  });

  describe('reviews', () => {
    const version = `/templates/${newId('template')}/versions/${newId('version')}`;
    const publish = (request: Browser['call']) => request(`${version}/publish`, { method: 'PUT' });
    const getReviewFlags = () =>
      api.services.getCalls(publishVersion).map(({ context }) => context.requiresReview ?? false);
    const requireReview = (require_review: unknown) =>
      admin.call('/account', { method: 'PATCH', body: { require_review } });
    afterEach(() => requireReview(false));

    it('are required of users and keys as soon as an administrator requires them', async () => {
      const byKey: Browser['call'] = (...requests) => api.call(...requests);
      const editor = await createUser('publisher@acme.example', 'editor');
      const byUser: Browser['call'] = (...requests) => editor.call(...requests);
      await publish(byKey);
      await publish(byUser);
      const { status, body } = await requireReview(true);
      expect([status, body['account']]).toMatchObject([200, { require_review: true }]);
      await publish(byKey);
      await publish(byUser);
      expect(getReviewFlags()).toEqual([false, false, true, true]);
      const forbidden = await editor.call('/account', { method: 'PATCH', body: { require_review: false } });
      expect(forbidden.status).toBe(403);
      expect((await requireReview('yes')).body['errors']).toEqual([
        { field: 'require_review', message: 'must be true or false' },
      ]);
    });

    it('are made by users, not by API keys, and recorded', async () => {
      const approval = `${version}/approve`;
      const byKey = await api.call(approval, { method: 'PUT' });
      expect([byKey.status, byKey.body['message']]).toEqual([403, 'Only users approve versions, not API keys']);
      const viewer = await createUser('reader@acme.example', 'viewer');
      expect((await viewer.call(approval, { method: 'PUT' })).status).toBe(403);
      expect(api.services.getCalls(approveVersion)).toEqual([]);
      const [user] = await api.sql<{ id: string }>(`select id from gateway.users where email = 'ada@acme.example'`);
      api.services.respond(approveVersion, () => ({
        ...approveVersion.examples[0]!.response,
        approved_by: user!.id,
      }));
      const approved = await admin.call(approval, { method: 'PUT', headers: { 'if-match': '"read"' } });
      expect([approved.status, approved.body['approved_by']]).toEqual([200, 'Ada']);
      expect(api.services.getCalls(approveVersion)).toMatchObject([
        { context: { callerId: user!.id }, request: { expected: ['read'] } },
      ]);
      const { body } = await admin.call('/audit?count=1');
      expect(body['data']).toMatchObject([
        { summary: 'Approve a version', actor: { name: 'ada@acme.example' }, outcome: 'done' },
      ]);
    });
  });

  describe('comments', () => {
    const ids = { template: newId('template'), version: newId('version') };
    const comment = async (browser: Browser, text: string) => {
      api.services.respond(createComment, ({ callerId }, request) => ({
        ...createComment.examples[0]!.response,
        ...(callerId !== undefined && { author_id: callerId }),
        text: request.text,
      }));
      api.services.respond(findTemplates, () => [{ id: ids.template, name: 'Receipt' }]);
      const path = `/templates/${ids.template}/locales/fr-FR/versions/${ids.version}/comments`;
      const { status, body } = await browser.call(path, { body: { text } });
      return { status, mentioned: body['mentioned'], comment: body['comment'] };
    };
    const recipients = () => api.services.getCalls(acceptMessage).map(({ request }) => request.recipient.address);

    it('send an email to each mentioned user of the account, in the language of the user', async () => {
      const robin = await createUser('robin@acme.example', 'viewer');
      await robin.call('/session', { method: 'PATCH', body: { name: 'Robin', language: 'fr' } });
      await createUser('stranger@other.example', 'admin', (await createAccount(api.databaseUrl, 'Other')).id);
      const text = '@robin and @Robin@acme.example: <b>look</b>\n@ada@acme.example @stranger@other.example @nobody';
      const response = await comment(admin, text);
      expect(response).toMatchObject({ status: 200, mentioned: ['Robin'], comment: { author: 'Ada', text } });
      expect(recipients()).toEqual(['robin@acme.example']);
      const mail = await lastMail();
      expect(mail.subject).toBe('Ada vous a mentionné dans un commentaire sur Receipt');
      expect(mail.lines.slice(1)).toEqual(text.split('\n'));
      const { pathname, search, hash } = new URL(mail.link);
      expect(pathname + search + hash).toBe(`/templates/${ids.template}?locale=fr-FR&version=${ids.version}#comments`);
      expect(mail.account).not.toBe(account);
      const names = (await robin.call('/users/names')).body as unknown as string[];
      expect(names).toContain('Robin');
      await command('create', account, 'invited@acme.example', '--role', 'viewer');
      expect((await robin.call('/users/names')).body).toEqual(names);
    });

    it('stay when an email cannot be sent, and send at most 100 an hour', async () => {
      api.services.respond(acceptMessage, () => {
        throw new ServiceError('no_esp_account', 'none');
      });
      expect(await comment(admin, '@Robin')).toMatchObject({ status: 200, mentioned: [] });
      api.services.reset();
      await api.sql(
        `insert into gateway.link_mails (id, sent_for) select 'full' || n, 'mention ' || $1 from generate_series(1, 100) as n`,
        [account],
      );
      expect(await comment(admin, '@Robin')).toMatchObject({ status: 200, mentioned: [] });
      expect(recipients()).toEqual([]);
      await api.sql(`delete from gateway.link_mails where id like 'full%'`);
      expect(await comment(admin, '@Robin')).toMatchObject({ status: 200, mentioned: ['Robin'] });
    });
  });

  describe('a password reset', () => {
    const requestReset = (email: string, address = '192.0.2.70') =>
      from(address).call('/password_resets', { body: { email } });

    it('returns the same for every address, and sends email only to users, in their language', async () => {
      await api.sql(`update gateway.users set language = 'de' where email = 'grace@acme.example'`);
      const responses = [await requestReset('nobody@acme.example'), await requestReset('grace@acme.example')];
      expect(withoutId(responses[0]!)).toEqual(withoutId(responses[1]!));
      const mail = await lastMail();
      expect(mail).toMatchObject({ to: 'grace@acme.example', subject: 'Passwort zurücksetzen' });
      expect(api.services.getCalls(acceptMessage)).toHaveLength(1);
      const browser = newBrowser();
      const body = { token: mail.token, password: 'a fourth long password' };
      const [one, two] = await Promise.all([1, 2].map(() => browser.call('/password_resets/confirm', { body })));
      expect([one!.status, two!.status].toSorted()).toEqual([200, 403]);
      expect((await logIn(newBrowser(), 'grace@acme.example', 'a fourth long password')).status).toBe(200);
    });

    it('sends at most three emails per user and hour, and accepts five requests per address and minute', async () => {
      const statuses = [];
      for (let attempt = 0; attempt < 6; attempt++)
        statuses.push((await requestReset('writer@acme.example', '192.0.2.80')).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      await requestReset('grace@acme.example', '192.0.2.81');
      await waitFor(() =>
        api.services.getCalls(acceptMessage).some(({ request }) => request.recipient.address === 'grace@acme.example'),
      );
      expect(api.services.getCalls(acceptMessage)).toHaveLength(4);
    });
  });

  it('can show and change the account, effective immediately for keys and sessions', async () => {
    const sender = { address: 'hello@acme.example', reply_to: 'help@acme.example', name: 'Acme' };
    const change = (body: object) => admin.call('/account', { method: 'PATCH', body });
    expect((await admin.call('/account')).body).toEqual({
      object: 'account',
      id: account,
      name: 'My company',
      created: expect.any(Number) as number,
      tracking: {},
      require_review: false,
      retention: { attachment_days: 90, webhook_days: 7 },
    });
    const { body } = await change({ name: 'Acme', default_sender: sender, tracking: { opens: true } });
    const [changed] = (await admin.call('/audit?count=1')).body['data'] as Record<string, unknown>[];
    expect(changed).toMatchObject({
      actor: { type: 'user', name: 'ada@acme.example' },
      operation: 'PATCH /account',
      before: { name: 'My company', tracking: {}, require_review: false },
      after: { name: 'Acme', tracking: { opens: true } },
    });
    expect(body['account']).toMatchObject({ name: 'Acme', default_sender: sender, tracking: { opens: true } });
    expect((await admin.call('/session')).body['accounts']).toMatchObject([{ name: 'Acme' }]);
    const mail = { body: { template: 'tem_1', recipient: { address: 'ada@example.com' } } };
    await admin.call('/send', mail);
    await api.call('/send', mail);
    for (const { request } of api.services.getCalls(acceptMessage))
      expect(request).toMatchObject({ default_sender: sender, account_tracking: { opens: true }, test: false });
    await change({ default_sender: null, tracking: null });
    const after = (await admin.call('/account')).body;
    expect([after['tracking'], after['default_sender']]).toEqual([{}, undefined]);
    expect((await change({ name: 7, default_sender: { address: 'nobody' } })).body['errors']).toMatchObject([
      { field: 'name' },
      { field: 'default_sender.address' },
      { field: 'default_sender.reply_to' },
      { field: 'default_sender.name' },
    ]);
    const other = await createAccount(api.databaseUrl, 'Its own');
    expect((await api.call('/account', { key: other.keys.live })).body).toMatchObject({
      id: other.id,
      name: 'Its own',
    });
  });

  it('are limited by the quota of the account', async () => {
    const { body } = await admin.call('/limits');
    expect(body['limits']).toContainEqual(expect.objectContaining({ name: 'users', limit: 500 }));
    await api.sql(`update gateway.accounts set limits = '{"users": 0}' where id = '${account}'`);
    const request = { body: { email: 'one-more@acme.example', role: 'viewer' } };
    // Cached sessions keep the old limits for up to 30 s; a new session has the new ones.
    const browser = from('192.0.2.3');
    await logIn(browser, 'ada@acme.example');
    expect((await browser.call('/users', request)).body['status']).toBe('quota_exceeded');
  });

  it('do not affect API keys', async () => {
    expect((await api.call('/templates', { key: liveKey })).status).toBe(200);
  });
});
