import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@postrider/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { exactJson, parseExactly, withLosslessNumbers } from '@postrider/numbers';
import { waitFor } from '@postrider/testing';
import { Client } from 'pg';
import { createAccount } from '../../../gateway/src/accounts/accounts.repository.js';
import { ApiCaller } from '../testing/api-caller.js';
import type { WholeSystem } from '../testing/whole-system.js';
import { startWholeSystem } from '../testing/whole-system.js';
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

describe('postrider import', () => {
  let system: WholeSystem;
  let account: string;
  let key: string;
  let sql: Client;
  let folder: string;
  let printed: string[];
  let warned: string[];
  beforeAll(async () => {
    system = await startWholeSystem();
    const { id, keys } = await createAccount(system.databaseUrl, 'Acme', 'billing@acme.example');
    [account, key] = [id, keys.live];
    sql = new Client({ connectionString: system.databaseUrl });
    await sql.connect();
    folder = await mkdtemp(join(tmpdir(), 'postrider-import-'));
  }, 60_000);
  afterAll(async () => {
    await sql?.end();
    await system?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    [printed, warned] = [[], []];
  });

  const run = (...args: string[]): Promise<number> =>
    importCommand.run(args, {
      environment: { DATABASE_URL: system.databaseUrl },
      print: (line) => printed.push(line),
      warn: (line) => warned.push(line),
    });
  const load = async (content: unknown): Promise<number> => {
    const file = join(folder, 'templates.json');
    await writeFile(file, JSON.stringify(content));
    return run('load', account, file);
  };
  const rows = async (query: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
    (await sql.query<Record<string, unknown>>(query, values)).rows;

  it('keeps the ids of templates, versions and snippets, and their publication', async () => {
    const versions = [
      version('First', { number: 2, created_by: 'Anna' }),
      version('Draft', { number: 5, note: 'Shorter', published: false }),
    ];
    const receipt = template('Receipt', versions);
    const french = { ...receipt, locale: 'fr-FR', versions: [version('Premier', { html: null, text: 'Bonjour' })] };
    expect(await load({ templates: [receipt, french], snippets: [footer] })).toBe(0);
    expect(warned).toEqual(['Imported: 2, already existing: 0, refused: 0']);
    expect(
      await rows(
        'select id, locale, number, name, note, created_by, weight from template.versions where template_id = $1 order by locale, name',
        receipt.id,
      ),
    ).toEqual([
      {
        id: versions[1]!.id,
        locale: 'en-US',
        number: 5,
        name: 'Draft',
        note: 'Shorter',
        created_by: null,
        weight: null,
      },
      { id: versions[0]!.id, locale: 'en-US', number: 2, name: 'First', note: null, created_by: null, weight: 1 },
      {
        id: french.versions[0]!.id,
        locale: 'fr-FR',
        number: 1,
        name: 'Premier',
        note: null,
        created_by: null,
        weight: 1,
      },
    ]);
    expect(await rows('select locale from template.locales where template_id = $1 and is_default', receipt.id)).toEqual(
      [{ locale: 'en-US' }],
    );
    expect(await rows('select id from template.snippets')).toEqual([{ id: footer.id }]);

    expect(await load({ templates: [receipt, french], snippets: [footer] })).toBe(0);
    expect(warned.at(-1)).toBe('Imported: 0, already existing: 2, refused: 0');
  });

  it('loads templates that were converted from responses of a provider, once', async () => {
    const response = join(folder, 'd-1.json');
    const version = { id: 'v-1', active: 1, name: 'Spring', subject: 'Hi', plain_content: '' };
    const html = '{{#each items}}{{@index}}{{/each}}';
    const templates = [
      { id: 'd-1', name: 'Order', generation: 'dynamic', versions: [{ ...version, html_content: html }] },
      { id: 'd-2', name: 'Odd', versions: [{ ...version, id: 'v-2', html_content: '\n{{#shout a}}{{/shout}}' }] },
    ];
    await writeFile(response, JSON.stringify({ result: templates }));
    const file = join(folder, 'converted.json');
    expect(await run('convert', 'sendgrid', file, response)).toBe(0);
    expect(warned).toEqual(['Converted: 2, refused: 0']);

    expect(await run('load', account, file)).toBe(1);
    expect(printed.join('\n')).toMatch(/d-2 {2}Odd {2}refused\n.*"Spring" \(en-US\): html, line 2: .*shout/);
    expect(warned.at(-1)).toBe('Imported: 1, already existing: 0, refused: 1');
    expect(await rows(`select id, engine, html, weight from template.versions where template_id = 'd-1'`)).toEqual([
      { id: 'v-1', engine: 'handlebars', html, weight: 1 },
    ]);
    expect(await run('load', account, file)).toBe(1);
    expect(warned.at(-1)).toBe('Imported: 0, already existing: 1, refused: 1');
  });

  it('names the response files that cannot be read', async () => {
    const response = join(folder, 'response.json');
    await writeFile(response, '{');
    expect(await run('convert', 'ses', join(folder, 'x.json'), response)).toBe(2);
    expect(await run('convert', 'ses', join(folder, 'x.json'), join(folder, 'none'))).toBe(2);
    expect(warned.join('\n')).toMatch(/response\.json is not a JSON file.*\n[^]*none cannot be read/);
    await writeFile(response, JSON.stringify({ TemplateName: 'empty' }));
    expect(await run('convert', 'ses', join(folder, 'x.json'), response)).toBe(1);
    expect(printed).toEqual(['refused: response.json: "empty" has neither HTML nor text']);
  });

  it('accepts a plain list of templates', async () => {
    const one = template('Bare', [version('One', { html: 'x' })]);
    expect(await load([one])).toBe(0);
    expect(await rows('select name, tags from template.templates where id = $1', one.id)).toEqual([
      { name: 'Bare', tags: ['billing'] },
    ]);
  });

  it('keeps ids of any safe format, and times of creation', async () => {
    const createdAt = 1_500_000_000;
    const one = {
      ...template('Fixture', [
        {
          ...version('One', { html: '{% snippet "old" %}' }),
          id: 'sVkLKhT2kq8XPsAvCLQmcA',
          created: createdAt,
          modified: createdAt + 60,
        },
      ]),
      ...{ id: 'test_fixture_1', created: createdAt },
    };
    const old = { ...footer, id: 'snippet-1', name: 'old', created: createdAt };
    expect(await load({ templates: [one], snippets: [old] })).toBe(0);
    const seconds = (column: string) => `extract(epoch from ${column})::int`;
    expect(
      await rows(
        `select t.id, v.id as version, ${seconds('t.created_at')} as created, ${seconds('v.created_at')} as first,
           ${seconds('v.modified_at')} as last from template.templates t join template.versions v on v.template_id = t.id where t.id = $1`,
        one.id,
      ),
    ).toEqual([
      {
        id: 'test_fixture_1',
        version: 'sVkLKhT2kq8XPsAvCLQmcA',
        created: createdAt,
        first: createdAt,
        last: createdAt + 60,
      },
    ]);
    expect(
      await rows(`select ${seconds('created_at')} as created from template.snippets where id = $1`, old.id),
    ).toEqual([{ created: createdAt }]);
  });

  it('imports templates in Jinja unchanged', async () => {
    const one = template('Jinja', [version('One', { html: '{% if name %}{{ name|upper }}{% endif %}' })]);
    expect(await load([one])).toBe(0);
    expect(await rows('select engine from template.versions where template_id = $1', one.id)).toEqual([
      { engine: 'jinja' },
    ]);
  });

  it('imports templates with tags of both languages as Jinja', async () => {
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

  it('rejects a template whose published version does not compile, with the reason, and imports the others', async () => {
    const broken = template('Broken', [version('Bad', { html: '{{#open}}' })]);
    const fine = template('Fine', [
      version('Good', { html: 'x' }),
      version('Bad draft', { html: '{{#open}}', published: false }),
    ]);
    expect(await load([broken, fine])).toBe(1);
    expect(printed.join('\n')).toMatch(
      /Broken {2}refused\n {2}"Bad" \(en-US\): html, line 1: \{\{#open\}\} is never closed/,
    );
    expect(printed.join('\n')).toMatch(
      /Fine {2}imported\n {2}the draft "Bad draft" \(en-US\) was skipped: html, line 1/,
    );
    expect(await rows('select 1 from template.templates where id = $1', broken.id)).toEqual([]);
    expect(await rows('select name from template.versions where template_id = $1', fine.id)).toEqual([
      { name: 'Good' },
    ]);
  });

  it('rejects elements of another format, with the reason, and imports the others', async () => {
    const faulty = [
      template('No content', [{ id: newId('version'), name: 'Summary' }]),
      template('No version', []),
      template('x'.repeat(300), [version('One')]),
      { ...template('Foreign', [version('One')]), id: '../foreign' },
      null,
    ];
    const fine = template('Between them', [version('Good', { html: 'x' })]);
    expect(await load({ templates: [...faulty, fine], snippets: [{ ...footer, id: 'x/y' }] })).toBe(1);
    expect(warned).toEqual(['Imported: 1, already existing: 0, refused: 6']);
    expect(printed.join('\n')).toMatch(/No content {2}refused\n {2}0\.versions\.0\.subject: /);
    expect(printed.join('\n')).toMatch(/No version {2}refused\n {2}0\.versions: must hold at least one version/);
  });

  it('rejects a template with duplicates or an id in use, and imports the others', async () => {
    const versions = [version('One', { html: 'x' })];
    const first = template('First', versions);
    const sharing = template('Sharing', versions);
    const twice = template('Twice', [version('One', { html: 'x' })]);
    const again = { ...twice, versions: [version('Two', { html: 'x' })] };
    const last = template('Last', [version('One', { html: 'x' })]);
    expect(await load([last, twice, again, sharing, first])).toBe(1);
    expect(warned).toEqual(['Imported: 2, already existing: 0, refused: 2']);
    expect(printed.join('\n')).toMatch(/Sharing {2}refused\n {2}the id of one of its versions is used by another/);
    expect(printed.join('\n')).toMatch(/Twice {2}refused\n {2}the file contains one of its locales twice/);
  });

  it('imports ESP accounts, which send no email until they have credentials', async () => {
    const createdAt = 1_400_000_000;
    const [first, second] = ['esp_pmUQQ7aRUhWYUrfeJqwPwB', 'main-relay'];
    const exported = [
      {
        object: 'esp_account',
        id: first,
        created: createdAt,
        esp_type: 'esp_kind_1',
        name: 'SendGrid',
        fallback: second,
        region: 'eu',
      },
      {
        object: 'esp_account',
        id: second,
        created: createdAt + 1,
        esp_type: 'smtp',
        name: 'Relay',
        fallback: first,
        rate_per_second: 2,
      },
      { id: 'alone', created: createdAt + 2, esp_type: 'esp_kind_4', name: 'Alone', fallback: 'nowhere' },
      { id: 'builtin', esp_type: 'smtp', name: 'Builtin' },
      { id: 'set_default', esp_type: 'smtp', name: 'Route' },
      { id: 'wrong', esp_type: 'smtp', name: 'Wrong', region: 'eu' },
      { id: 'x', esp_type: 'pigeon', name: 'Pigeon' },
    ];
    expect(await load({ esp_accounts: exported })).toBe(1);
    expect(warned).toEqual(['Imported: 3, already existing: 0, refused: 4']);
    const lines = printed.join('\n');
    expect(lines).toMatch(/main-relay {2}Relay {2}imported\n {2}it sends no email until it has credentials/);
    expect(lines).toMatch(
      /Alone {2}imported\n {2}it sends no email .*\n {2}the fallback nowhere is omitted: it does not exist here/,
    );
    expect(lines).toMatch(/Builtin {2}refused\n {2}id: must not be builtin or test/);
    expect(lines).toMatch(/Route {2}refused\n {2}id: must not be set_default, which is a path of the API/);
    expect(lines).toMatch(/Wrong {2}refused\n {2}region: is for esp_kind_1, esp_kind_2, esp_kind_8 only/);
    expect(lines).toMatch(/Pigeon {2}refused\n {2}esp_type: must be one of/);
    expect(await load({ esp_accounts: exported.slice(0, 3) })).toBe(0);
    expect(warned.at(-1)).toBe('Imported: 0, already existing: 3, refused: 0');

    const api = new ApiCaller(system.url);
    const call = (method: string, path: string, body?: unknown) => api.call(method, path, body, { key });
    expect((await call('GET', '/esp_accounts')).body).toMatchObject([
      { id: first, created: createdAt, needs_credentials: true, is_default: false, region: 'eu', fallback: second },
      {
        id: second,
        created: createdAt + 1,
        needs_credentials: true,
        is_default: false,
        rate_per_second: 2,
        fallback: first,
      },
      { id: 'alone', created: createdAt + 2, needs_credentials: true, is_default: false },
    ]);
    const one = template('Through them', [version('One', { html: 'x' })]);
    await load([one]);
    const send = (more: object = {}) =>
      call('POST', '/send', { template: one.id, recipient: { address: 'ada@example.com' }, ...more });
    expect(await send({ esp_account: first })).toMatchObject({
      status: 400,
      body: {
        status: 'invalid_request',
        message: expect.stringContaining(
          'has no credentials, so it sends no email; give it credentials (PUT /esp_accounts/{id})',
        ),
        errors: [{ field: 'esp_account' }],
      },
    });
    // Without an ESP account in the request, the previous default is used.
    expect(await send()).toMatchObject({ status: 200 });
    const put = { name: 'SendGrid', credentials: { username: 'apikey', password: 'SG.secret' } };
    expect(await call('PUT', `/esp_accounts/${first}`, put)).toMatchObject({ status: 200 });
    expect(await send({ esp_account: first })).toMatchObject({ status: 200 });
    expect((await call('GET', '/esp_accounts')).body).toMatchObject([{ id: first, is_default: true }, {}, {}]);
    const basic = { username: 'reports', password: 'secret' };
    const postmark = { name: 'Alone', credentials: { api_key: 'token' }, webhook: basic };
    expect(await call('PUT', '/esp_accounts/alone', postmark)).toMatchObject({ status: 200 });
    const { body } = await call('GET', '/esp_accounts/alone');
    const { pathname } = new URL((body['esp_account'] as { webhook_url: string }).webhook_url);
    const reported = await fetch(`${system.url}${pathname}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('reports:secret')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ RecordType: 'Delivery', MessageID: 'x', Recipient: 'ada@example.com' }),
    });
    expect(reported.status).toBe(200);
    expect(await call('DELETE', '/esp_accounts/alone')).toMatchObject({ status: 200 });
  });

  it('rejects an ESP account whose id another account of the installation has', async () => {
    const exported = [{ id: 'shared', esp_type: 'esp_kind_3', name: 'Shared' }];
    expect(await load({ esp_accounts: exported })).toBe(0);
    const previousAccount = account;
    account = newId('account');
    try {
      expect(await load({ esp_accounts: exported })).toBe(1);
    } finally {
      account = previousAccount;
    }
    expect(printed.at(-1)).toMatch(/Shared {2}refused\n {2}another account of this installation has an ESP account/);
  });

  it('imports drip campaigns and their steps, and members get their emails', async () => {
    const { id, keys } = await createAccount(system.databaseUrl, 'Drips', 'billing@acme.example');
    const previousAccount = account;
    account = id;
    try {
      const one = template('Welcome', [version('One', { html: '<p>Welcome</p>' })]);
      const campaign = {
        object: 'drip_campaign',
        id: 'dc_VXKGx85NmwHnRv9FZv88TW',
        name: 'Onboarding',
        enabled: true,
        trigger_email_id: null,
        drip_steps: [
          { object: 'drip_step', id: 'dcs_first', email_id: one.id, delay_seconds: '0' },
          { object: 'drip_step', id: 'second-step', email_id: one.id, delay_seconds: '86400' },
        ],
      };
      expect(await load({ templates: [one], drip_campaigns: [campaign] })).toBe(0);
      expect(await load({ templates: [one], drip_campaigns: [campaign] })).toBe(0);
      expect(warned).toEqual([
        'Imported: 2, already existing: 0, refused: 0',
        'Imported: 0, already existing: 2, refused: 0',
      ]);
      const api = new ApiCaller(system.url);
      const call = (method: string, path: string, body?: unknown) => api.call(method, path, body, { key: keys.live });
      expect((await call('GET', '/drip_campaigns')).body).toMatchObject([campaign]);
      const grace = 'grace@drips.example';
      expect(
        await call('POST', `/drip_campaigns/${campaign.id}/activate`, { recipient: { address: grace } }),
      ).toMatchObject({ status: 200, body: { drip_campaign: { id: campaign.id } } });
      await waitFor(() => Promise.resolve(system.sink.mails.some(({ to }) => to.includes(grace))));
      const waiting = () => call('GET', `/drip_campaigns/${campaign.id}/members?step=second-step`);
      await waitFor(async () => JSON.stringify((await waiting()).body).includes(grace));

      // Its emails stay cancelled here, so it cannot be imported again for that time.
      expect(await call('DELETE', `/drip_campaigns/${campaign.id}`)).toMatchObject({ status: 200 });
      expect(await load({ drip_campaigns: [campaign] })).toBe(1);
      expect(printed.at(-1)).toMatch(/refused\n {2}dc_VXKGx85NmwHnRv9FZv88TW was removed here/);
    } finally {
      account = previousAccount;
    }
  });

  it('rejects drip campaigns with unknown templates or duplicate ids, with the reason', async () => {
    const one = template('Known', [version('One', { html: 'x' })]);
    const step = (id: string, email_id = one.id) => ({ id, email_id, delay_seconds: '60' });
    const campaigns = [
      { id: 'gone', name: 'Gone', trigger_email_id: 'tem_gone', drip_steps: [step('a'), step('b', 'old')] },
      { id: 'twice', name: 'Twice', drip_steps: [step('c'), step('c')] },
      { id: 'itself', name: 'Itself', drip_steps: [step('itself')] },
      { id: 'fine', name: 'Fine', drip_steps: [step('d'), { email_id: one.id, delay_seconds: 5 }] },
      { id: 'sharing', name: 'Sharing', drip_steps: [step('d')] },
      { id: 'no steps', name: 'Bad', drip_steps: [] },
    ];
    expect(await load({ templates: [one], drip_campaigns: campaigns })).toBe(1);
    expect(warned).toEqual(['Imported: 2, already existing: 0, refused: 5']);
    const lines = printed.join('\n');
    expect(lines).toMatch(
      /Gone {2}refused\n {2}the trigger refers to the template tem_gone, which does not exist here\n {2}step 2 refers to the template old, which does not exist here/,
    );
    expect(lines).toMatch(/Twice {2}refused\n {2}the id c is used by another step/);
    expect(lines).toMatch(/Itself {2}refused\n {2}the id itself is used by another step/);
    expect(lines).toMatch(/Sharing {2}refused\n {2}the id d is used by another step/);
    expect(lines).toMatch(/Bad {2}refused\n {2}(id|drip_steps): /);
    expect(await rows('select id, enabled from drip.campaigns where account_id = $1', account)).toEqual([
      { id: 'fine', enabled: false },
    ]);
  });

  it('reports a file of another format', async () => {
    expect(await load({ templates: 'x' })).toBe(2);
    expect(warned.join()).toMatch(/templates: /);
  });

  it('exports templates from a service with this API, and loads the file', async () => {
    const sample = '{"total":10.50,"id":1234567890123456789,"list":[1.0,2]}';
    const listed = version('First', { html: 'x', template_data: parseExactly(sample) });
    const one = template('Fetched', [listed]);
    const { subject: _, html: _html, text: _text, ...summary } = listed;
    const responses: Record<string, unknown> = {
      '/api/v1/templates': [{ ...one, versions: [summary] }],
      [`/api/v1/templates/${one.id}/locales/en-US/versions`]: [summary],
      [`/api/v1/templates/${one.id}/locales/en-US/versions/${listed.id}`]: listed,
      '/api/v1/snippets': [footer],
      '/api/v1/esp_accounts': [{ id: 'fetched', created: 1, esp_type: 'smtp', name: 'Relay' }],
      '/api/v1/drip_campaigns': [
        { id: 'dc_fetched', name: 'Drip', enabled: true, drip_steps: [{ email_id: one.id, delay_seconds: '60' }] },
      ],
    };
    const server = createServer(({ url, headers }, response) => {
      const known = headers.authorization === `Basic ${btoa('live_old:')}` ? responses[url!] : undefined;
      response.writeHead(known ? 200 : 404).end(exactJson(known ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const [keyFile, file] = [join(folder, 'key'), join(folder, 'fetched.json')];
      await writeFile(keyFile, 'live_old\n');
      const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
      expect(await run('fetch', api, file, '--key-file', keyFile)).toBe(0);
      expect(await run('load', account, file)).toBe(0);
      expect(warned.at(-1)).toMatch(/refused: 0$/);
      expect(await rows(`select id from drip.campaigns where id = 'dc_fetched' and enabled`)).toHaveLength(1);
      expect(await rows(`select id from delivery.esp_accounts where id = 'fetched'`)).toHaveLength(1);
      const [stored, ...others] = await rows('select * from template.versions where template_id = $1', one.id);
      expect([stored?.['id'], others]).toEqual([listed.id, []]);
      expect(exactJson(withLosslessNumbers(stored?.['template_data'], stored?.['number_texts']))).toBe(sample);
    } finally {
      server.close();
    }
  });
});
