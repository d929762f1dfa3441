import { readFileSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const folder = new URL('../../../../docs/', import.meta.url);
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));

describe('the documentation under /docs/', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());

  const get = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, api.gateway.url), { redirect: 'manual', ...init });
  /** Every page links to every other one, so each address is read once. */
  const statuses = new Map<string, number>();
  const statusOfLink = async (path: string): Promise<number> => {
    const known = statuses.get(path) ?? (await get(path)).status;
    statuses.set(path, known);
    return known;
  };
  const html = { headers: { accept: 'text/html' } };

  it('shows a page with navigation and no text of other origins', async () => {
    const response = await get('/docs/guides/sending');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = await response.text();
    expect(page).toContain('<h1 id="sending-email">Sending email</h1>');
    expect(page).toContain('<a href="/docs/reference/send"><code>POST /send</code></a>');
    expect(page).toContain('<a href="/docs/guides/sending" aria-current="page">Sending email</a>');
    expect(page).toContain('<link rel="alternate" type="text/markdown" href="/docs/guides/sending.md">');
    expect(page).not.toMatch(/<script>|style=|<!--|src="http/);
  });

  it('has a CSP that allows only its own files', async () => {
    const policy = (await get('/docs/')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('has a home page, navigation and llms.txt from one list', async () => {
    expect((await get('/docs')).headers.get('location')).toBe('/docs/');
    const listed = await (await get('/docs/llms.txt')).text();
    expect(listed).toContain('- [Errors](/docs/guides/errors.md): the shape of an error, all codes and reasons\n');
    expect(await (await get('/llms.txt')).text()).toBe(listed);
    const decisions = readFileSync(new URL('adr/README.md', folder), 'utf8');
    const unlisted = pages.filter(
      (file) => file !== 'README.md' && !listed.includes(`(/docs/${file})`) && !decisions.includes(file.slice(4)),
    );
    expect(unlisted).toEqual([]);
  });

  it.each(pages)('has the page %s, and links that work', async (file) => {
    const response = await get(`/docs/${file.replace(/\.md$/, '').replace(/README$/, '')}`);
    expect(response.status).toBe(200);
    const page = await response.text();
    const own = [...page.matchAll(/(?:href|src)="(\/docs\/[^"#]*)(?:#[^"]*)?"/g)].map(([, path]) => path!);
    for (const path of new Set(own)) expect([path, await statusOfLink(path)]).toEqual([path, 200]);
  });

  it('has the Markdown of each page', async () => {
    const response = await get('/docs/guides/errors.md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await response.text()).toBe(readFileSync(new URL('guides/errors.md', folder), 'utf8'));
  });

  it('has an index for the search, with every page and section', async () => {
    const index = (await (await get('/docs/search.json')).json()) as {
      pages: [string, string][];
      sections: [number, string, string, string, string][];
    };
    expect(index.pages).toHaveLength(pages.length);
    const page = index.pages.findIndex(([address]) => address === '/docs/guides/sending');
    const [, slug, , beginning, words] = index.sections.find(
      ([of, , heading]) => of === page && heading === 'Guarantees',
    )!;
    expect(slug).toBe('guarantees');
    expect(beginning).toContain('After a 200, the email is committed to the database');
    expect(words.split(' ')).toEqual(expect.arrayContaining(['message-id', 'retried']));
  });

  it('is compressed, and not sent again while it stays the same', async () => {
    const first = await get('/docs/guides/sending');
    expect([first.headers.get('content-encoding'), first.headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding']);
    const plain = await get('/docs/guides/sending', { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, await first.text()]);
    const etag = first.headers.get('etag')!;
    const again = await get('/docs/guides/sending', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('returns 404: a page for browsers and an error for programs', async () => {
    const response = await get('/docs/nothing', html);
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('Page not found')]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(((await (await get('/docs/nothing')).json()) as { status: string }).status).toBe('not_found');
    expect((await get('/docs/', { method: 'POST' })).status).toBe(405);
  });

  /** As it is: fetch would resolve the dots. */
  const getStatus = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(new URL(api.gateway.url), { path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it.each([
    '/docs/../package.json',
    '/docs/guides/../../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fREADME.md',
    '/docs/guides/..%5c..%5cREADME.md',
    '/docs//etc/passwd',
    '/docs/explorer/../page/site.js',
    '/docs/constructor',
    '/docs/guides',
    '/docs/README',
  ])('serves no file outside its folder: %s', async (path) => {
    expect(await getStatus(path)).toBe(404);
  });

  it('has an explorer of the API that loads nothing from elsewhere', async () => {
    expect((await get('/docs/explorer')).headers.get('location')).toBe('/docs/explorer/');
    const page = await (await get('/docs/explorer/')).text();
    expect(page).not.toMatch(/https?:|<script>|style=/);
    for (const [, file] of page.matchAll(/(?:src|href)="([^":]+)"/g))
      expect((await get(new URL(file!, new URL('/docs/explorer/', api.gateway.url)).pathname)).status).toBe(200);
    expect(await (await get('/docs/openapi.json')).json()).toEqual(JSON.parse((await api.call('/openapi.json')).text));
  });
});
