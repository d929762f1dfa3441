import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usersCommand } from './commands/users.command.js';
import { Browser } from './testing/browser.js';
import { GatewayUnderTest } from './testing/gateway-under-test.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OIDC provider with a user who is logged in. */
class FakeIssuer {
  /** The claims about the user. */
  claims: Record<string, unknown> = {};
  /** The parameters of the last token request. */
  tokenRequest = new URLSearchParams();
  /** The additional claims of the token for each code. */
  private readonly codes = new Map<string, object>();
  private readonly server = createServer((request, response) => {
    const sendJson = (body: object): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    if (request.url === '/.well-known/openid-configuration') return sendJson(this.metadata());
    if (request.url === '/jwks')
      return sendJson({ keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', kid: '1' }] });
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      this.tokenRequest = new URLSearchParams(body);
      const own = this.codes.get(this.tokenRequest.get('code') ?? '') ?? {};
      sendJson({ access_token: 'x', token_type: 'Bearer', id_token: this.idToken(own) });
    });
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The query of the redirect back to the gateway. */
  logIn(authorization: string): string {
    const { searchParams } = new URL(authorization);
    const code = randomUUID();
    this.codes.set(code, { nonce: searchParams.get('nonce')!, ...this.claims });
    return `?code=${code}&state=${searchParams.get('state')}`;
  }

  private metadata(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  private idToken(own: object): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: this.url,
      aud: 'postrider',
      sub: '1',
      iat: now,
      exp: now + 60,
      ...own,
    };
    const signed = `${base64url({ alg: 'RS256', kid: '1' })}.${base64url(claims)}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
  }
}

describe('logging in with OIDC', () => {
  const issuer = new FakeIssuer();
  let api: GatewayUnderTest;
  let databaseUrl: string;
  let account: string;

  beforeAll(async () => {
    await issuer.listen();
    api = await GatewayUnderTest.start(
      {
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: 'postrider',
        OIDC_CLIENT_SECRET: 'secret',
        OIDC_DOMAINS: 'acme.example',
        PUBLIC_URL: 'https://mail.acme.example',
        DATABASE_POOL: '4',
        TRUST_PROXY: '127.0.0.1',
      },
      (url) => (databaseUrl = url),
    );
    [{ id: account }] = (await api.sql<{ id: string }>('select id from gateway.accounts')) as [{ id: string }];
  }, 60_000);
  afterAll(async () => {
    await api.stop();
    issuer.close();
  });

  const visit = (path: string, cookie = '', from = '127.0.0.1') =>
    fetch(`${api.gateway.url}${path}`, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) },
    });

  const begin = async (from?: string) => {
    const redirect = await visit('/auth/oidc', '', from);
    const [cookie = ''] = redirect.headers.getSetCookie();
    return { location: redirect.headers.get('location')!, cookie, value: cookie.split(';')[0]! };
  };

  /** Logs in with these claims. Returns the final location and the session cookie. */
  const logIn = async (claims: Record<string, unknown>, from?: string) => {
    const { location, value } = await begin(from);
    issuer.claims = claims;
    const back = await visit(`/auth/callback${issuer.logIn(location)}`, value, from);
    const session = back.headers.getSetCookie().find((set) => set.startsWith('postrider='));
    return { location: back.headers.get('location'), cookie: session?.split(';')[0] };
  };

  const getSession = async (cookie: string | undefined) =>
    (await new Browser(api).call('/session', { headers: { cookie: cookie ?? '' } })).body;

  it('OIDC is listed among the log-in methods', async () => {
    expect((await new Browser(api).call('/log_in_methods')).body).toEqual({
      object: 'log_in_methods',
      password: true,
      oidc: '/auth/oidc',
    });
  });

  it('redirects to the provider with PKCE, state and nonce, and sets a cookie for ten minutes', async () => {
    const { location, cookie } = await begin();
    const { searchParams, origin, pathname } = new URL(location);
    expect(origin + pathname).toBe(`${issuer.url}/authorize`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'postrider',
      redirect_uri: 'https://mail.acme.example/auth/callback',
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.any(String) as string,
      state: expect.any(String) as string,
      nonce: expect.any(String) as string,
    });
    expect(cookie).toMatch(/^postrider_oidc=[\w-]+; Max-Age=600; Path=\/auth\/callback; .*HttpOnly; SameSite=Lax$/);
  });

  it('accepts a user of an allowed domain, with the configured role', async () => {
    const { location, cookie } = await logIn({ email: 'Ada@Acme.example', email_verified: true, name: 'Ada' });
    expect(location).toBe('/');
    expect(await getSession(cookie)).toMatchObject({
      user: { email: 'ada@acme.example', name: 'Ada' },
      accounts: [{ id: account, role: 'viewer' }],
    });
    const [entry] = (await api.call('/audit?count=1')).body['data'] as object[];
    expect(entry).toMatchObject({
      actor: { type: 'user', name: 'ada@acme.example' },
      operation: 'GET /auth/callback',
      summary: 'Log in with OIDC',
      outcome: 'done',
      request_id: expect.stringMatching(/^req_/) as string,
      address: '127.0.0.1',
    });
    expect(issuer.tokenRequest.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
    expect(await getSession((await logIn({ email: 'ada@acme.example', email_verified: true })).cookie)).toMatchObject({
      user: { name: 'Ada' },
    });
  });

  it('does not use up the link for the first administrator', async () => {
    const token = api.gateway.welcomeLink!.split('#')[1]!;
    const accept = (email: string) =>
      new Browser(api).call('/invitations/accept', {
        body: { token, email, name: 'Ada', password: 'correct horse battery' },
      });
    expect((await accept('ada@acme.example')).body['errors']).toMatchObject([{ field: 'email' }]);
    expect((await accept('root@acme.example')).body['accounts']).toMatchObject([{ id: account, role: 'admin' }]);
  });

  it('accepts an invited user of any domain', async () => {
    const print = (): void => {};
    const terminal = { environment: { DATABASE_URL: databaseUrl }, print, warn: print };
    await usersCommand.run(['create', account, 'guest@other.example', '--role', 'editor'], terminal);
    const { cookie } = await logIn({ email: 'guest@other.example', email_verified: true, name: 'Guest' });
    expect(await getSession(cookie)).toMatchObject({ accounts: [{ id: account, role: 'editor' }] });
  });

  it('accepts more users at once than there are database connections', async () => {
    const people = Array.from({ length: 10 }, (_none, n) => `new${n}@acme.example`);
    const results = await Promise.all(people.map((email) => logIn({ email, email_verified: true }, '192.0.2.7')));
    expect(results.map(({ location }) => location)).toEqual(people.map(() => '/'));
  });

  it.each<[string, Record<string, unknown>]>([
    ['whose address is not verified', { email: 'eve@acme.example', email_verified: false }],
    ['whose address is of another domain', { email: 'eve@other.example', email_verified: true }],
    ['without an address', {}],
    ['whose token has another audience', { email: 'eve@acme.example', email_verified: true, aud: 'other' }],
    ['whose token has another nonce', { email: 'eve@acme.example', email_verified: true, nonce: 'other' }],
    ['whose token has expired', { email: 'eve@acme.example', email_verified: true, exp: 1_000_000_000 }],
  ])('rejects a user %s', async (_what, claims) => {
    expect(await logIn(claims)).toEqual({ location: '/#oidc_refused', cookie: undefined });
  });

  it('rejects a callback that another browser started', async () => {
    issuer.claims = { email: 'ada@acme.example', email_verified: true };
    const [one, two] = [await begin(), await begin()];
    const sendJson = issuer.logIn(one.location);
    for (const value of [two.value, 'postrider_oidc=nonsense', ''])
      expect((await visit(`/auth/callback${sendJson}`, value)).headers.get('location')).toBe('/#oidc_refused');
  });
});
