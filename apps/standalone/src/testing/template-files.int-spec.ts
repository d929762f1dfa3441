import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsCommand } from '../../../gateway/src/commands/accounts.command.js';
import { templatesCommand } from '../../../template-files/src/commands/templates.command.js';
import type { WholeSystem } from './whole-system.js';
import { startWholeSystem } from './whole-system.js';

const example = new URL('../../../../examples/template-files', import.meta.url).pathname;

describe('templates as files', () => {
  let system: WholeSystem;
  let root: string;
  let folder: string;
  beforeAll(async () => {
    system = await startWholeSystem();
  }, 60_000);
  afterAll(() => system?.stop());
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'template-files-'));
    folder = join(root, 'mine');
  });
  afterEach(() => rm(root, { recursive: true }));

  const run = async (account: Account, line: string, url = system.url) => {
    const printed: string[] = [];
    const warned: string[] = [];
    const terminal = {
      print: (text: string) => void printed.push(text),
      warn: (text: string) => void warned.push(text),
      environment: { POSTRIDER_URL: url, POSTRIDER_API_KEY: account.key },
    };
    const code = await templatesCommand.run(line.split(' '), terminal);
    return { code, printed: printed.join('\n'), warned: warned.join('\n') };
  };
  const file = (path: string) => readFile(join(folder, path), 'utf8');
  const edit = async (path: string, from: string, to: string) => {
    const text = await file(path);
    expect(text).toContain(from);
    await writeFile(join(folder, path), text.replace(from, to));
  };
  const pushed = async (account: Account) =>
    expect(await run(account, `push ${folder} --yes`)).toMatchObject({ code: 0, warned: '' });

  it('starter templates are added once and can be pulled in every language', async () => {
    const one = await account(system);
    expect(await run(one, 'add identity')).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/^installed confirm \(tem_\w+\)\n(installed .*\n){5}installed notice/) as unknown,
    });
    expect((await run(one, 'add identity')).printed).toMatch(/^(exists already: .*\n?){7}$/);
    expect((await run(one, 'add shop')).code).not.toBe(0);
    expect(await run(one, `pull ${folder}`)).toMatchObject({ code: 0, warned: '' });
    const [first] = await readdir(join(folder, 'templates'));
    expect((await readdir(join(folder, 'templates', first!))).filter((name) => name.endsWith('.txt'))).toHaveLength(8);
  });

  it('are identical except for ids after a pull, a push to an empty account and another pull', async () => {
    const [one, other] = [await account(system), await account(system)];
    const receipt = await one.post('/templates', {
      name: '../../Réçu\\..: "x"',
      subject: 'Receipt: {{number}} # "yes"',
      html: '<p>Hello\r\n{{name}}</p>\r\n',
      text: '---\nno front matter\n',
      preheader: ' - Order',
      amp_html: '<html ⚡4email></html>',
      tags: ['billing', 'yes'],
    });
    const data = '{ "price": 10.50, "order": 12345678901234567890, "b": 1, "a": [] }';
    await one.put(`/templates/${receipt.id}`, { tracking: { clicks: false } });
    await one.post(
      `/templates/${receipt.id}/versions`,
      `{"name":"amp","subject":"S","text":"T","template_data":${data}}`,
    );
    await one.post(`/templates/${receipt.id}/versions`, { name: 'CON', subject: 'S', text: '\n\nT' });
    await one.post(`/templates/${receipt.id}/locales`, {
      locale: 'fr-FR',
      name: 'Reçu',
      subject: '{{ n|upper }}',
      html: '{{ n }}',
      engine: 'jinja',
      autoescape: true,
    });
    await one.post('/templates', { name: '../../Réçu\\..: "x"', subject: 'S', html: 'same name', locale: 'de-DE' });
    await one.post('/snippets', { name: 'macro: post_card', body: '\ufeff---\r\n{{#half' });
    expect(await run(one, `pull ${folder}`)).toMatchObject({ code: 0, warned: '' });
    expect(await listFiles(root)).toEqual(
      [
        'mine/postrider.lock.json',
        'mine/snippets/macro-post-card.html',
        'mine/templates/recu-x/en-US.amp-version.json',
        'mine/templates/recu-x/en-US.amp-version.txt',
        'mine/templates/recu-x/en-US.amp.html',
        'mine/templates/recu-x/en-US.con-version.txt',
        'mine/templates/recu-x/en-US.html',
        'mine/templates/recu-x/en-US.txt',
        'mine/templates/recu-x/fr-FR.html',
        'mine/templates/recu-x/template.yaml',
        'mine/templates/recu-x-2/de-DE.html',
        'mine/templates/recu-x-2/template.yaml',
      ].toSorted(),
    );
    expect(await file('templates/recu-x/en-US.html')).toMatch(/\n---\n<p>Hello\r\n\{\{name\}\}<\/p>\r\n$/);
    expect(await file('templates/recu-x/en-US.amp-version.json')).toContain(
      '"price": 10.50,\n  "order": 12345678901234567890',
    );
    expect(await run(one, `push ${folder} --dry-run`)).toMatchObject({ code: 0, printed: '' });

    const second = join(root, 'second');
    await cp(folder, second, { recursive: true });
    await rm(join(second, 'postrider.lock.json'));
    expect(await run(other, `push ${second} --yes`)).toMatchObject({ code: 0, warned: '' });
    const third = join(root, 'third');
    expect(await run(other, `pull ${third}`)).toMatchObject({ code: 0, warned: '' });
    const [before, written, after] = [await readFiles(folder), await readFiles(second), await readFiles(third)];
    expect(withoutIds(after)).toEqual(withoutIds(before));
    expect(written).toEqual(after);
    expect(await run(other, `push ${second} --dry-run`)).toMatchObject({ code: 0, printed: '' });
  }, 60_000);

  it('are pushed after showing the differences, and rejected when the server was changed meanwhile', async () => {
    const acme = await account(system);
    await cp(example, folder, { recursive: true });
    const dry = await run(acme, `push ${folder} --dry-run`);
    expect([dry.code, dry.warned]).toEqual([2, '3 differences; nothing was pushed.']);
    expect(dry.printed).toContain('+++ b/templates/receipt/en-US.html');
    expect(await acme.get('/templates')).toEqual([]);
    expect((await run(acme, `push ${folder}`)).code).toBe(2);
    await pushed(acme);
    expect(await file('templates/receipt/template.yaml')).toMatch(/^# .*\nid: tem_\w+\n|^id: tem_\w+\n/);
    expect(await run(acme, `push ${folder} --yes`)).toMatchObject({ code: 0, printed: '' });

    const template = await getReceipt(acme);
    const path = `/templates/${template.id}/versions/${template.versions[0]!.id}`;
    const version = (await acme.get(path)) as object;
    await acme.put(path, { ...version, subject: 'Changed meanwhile' });
    await edit('templates/receipt/en-US.html', 'subject: ', 'subject: Mine, ');
    const rejected = await run(acme, `push ${folder} --yes`);
    expect(rejected).toMatchObject({
      code: 1,
      warned: 'templates/receipt/en-US: was changed on the server since the last pull\nNothing was pushed.',
    });
    const pull = await run(acme, `pull ${folder}`);
    expect([pull.code, pull.warned]).toEqual([1, expect.stringContaining('en-US: was changed here and on the server')]);
    expect(await file('templates/receipt/en-US.html')).toContain('Mine, ');
    expect((await run(acme, `pull ${folder} --force`)).code).toBe(0);
    expect(await file('templates/receipt/en-US.html')).toContain('subject: Changed meanwhile\n');
  }, 60_000);

  it('rename, remove, add and delete resources', async () => {
    const acme = await account(system);
    await cp(example, folder, { recursive: true });
    await pushed(acme);
    const before = await getReceipt(acme);
    await edit('templates/receipt/template.yaml', 'name: Receipt', 'name: Receipts');
    await edit('templates/receipt/en-US.html', 'preheader', '# preheader');
    await writeFile(
      join(folder, 'templates/receipt/en-US.draft.txt'),
      '---\nname: Draft\npublished: false\nsubject: S\n---\nA',
    );
    await pushed(acme);
    await edit('templates/receipt/en-US.draft.txt', '\n---\nA', '\n---\nB');
    await pushed(acme);
    const listed = (await acme.get(`/templates/${before.id}/locales/en-US/versions`)) as Record<string, unknown>[];
    expect(listed.map(({ name, published, text, preheader }) => [name, published, text === 'B', preheader])).toEqual([
      ['Receipt', true, false, undefined],
      ['Draft', false, true, undefined],
    ]);
    expect(await acme.get(`/templates/${before.id}`)).toMatchObject({ name: 'Receipts' });
    await rm(join(folder, 'templates/receipt'), { recursive: true });
    const kept = await run(acme, `push ${folder} --yes`);
    expect(kept.printed).toContain('template "Receipts": was removed here; --delete deletes it on the server');
    expect(await acme.get('/templates')).not.toEqual([]);
    expect(await run(acme, `push ${folder} --yes --delete`)).toMatchObject({ code: 0, warned: '' });
    expect(await acme.get('/templates')).toEqual([expect.objectContaining({ name: 'Welcome' })]);
  }, 60_000);

  it('are checked with file, line and column, and previewed with their sample data', async () => {
    const acme = await account(system);
    await cp(example, folder, { recursive: true });
    await pushed(acme);
    expect(await run(acme, `check ${folder}`)).toMatchObject({ code: 0, warned: '' });
    const shown = await run(acme, `preview ${folder} receipt/en-US`);
    expect(shown).toMatchObject({ code: 0, printed: expect.stringMatching(/^Receipt R-1042\n\n[^]*Ada/) });
    const html = join(root, 'receipt.html');
    expect((await run(acme, `preview ${folder} receipt/en-US --html ${html}`)).code).toBe(0);
    expect(await readFile(html, 'utf8')).toContain('Acme Inc.');
    const lines = (await file('templates/receipt/en-US.html')).split('\n').length;
    await edit('templates/receipt/en-US.html', '<table>\n', '<table>\n{{#open}}\n');
    await edit('templates/welcome/template.yaml', 'name:', 'nmae:');
    const checked = await run(acme, `check ${folder}`);
    expect(checked.code).toBe(1);
    expect(checked.warned).toMatch(/^templates\/welcome\/template.yaml:\d+: unknown field nmae$/m);
    const [, line] =
      /^templates\/receipt\/en-US.html:(\d+):1: html, line \d+: \{\{#open\}\} is never closed/m.exec(checked.warned) ??
      [];
    const text = (await file('templates/receipt/en-US.html')).split('\n');
    expect(text[Number(line) - 1]).toBe('{{#open}}');
    expect(text).toHaveLength(lines + 1);
    expect((await run(acme, `push ${folder} --yes`)).code).toBe(1);
  }, 60_000);

  it('report a server that cannot be reached', async () => {
    const closedPort = 'http://127.0.0.1:2';
    expect(await run(await account(system), `check ${example}`, closedPort)).toMatchObject({
      code: 1,
      warned: `${closedPort} cannot be reached: connect ECONNREFUSED 127.0.0.1:2`,
    });
  });

  it('stay in their folder', async () => {
    const acme = await account(system);
    await acme.post('/snippets', { name: '../outside', body: 'x' });
    await mkdir(folder);
    await mkdir(join(root, 'elsewhere'));
    await symlink(join(root, 'elsewhere'), join(folder, 'snippets'));
    const { code, warned } = await run(acme, `pull ${folder}`);
    expect([code, warned]).toEqual([1, 'snippets: is behind a symbolic link, which is not followed']);
    expect(await readdir(join(root, 'elsewhere'))).toEqual([]);
    await rm(join(folder, 'snippets'));
    await mkdir(join(folder, 'snippets'));
    await writeFile(join(root, 'secret'), 'secret');
    await symlink(join(root, 'secret'), join(folder, 'snippets', 'outside.html'));
    expect((await run(acme, `pull ${folder} --force`)).warned).toContain(
      'snippets/outside.html: is a symbolic link, which is not followed',
    );
    expect(await readFile(join(root, 'secret'), 'utf8')).toBe('secret');
  });
});

async function getReceipt(account: Account): Promise<{ id: string; versions: { id: string }[] }> {
  const templates = (await account.get('/templates')) as { id: string; name: string; versions: { id: string }[] }[];
  return templates.find(({ name }) => name === 'Receipt')!;
}

interface Account {
  readonly key: string;
  get(path: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<{ id: string }>;
  put(path: string, body: unknown): Promise<unknown>;
}

/** Creates an empty account. */
async function account(system: WholeSystem): Promise<Account> {
  let key = '';
  const terminal = {
    print: (line: string) => void (key = /\blive_\w+/.exec(line)?.[0] ?? key),
    warn: (line: string) => {
      throw new Error(line);
    },
    environment: { DATABASE_URL: system.databaseUrl },
  };
  expect(await accountsCommand.run(['create', 'Acme'], terminal)).toBe(0);
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${system.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const parsedBody: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(parsedBody));
    return parsedBody;
  };
  return {
    key,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body) as Promise<{ id: string }>,
    put: (path, body) => call('PUT', path, body),
  };
}

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}

async function readFiles(root: string): Promise<Record<string, string>> {
  const paths = (await listFiles(root)).filter((path) => !path.endsWith('.lock.json'));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)),
  );
}

const withoutIds = (contents: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(contents).map(([path, text]) => [path, text.replace(/^id: \w+$/m, 'id: …')]));
