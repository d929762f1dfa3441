import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-dashboard-'));
  let api: GatewayUnderTest;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(new URL(path, api.gateway.url), { method, headers });
  const put = (name: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };

  beforeAll(async () => {
    api = await GatewayUnderTest.start({ DASHBOARD_DIRECTORY: folder });
  });
  afterAll(async () => {
    await api.stop();
    rmSync(folder, { recursive: true });
  });

  describe('before it is built', () => {
    it('returns 404 with an explanation', async () => {
      const response = await get('/', browser);
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringMatching(/^The dashboard is not built/),
      ]);
    });

    it('serves the index of the API to programs', async () => {
      expect(await (await get('/')).json()).toMatchObject({ name: 'Postrider', api: '/api/v1' });
    });
  });

  describe('once it is built', () => {
    beforeAll(() => {
      put('.vite/manifest.json', '{}');
      put('index.html', '<!doctype html>the page');
      put('frame/preview.html', 'the frame');
      put('frame/preview-images-off.html', 'the frame without images');
      put('assets/index-1.js', 'export {};');
      put('assets/index-1.js.br', brotliCompressSync('export {};'));
      put('assets/index-1.js.gz', gzipSync('export {};'));
      put('assets/index-1.js.map', '{}');
    });

    it.each(['/', '/logs?q=reset', '/customers/ada@example.com', '/webhooks', '/templates/tem_1.2'])(
      'serves its page under %s',
      async (path) => {
        const response = await get(path, browser);
        expect([response.status, await response.text()]).toEqual([200, '<!doctype html>the page']);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
          'cross-origin-opener-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'content-security-policy':
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types preview-worker; report-uri /csp",
        });
      },
    );

    it('serves hashed files as immutable, in an encoding that the browser accepts', async () => {
      const plain = await get('/assets/index-1.js', { 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      for (const [accepted, encoding] of [
        ['gzip, br', 'br'],
        ['gzip', 'gzip'],
        ['identity', null],
      ] as const) {
        const response = await get('/assets/index-1.js', { 'accept-encoding': accepted });
        expect(response.headers.get('content-encoding')).toBe(encoding);
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(response.headers.get('vary')).toBe('Accept-Encoding');
        expect(await response.text()).toBe('export {};');
      }
    });

    it('returns 304 for a matching ETag', async () => {
      const etag = (await get('/', browser)).headers.get('etag')!;
      const again = await get('/', { ...browser, 'if-none-match': etag });
      expect([again.status, again.headers.get('cache-control'), await again.text()]).toEqual([304, 'no-cache', '']);
    });

    it('returns the headers of GET for HEAD, without a body', async () => {
      const response = await get('/', browser, 'HEAD');
      expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '23', '']);
    });

    it.each(['/assets/index-0.js', '/assets/index-1.js.map', '/assets/..%2findex.html', '/frame/other.html'])(
      'returns 404 for %s, not the page',
      async (path) => {
        expect((await get(path, browser)).status).toBe(404);
      },
    );

    it('does not serve the manifest of the build', async () => {
      expect((await get('/.vite/manifest.json')).status).toBe(404);
      expect(await (await get('/.vite/manifest.json', browser)).text()).toContain('the page');
    });

    it.each(['/api/v1/nothing', '/api', '/API/v1/nothing', '/t/o/x', '/docs/nothing'])(
      'does not serve %s',
      async (path) => {
        const response = await get(path, browser);
        expect(await response.text()).not.toContain('the page');
        expect(response.status).toBeGreaterThanOrEqual(400);
      },
    );

    it('serves its page only to browsers', async () => {
      expect((await get('/customers')).status).toBe(404);
      expect((await get('/customers', browser, 'POST')).status).toBe(404);
    });

    it('serves the preview frame with a stricter policy', async () => {
      const policies = await Promise.all(
        ['/frame/preview.html', '/frame/preview-images-off.html'].map(async (path) =>
          (await get(path, browser)).headers.get('content-security-policy')!,
        ),
      );
      expect(policies[0]).toBe(
        "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src https: http: data:; font-src https: data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
      );
      expect(policies[1]).toContain('img-src data:; font-src data:;');
    });

    it('accepts CSP reports, also large ones and many', async () => {
      const report = { 'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'inline' } };
      const post = (body: string) => fetch(new URL('/csp', api.gateway.url), { method: 'POST', body });
      expect((await post(JSON.stringify(report))).status).toBe(204);
      expect((await post('no report')).status).toBe(204);
      expect((await post('x'.repeat(100_000)).catch(() => ({ status: 204 }))).status).toBe(204);
      const many = await Promise.all(Array.from({ length: 30 }, () => post('{}')));
      expect(many.every(({ status }) => status === 204)).toBe(true);
    });
  });
});
