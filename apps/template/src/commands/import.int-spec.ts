import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@postrider/contracts';
import { exactJson, parseExactly, withNumberTexts } from '@postrider/numbers';
import { migrate } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase } from '@postrider/testing';
import { Client } from 'pg';
import { templateDatabase } from '../database.js';
import { importCommand } from './import.command.js';

const version = (name: string, more: object = {}) => ({
  id: newId('version'),
  name,
  published: true,
  created: 1_400_000_000,
  modified: 1_400_000_000,
  subject: 'Hello {{name}}',
  html: '<p>{% snippet "footer" %}</p>',
  text: '',
  ...more,
});
const template = (name: string, versions: object[], more: object = {}) => ({
  id: newId('template'),
  name,
  locale: 'en-US',
  created: 1_400_000_000,
  tags: ['billing'],
  versions,
  ...more,
});
const footer = { object: 'snippet', id: newId('snippet'), name: 'footer', body: 'Acme', created: 1, modified: 1 };

describe('npm run import', () => {
  const account = newId('account');
  let database: TestDatabase;
  let sql: Client;
  let folder: string;
  let said: string[];
  let noted: string[];
  beforeAll(async () => {
    database = await createTestDatabase();
    await migrate(templateDatabase, database.url);
    sql = new Client({ connectionString: database.url });
    await sql.connect();
    folder = await mkdtemp(join(tmpdir(), 'postrider-import-'));
  });
  afterAll(async () => {
    await sql?.end();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    [said, noted] = [[], []];
  });

  const run = (...args: string[]): Promise<number> =>
    importCommand.run(args, {
      environment: { DATABASE_URL: database.url },
      print: (line) => said.push(line),
      warn: (line) => noted.push(line),
    });
  const load = async (content: unknown): Promise<number> => {
    const file = join(folder, 'templates.json');
    await writeFile(file, JSON.stringify(content));
    return run('load', account, file);
  };
  const rows = async (query: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
    (await sql.query<Record<string, unknown>>(query, values)).rows;

  it('keeps the ids of templates, versions and snippets, and what is published', async () => {
    const versions = [version('First'), version('Draft', { published: false })];
    const receipt = template('Receipt', versions);
    const french = { ...receipt, locale: 'fr-FR', versions: [version('Premier', { html: null, text: 'Bonjour' })] };
    expect(await load({ templates: [receipt, french], snippets: [footer] })).toBe(0);
    expect(noted).toEqual(['Imported: 2, here already: 0, refused: 0']);
    expect(
      await rows(
        'select id, locale, name, weight from template.versions where template_id = $1 order by locale, name',
        receipt.id,
      ),
    ).toEqual([
      { id: versions[1]!.id, locale: 'en-US', name: 'Draft', weight: null },
      { id: versions[0]!.id, locale: 'en-US', name: 'First', weight: 1 },
      { id: french.versions[0]!.id, locale: 'fr-FR', name: 'Premier', weight: 1 },
    ]);
    expect(await rows('select locale from template.locales where template_id = $1 and is_default', receipt.id)).toEqual(
      [{ locale: 'en-US' }],
    );
    expect(await rows('select id from template.snippets')).toEqual([{ id: footer.id }]);

    expect(await load({ templates: [receipt, french], snippets: [footer] })).toBe(0);
    expect(noted.at(-1)).toBe('Imported: 0, here already: 2, refused: 0');
  });

  it('takes the bare list of templates', async () => {
    const one = template('Bare', [version('One', { html: 'x' })]);
    expect(await load([one])).toBe(0);
    expect(await rows('select name, tags from template.templates where id = $1', one.id)).toEqual([
      { name: 'Bare', tags: ['billing'] },
    ]);
  });

  it('keeps ids of any safe shape, and when things were made', async () => {
    const made = 1_500_000_000;
    const one = {
      ...template('Fixture', [
        {
          ...version('One', { html: '{% snippet "old" %}' }),
          id: 'sVkLKhT2kq8XPsAvCLQmcA',
          created: made,
          modified: made + 60,
        },
      ]),
      ...{ id: 'test_fixture_1', created: made },
    };
    const old = { ...footer, id: 'snippet-1', name: 'old', created: made };
    expect(await load({ templates: [one], snippets: [old] })).toBe(0);
    const seconds = (column: string) => `extract(epoch from ${column})::int`;
    expect(
      await rows(
        `select t.id, v.id as version, ${seconds('t.created_at')} as created, ${seconds('v.created_at')} as first,
           ${seconds('v.modified_at')} as last from template.templates t join template.versions v on v.template_id = t.id where t.id = $1`,
        one.id,
      ),
    ).toEqual([
      { id: 'test_fixture_1', version: 'sVkLKhT2kq8XPsAvCLQmcA', created: made, first: made, last: made + 60 },
    ]);
    expect(
      await rows(`select ${seconds('created_at')} as created from template.snippets where id = $1`, old.id),
    ).toEqual([{ created: made }]);
  });

  it('takes templates in Jinja as they are', async () => {
    const one = template('Jinja', [version('One', { html: '{% if name %}{{ name|upper }}{% endif %}' })]);
    expect(await load([one])).toBe(0);
    expect(await rows('select engine from template.versions where template_id = $1', one.id)).toEqual([
      { engine: 'jinja' },
    ]);
  });

  it('takes templates whose tags are the same in both languages for Jinja', async () => {
    const one = template('Names alone', [version('One', { html: '{{ name }}{% trans %}Bye{% endtrans %}' })]);
    const other = template('Mustache', [version('One', { html: '{{#a}}{{/a}}{{ name }}' })]);
    expect(await load([one, other])).toBe(0);
    expect(
      await rows(
        'select engine from template.versions where template_id in ($1, $2) order by engine',
        one.id,
        other.id,
      ),
    ).toEqual([{ engine: 'jinja' }, { engine: 'mustache' }]);
  });

  it('refuses a template whose published version does not compile, says why, and takes the others', async () => {
    const broken = template('Broken', [version('Bad', { html: '{{#open}}' })]);
    const fine = template('Fine', [
      version('Good', { html: 'x' }),
      version('Bad draft', { html: '{{#open}}', published: false }),
    ]);
    expect(await load([broken, fine])).toBe(1);
    expect(said.join('\n')).toMatch(
      /Broken {2}refused\n {2}"Bad" \(en-US\): html, line 1: \{\{#open\}\} is never closed/,
    );
    expect(said.join('\n')).toMatch(/Fine {2}imported\n {2}the draft "Bad draft" \(en-US\) is left out: html, line 1/);
    expect(await rows('select 1 from template.templates where id = $1', broken.id)).toEqual([]);
    expect(await rows('select name from template.versions where template_id = $1', fine.id)).toEqual([
      { name: 'Good' },
    ]);
  });

  it('refuses what is not as such a service answers, says where, and takes the others', async () => {
    const faulty = [
      template('No content', [{ id: newId('version'), name: 'Summary' }]),
      template('No version', []),
      template('x'.repeat(300), [version('One')]),
      { ...template('Foreign', [version('One')]), id: '../foreign' },
      null,
    ];
    const fine = template('Between them', [version('Good', { html: 'x' })]);
    expect(await load({ templates: [...faulty, fine], snippets: [{ ...footer, id: 'x/y' }] })).toBe(1);
    expect(noted).toEqual(['Imported: 1, here already: 0, refused: 6']);
    expect(said.join('\n')).toMatch(/No content {2}refused\n {2}0\.versions\.0\.subject: /);
    expect(said.join('\n')).toMatch(/No version {2}refused\n {2}0\.versions: must hold at least one version/);
  });

  it('refuses a template that has something twice or an id of another, and takes the others', async () => {
    const versions = [version('One', { html: 'x' })];
    const first = template('First', versions);
    const sharing = template('Sharing', versions);
    const twice = template('Twice', [version('One', { html: 'x' })]);
    const again = { ...twice, versions: [version('Two', { html: 'x' })] };
    const last = template('Last', [version('One', { html: 'x' })]);
    expect(await load([last, twice, again, sharing, first])).toBe(1);
    expect(noted).toEqual(['Imported: 2, here already: 0, refused: 2']);
    expect(said.join('\n')).toMatch(/Sharing {2}refused\n {2}the id of one of its versions is that of another/);
    expect(said.join('\n')).toMatch(/Twice {2}refused\n {2}a locale of it is in the file twice/);
  });

  it('says what is no such file', async () => {
    expect(await load({ templates: 'x' })).toBe(2);
    expect(noted.join()).toMatch(/templates: /);
  });

  it('fetches from a service of this API what it loads', async () => {
    const sample = '{"total":10.50,"id":1234567890123456789,"list":[1.0,2]}';
    const listed = version('First', { html: 'x', template_data: parseExactly(sample) });
    const one = template('Fetched', [listed]);
    const { subject: _, html: _html, text: _text, ...summary } = listed;
    const answers: Record<string, unknown> = {
      '/api/v1/templates': [{ ...one, versions: [summary] }],
      [`/api/v1/templates/${one.id}/locales/en-US/versions`]: [summary],
      [`/api/v1/templates/${one.id}/locales/en-US/versions/${listed.id}`]: listed,
      '/api/v1/snippets': [footer],
    };
    const server = createServer(({ url, headers }, response) => {
      const known = headers.authorization === `Basic ${btoa('live_old:')}` ? answers[url!] : undefined;
      response.writeHead(known ? 200 : 404).end(exactJson(known ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const [keyFile, file] = [join(folder, 'key'), join(folder, 'fetched.json')];
      await writeFile(keyFile, 'live_old\n');
      const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
      expect(await run('fetch', api, file, '--key-file', keyFile)).toBe(0);
      expect(await run('load', account, file)).toBe(0);
      const [stored, ...others] = await rows('select * from template.versions where template_id = $1', one.id);
      expect([stored?.['id'], others]).toEqual([listed.id, []]);
      expect(exactJson(withNumberTexts(stored?.['template_data'], stored?.['number_texts']))).toBe(sample);
    } finally {
      server.close();
    }
  });
});
