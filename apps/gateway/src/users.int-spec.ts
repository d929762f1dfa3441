import { createTemplate, listTemplatesByPage } from '@postrider/contracts';
import { createAccount } from './accounts/create-account.js';
import { Browser } from './testing/browser.js';
import { GatewayUnderTest, liveKey } from './testing/gateway-under-test.js';
import { usersCommand } from './commands/users.command.js';

const password = 'correct horse battery';
const template = { name: 'Hello', subject: 'Hello', text: 'Hello' };

describe('users and their sessions', () => {
  let api: GatewayUnderTest;
  let databaseUrl: string;
  let account: string;
  let admin: Browser;

  beforeAll(async () => {
    api = await GatewayUnderTest.start({}, (url) => (databaseUrl = url));
    [{ id: account }] = (await api.sql<{ id: string }>('select id from gateway.accounts')) as [{ id: string }];
  }, 60_000);
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  const newBrowser = (): Browser => new Browser(api);
  const logIn = (browser: Browser, email: string, given = password) =>
    browser.ask('/session', { body: { email, password: given } });
  /** What `npm run users` prints. */
  const command = async (...args: string[]): Promise<string> => {
    let said = '';
    const environment = { DATABASE_URL: databaseUrl };
    await usersCommand.run(args, { environment, print: (line) => (said += line), warn: (line) => (said += line) });
    return said;
  };
  const tokenOf = (link: string): string => link.split('#')[1]!;
  /** Somebody who accepted an invitation. */
  const userOf = async (email: string, role: string, of = account): Promise<Browser> => {
    const browser = newBrowser();
    const token = tokenOf(await command('create', of, email, '--role', role));
    const { status } = await browser.ask('/invitations/accept', { body: { token, name: 'Ada', password } });
    expect(status).toBe(200);
    return browser;
  };

  it('has a link for the first administrator as long as there is no user, which works once', async () => {
    const link = api.gateway.welcomeLink!;
    expect(link).toMatch(new RegExp(`^${api.gateway.url}/welcome#[\\w-]{43}$`));
    const token = tokenOf(link);
    expect((await newBrowser().ask('/invitations/check', { body: { token } })).body).toEqual({
      account: 'default',
      role: 'admin',
      registered: false,
    });
    admin = newBrowser();
    const body = { token, email: ' Ada@Acme.example', name: 'Ada', password };
    const missing = await admin.ask('/invitations/accept', { body: { ...body, email: undefined } });
    expect([missing.status, missing.body['errors']]).toEqual([
      400,
      [{ field: 'email', message: 'is required: this invitation names none' }],
    ]);
    const accepted = await admin.ask('/invitations/accept', { body });
    expect(accepted.body).toMatchObject({
      object: 'session',
      user: { email: 'ada@acme.example', name: 'Ada' },
      accounts: [{ id: account, name: 'default', role: 'admin' }],
    });
    for (const path of ['/invitations/accept', '/invitations/check'])
      expect((await newBrowser().ask(path, { body })).body).toMatchObject({ status: 'invalid_token' });
    expect((await admin.ask('/session')).body).toEqual(accepted.body);
  });

  it('shows a cookie that no script reads and no other site sends', async () => {
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

  it('gives a new id at every log-in and ends the one before', async () => {
    const browser = newBrowser();
    await logIn(browser, 'ada@acme.example');
    const before = browser.as({ 'sec-fetch-site': 'same-origin' });
    await logIn(browser, 'ada@acme.example');
    expect(browser.cookie('postrider')).not.toBe(before.cookie('postrider'));
    expect([(await before.ask('/session')).status, (await browser.ask('/session')).status]).toEqual([401, 200]);
  });

  it('asks without a session for a log-in, and never lets a browser ask for a key', async () => {
    for (const ask of [{}, { headers: { 'postrider-account': account } }]) {
      const { status, body, headers } = await newBrowser().ask('/templates', ask);
      expect([status, body['status'], headers.get('www-authenticate')]).toEqual([
        401,
        'session_required',
        'Session realm="Postrider"',
      ]);
    }
    expect((await api.ask('/session', { key: null })).body['status']).toBe('session_required');
    expect((await api.ask('/templates', { key: null })).body['status']).toBe('unauthenticated');
  });

  it('a request with a key never uses the cookie, and what users ask takes no key', async () => {
    const cookie = `postrider=${admin.cookie('postrider')}`;
    expect((await api.ask('/templates', { key: 'live_unknown', headers: { cookie } })).status).toBe(403);
    expect((await api.ask('/session', { headers: { cookie } })).body['status']).toBe('forbidden');
    const both = await api.ask('/session', { headers: { cookie }, body: { email: 'ada@acme.example', password } });
    expect(both.body['status']).toBe('forbidden');
  });

  describe('a change', () => {
    const change = { method: 'POST', body: template };

    it.each<[string, Record<string, string>, number]>([
      ['of the same origin', { 'sec-fetch-site': 'same-origin' }, 200],
      ['of another port', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }, 403],
      ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
      ['that says nothing of where it comes from', {}, 403],
      ['of an older browser on another port', { origin: 'http://127.0.0.1:1' }, 403],
      ['of a page without an origin', { origin: 'null' }, 403],
      ['of a form', { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' }, 403],
      [
        'of a script with another type',
        { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain', 'postrider-account': 'own' },
        200,
      ],
    ])('%s is answered as it should be', async (_what, { 'postrider-account': own, ...headers }, expected) => {
      const { status, body } = await admin.as({}).ask('/templates', {
        ...change,
        headers: { ...headers, ...(own ? { 'postrider-account': account } : {}) },
      });
      expect([status, body['status']]).toEqual([expected, expected === 403 ? 'csrf_refused' : undefined]);
      expect(api.services.callsOf(createTemplate)).toHaveLength(expected === 200 ? 1 : 0);
    });

    it('of an older browser with our own origin is carried out', async () => {
      const { status } = await admin.as({ origin: api.gateway.url }).ask('/templates', change);
      expect(status).toBe(200);
    });

    it('that is a log-in is refused to pages of others, and not to programs', async () => {
      const body = { email: 'ada@acme.example', password };
      expect((await new Browser(api, { 'sec-fetch-site': 'cross-site' }).ask('/session', { body })).status).toBe(403);
      expect((await new Browser(api, { origin: 'https://evil.example' }).ask('/session', { body })).status).toBe(403);
      expect((await new Browser(api, {}).ask('/session', { body })).status).toBe(200);
    });
  });

  it('may do what the role says', async () => {
    const viewer = await userOf('viewer@acme.example', 'viewer');
    const editor = await userOf('editor@acme.example', 'editor');
    const asked = async (browser: Browser) =>
      Promise.all([
        browser.ask('/templates'),
        browser.ask('/templates', { body: template }),
        browser.ask('/api_keys'),
        browser.ask('/api_keys', { body: { kind: 'test', name: 'Mine' } }),
      ]).then((answers) => answers.map(({ status }) => status));
    expect(await asked(viewer)).toEqual([200, 403, 403, 403]);
    expect(await asked(editor)).toEqual([200, 200, 403, 403]);
    expect(await asked(admin)).toEqual([200, 200, 200, 200]);
    const { body } = await viewer.ask('/templates', { body: template });
    expect(body).toMatchObject({
      status: 'forbidden',
      message: 'Your role in this account is viewer; this needs the role editor',
    });
  });

  it('enters the account that the header names, and learns nothing of others', async () => {
    const other = await createAccount(databaseUrl, 'Other');
    const ofOther = await userOf('bob@other.example', 'admin', other.id);
    const asked = async (id: string) => {
      const { status, body } = await ofOther.ask('/templates', { headers: { 'postrider-account': id } });
      return { status, ...body, request_id: undefined };
    };
    expect(await asked(account)).toEqual(await asked('acc_0000000000000000000001'));
    expect(await asked(account)).toMatchObject({ status: 'not_found' });
    expect((await ofOther.ask('/templates')).status).toBe(200);
    const token = tokenOf(await command('create', account, 'bob@other.example', '--role', 'viewer'));
    const browser = newBrowser();
    const wrong = await browser.ask('/invitations/accept', { body: { token, password: 'not the password' } });
    expect(wrong.body['status']).toBe('wrong_credentials');
    const accepted = await browser.ask('/invitations/accept', { body: { token, password } });
    expect(accepted.body['accounts']).toMatchObject([
      { id: account, role: 'viewer' },
      { id: other.id, role: 'admin' },
    ]);
    expect((await browser.ask('/templates')).body['errors']).toEqual([
      { field: 'Postrider-Account', message: 'is required: you have several accounts' },
    ]);
    for (const id of [account, other.id]) {
      await browser.ask('/templates', { headers: { 'postrider-account': id } });
      expect(api.services.callsOf(listTemplatesByPage).at(-1)!.context.accountId).toBe(id);
    }
  });

  it('is ended by its user, one or all, in other processes within the time of keys', async () => {
    const [one, two] = [newBrowser(), newBrowser()];
    for (const browser of [one, two]) {
      await logIn(browser, 'viewer@acme.example');
      expect((await browser.ask('/templates')).status).toBe(200);
    }
    const before = one.as({ 'sec-fetch-site': 'same-origin' });
    expect((await one.ask('/session', { method: 'DELETE' })).status).toBe(200);
    expect([one.cookie('postrider'), (await before.ask('/templates')).status]).toEqual([undefined, 401]);
    await logIn(one, 'viewer@acme.example');
    const sessions = (await one.ask('/sessions')).body as unknown as { current: boolean; address: string }[];
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      current: true,
      address: '127.0.0.1',
      user_agent: expect.any(String) as string,
    });
    await one.ask('/sessions', { method: 'DELETE' });
    expect((await two.ask('/templates')).status).toBe(401);
  });

  it('takes a new password for the old one, and ends all others with it', async () => {
    const [one, two] = [await userOf('eve@acme.example', 'viewer'), newBrowser()];
    await logIn(two, 'eve@acme.example');
    const changed = 'another long password';
    const change = (body: object) => one.ask('/session', { method: 'PATCH', body });
    expect((await change({ password: changed })).body['errors']).toMatchObject([{ field: 'current_password' }]);
    expect((await change({ password: changed, current_password: 'wrong' })).body['status']).toBe('wrong_credentials');
    expect((await change({ password: 'short', current_password: password })).status).toBe(400);
    const answer = await change({ password: changed, current_password: password, name: 'Eve', language: 'de' });
    expect(answer.body).toMatchObject({ user: { name: 'Eve', language: 'de' } });
    expect([(await one.ask('/session')).status, (await two.ask('/session')).status]).toEqual([200, 401]);
    expect((await logIn(two, 'eve@acme.example')).status).toBe(403);
    expect((await logIn(two, 'eve@acme.example', changed)).status).toBe(200);
  });

  it('ends by itself, when it is old and when nobody used it', async () => {
    for (const age of [`expires_at = now()`, `last_seen_at = now() - interval '25 hours'`]) {
      const browser = newBrowser();
      await logIn(browser, 'editor@acme.example');
      await api.sql(
        `update gateway.sessions set ${age} where user_id = (select id from gateway.users where email = 'editor@acme.example')`,
      );
      expect((await browser.ask('/templates')).status).toBe(401);
    }
  });

  it('is entered again with a link that sets a new password, once and in time', async () => {
    const browser = newBrowser();
    const before = newBrowser();
    await logIn(before, 'editor@acme.example');
    const link = await command('reset', 'editor@acme.example');
    expect(link).toMatch(/^http:\/\/localhost:3000\/reset#[\w-]{43}$/);
    const body = { token: tokenOf(link), password: 'a third long password' };
    expect((await browser.ask('/password_resets/confirm', { body })).status).toBe(200);
    expect([(await browser.ask('/session')).status, (await before.ask('/session')).status]).toEqual([200, 401]);
    expect((await browser.ask('/password_resets/confirm', { body })).body['status']).toBe('invalid_token');
    const late = tokenOf(await command('reset', 'editor@acme.example'));
    await api.sql(`update gateway.one_time_tokens set expires_at = now()`);
    expect((await browser.ask('/password_resets/confirm', { body: { ...body, token: late } })).status).toBe(403);
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const answers = [];
    for (const email of ['ada@acme.example', 'nobody@acme.example']) {
      const { status, body, headers } = await logIn(newBrowser(), email, 'not the password');
      answers.push({ status, body: { ...body, request_id: '' }, cookies: headers.getSetCookie() });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 403, cookies: [] });
  });

  it('still takes a key', async () => {
    expect((await api.ask('/templates', { key: liveKey })).status).toBe(200);
  });
});
