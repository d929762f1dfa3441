import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@postrider/contracts';
import type { Vault } from '@postrider/secrets';
import { waitFor } from '@postrider/testing';
import { Client } from 'pg';
import { rotateSecretsCommand } from '../../../delivery/src/commands/rotate-secrets.command.js';
import { deliveryConfig } from '../../../delivery/src/config.js';
import { CredentialVault } from '../../../delivery/src/esp-accounts/credential-vault.js';
import { createAccount } from '../../../gateway/src/accounts/accounts.repository.js';
import { rotateHookSecretsCommand } from '../../../gateway/src/commands/rotate-hook-secrets.command.js';
import { gatewayConfig } from '../../../gateway/src/config.js';
import { HookVault } from '../../../gateway/src/identity-hooks/hook-secrets.js';
import { rotateWebhookSecretsCommand } from '../../../tracking/src/commands/rotate-webhook-secrets.command.js';
import { trackingConfig } from '../../../tracking/src/config.js';
import { WebhookVault } from '../../../tracking/src/webhooks/webhook-vault.js';
import { accountTables } from '../account-transfer.js';
import { ApiCaller } from '../testing/api-caller.js';
import type { WholeSystem } from '../testing/whole-system.js';
import { liveKey, startWholeSystem } from '../testing/whole-system.js';
import { transfer } from './transfer.command.js';

/** Tables that are not moved: history, work in progress, and access rights. */
const unmovedTables: readonly string[] = Object.entries({
  gateway: 'audit_entries memberships',
  template: 'outbox',
  delivery:
    'artifacts attempts blob_chunks blobs drip_mails drip_orders erasures esp_account_hours failures idempotency log_events logs messages object_removals outbox send_proposals test_clocks work',
  tracking:
    'alert_notifications arrivals daily_counts engagement_counts engagements erased_logs event_streams figure_clicks figure_conversions figure_days figure_mails figure_orders figure_recounts figure_sums figure_tags figures outbox stream_events webhook_attempts webhook_events webhook_posts',
  customer: 'conversions deletions erasures outbox',
  drip: 'counts departures erasures idempotency memberships outbox',
}).flatMap(([schema, tables]) => tables.split(' ').map((table) => `${schema}.${table}`));

/** As large as an image may be. */
const largeGif = Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), Buffer.alloc(2 * 1024 ** 2 - 10, 7)]);

interface Created {
  readonly id: string;
}

describe('postrider transfer', () => {
  let here: WholeSystem;
  let there: WholeSystem;
  let directory: string;
  let account: Created & { readonly key: string };
  let paths: string[];
  let exported: string;
  let imageId: string;
  beforeAll(async () => {
    [here, there, directory] = await Promise.all([
      startWholeSystem(),
      startWholeSystem(),
      mkdtemp(join(tmpdir(), 'postrider-transfer-')),
    ]);
    const { id, keys } = await createAccount(here.databaseUrl, 'Acme', 'billing@acme.example');
    account = { id, key: keys.live };
    paths = await createResources();
    exported = join(directory, 'acme.ndjson');
    expect(await run(here, 'export', account.id, exported)).toMatchObject({ code: 0, warned: '' });
  }, 90_000);
  afterAll(async () => {
    await Promise.all([here?.stop(), there?.stop()]);
    if (directory) await rm(directory, { recursive: true });
  });

  const run = async (
    system: WholeSystem,
    ...args: string[]
  ): Promise<{ code: number; printed: string; warned: string }> => {
    const printed: string[] = [];
    const warned: string[] = [];
    const code = await transfer.run(args, {
      print: (line) => printed.push(line),
      warn: (line) => warned.push(line),
      environment: { DATABASE_URL: system.databaseUrl },
    });
    return { code, printed: printed.join('\n'), warned: warned.join('\n') };
  };
  const call = async <Body>(system: WholeSystem, method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await new ApiCaller(system.url).call<Body>(method, path, body, { key: account.key });
    expect({ path, status: response.status, body: response.status === 200 ? undefined : response.body }).toEqual({
      path,
      status: 200,
      body: undefined,
    });
    return response.body;
  };
  /** Without the numbers of waiting members, which are omitted while they are counted. */
  const readResources = async (system: WholeSystem): Promise<unknown> =>
    JSON.parse(
      JSON.stringify(await Promise.all(paths.map((path) => call(system, 'GET', path)))),
      (_, value: { object?: unknown } | null) =>
        value?.object === 'drip_step' ? { ...value, waiting: undefined } : value,
    );
  const sealed = async (system: WholeSystem): Promise<{ id: string; secret: string }[]> => {
    const client = new Client({ connectionString: system.databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ id: string; secret: string }>(
        `select id, credentials as secret from delivery.esp_accounts where account_id = $1
         union all select id, secrets from tracking.webhooks where account_id = $1
         union all select id, secrets from gateway.identity_hooks where account_id = $1 order by id`,
        [account.id],
      );
      return rows;
    } finally {
      await client.end();
    }
  };

  /** The environment of gateway, delivery and tracking with these keys. */
  const environmentWith = (system: WholeSystem, SECRETS_KEY: string) => ({
    DATABASE_URL: system.databaseUrl,
    AMQP_URL: 'memory:',
    SECRETS_KEY,
  });
  const rotate = async (system: WholeSystem, keys: string): Promise<string> => {
    const output: string[] = [];
    const print = (line: string): unknown => output.push(line);
    for (const command of [rotateSecretsCommand, rotateWebhookSecretsCommand, rotateHookSecretsCommand])
      await command.run([], { print, warn: print, environment: environmentWith(system, keys) });
    return output.join('\n');
  };
  /** The decrypted secrets of the account's ESP accounts, webhooks and identity hooks. */
  const decryptedSecrets = async (system: WholeSystem, keys: string): Promise<string[]> => {
    const environment = environmentWith(system, keys);
    const vaults: Readonly<Record<string, Vault>> = {
      esp: new CredentialVault(deliveryConfig.read(environment)),
      idh: new HookVault(gatewayConfig.read(environment)),
      whk: new WebhookVault(trackingConfig.read(environment)),
    };
    return (await sealed(system)).map(({ id, secret }) =>
      vaults[id.slice(0, 3)]!.open(secret, { accountId: account.id, rowId: id }),
    );
  };

  /** Creates one of each resource, and returns the paths that show them. */
  async function createResources(): Promise<string[]> {
    const create = <Body = Created>(path: string, body: unknown): Promise<Body> => call<Body>(here, 'POST', path, body);
    const upload = await fetch(`${here.url}/api/v1/images`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${account.key}:`)}` },
      body: largeGif,
    });
    imageId = ((await upload.json()) as { image: Created }).image.id;
    await create('/snippets', { name: 'footer', body: '<p>Acme</p>' });
    const template = await create('/templates', {
      name: 'Receipt',
      subject: 'Your receipt',
      html: '<p>{{> footer}} {{total}}</p>',
      template_data: { total: 12.5 },
    });
    const obsolete = await create(`/templates/${template.id}/versions`, { name: 'O', subject: 'O', text: 'O' });
    await call(here, 'DELETE', `/templates/${template.id}/versions/${obsolete.id}`);
    await create(`/templates/${template.id}/versions`, {
      name: 'Second',
      note: 'A Polish subject',
      subject: 'Zażółć "gęślą"\n',
      text: 'Line\nline {{total}}',
    });
    await create(`/templates/${template.id}/locales`, {
      locale: 'pl-PL',
      name: 'Paragon',
      subject: 'Paragon',
      text: 'Razem {{total}}',
    });
    const credentials = {
      host: 'mail.acme.example',
      port: 587,
      username: 'acme',
      password: 'top secret',
      use_tls: true,
    };
    const spare = await create<{ esp_account: Created }>('/esp_accounts', {
      name: 'Spare',
      esp_type: 'smtp',
      credentials,
    });
    await create('/esp_accounts', {
      name: 'Main',
      esp_type: 'smtp',
      credentials,
      fallback: spare.esp_account.id,
      rate_per_second: 7.25,
    });
    await create('/suppressions', { email: 'gone@example.com', note: 'Asked us' });
    await create('/webhooks', { url: 'https://hooks.acme.example/mail', events: ['email.delivered', 'email.bounced'] });
    await create('/identity_hooks', { kind: 'logto', name: 'Login', templates: { SignIn: template.id } });
    for (let n = 0; n < 3; n++)
      await create('/customers', {
        email: `n${n}@example.com`,
        locale: 'pl-PL',
        data: { name: `N ${n}`, big: 1.5e300 },
      });
    const campaign = await create<{ drip_campaign: Created }>('/drip_campaigns', {
      name: 'Welcome',
      enabled: true,
      drip_steps: [{ email_id: template.id, delay_seconds: 3600 }],
    });
    return [
      '/account',
      '/templates',
      `/templates/${template.id}`,
      `/templates/${template.id}/versions`,
      `/templates/${template.id}/locales/pl-PL/versions`,
      '/snippets',
      '/esp_accounts',
      '/suppressions',
      '/webhooks',
      '/identity_hooks',
      ...[0, 1, 2].map((n) => `/customers/n${n}@example.com`),
      '/drip_campaigns',
      `/drip_campaigns/${campaign.drip_campaign.id}`,
    ];
  }

  it('covers each table of an account: it is moved or listed as not moved', async () => {
    const client = new Client({ connectionString: here.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ table: string }>(
      `select relnamespace::regnamespace || '.' || relname as table from pg_class join pg_attribute on attrelid = pg_class.oid
       where relkind in ('r', 'p') and not relispartition and attname = 'account_id'`,
    );
    await client.end();
    const moving = accountTables.map(({ schema, name }) => `${schema}.${name}`);
    const all = [...rows.map(({ table }) => table), 'gateway.accounts'];
    expect([...moving, ...unmovedTables].toSorted()).toEqual(all.toSorted());
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['is truncated', (text) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1), /incomplete/],
    ['lacks a row', (text) => text.replace(/\{"row":[^\n]*n1@example.com[^\n]*\n/, ''), /it has \d+ of \d+ rows/],
    [
      'has a row of another account',
      (text) => text.replace(/("row":\{"account_id":")[^"]+/, `$1${newId('account')}`),
      /an account other than/,
    ],
    [
      'has an unknown column',
      (text) => text.replace('"columns":["id"', '"columns":["colour","id"'),
      /accounts has no colour/,
    ],
    ['has another table', (text) => text.replace('template.snippets', 'template.outbox'), /outbox is not part/],
    ['is something else', () => '{"orders":[]}\n', /^Line 1 is not part of an account export/],
  ])('imports nothing from a file that %s', async (what, change, why) => {
    const file = join(directory, what.replaceAll(' ', '-'));
    await writeFile(file, change(await readFile(exported, 'utf8')));
    const { code, warned } = await run(there, 'import', file);
    expect([code, warned]).toEqual([1, expect.stringMatching(why)]);
    // A failed export leaves no file.
    const again = await run(there, 'export', account.id, `${file}-again`);
    expect([again.code, again.warned]).toEqual([1, expect.stringContaining(`The account ${account.id} has no data`)]);
    await expect(stat(`${file}-again`)).rejects.toThrow('ENOENT');
  });

  it('can be imported where the key has the same name, after its secrets were encrypted with another key', async () => {
    const credentials = { host: 'mail.other.example', port: 587, username: 'other', password: 'own', use_tls: true };
    const { body } = await new ApiCaller(there.url).call<{ esp_account: Created }>(
      'POST',
      '/esp_accounts',
      { name: 'Theirs', esp_type: 'smtp', credentials },
      { key: liveKey },
    );
    expect(body.esp_account.id).toMatch(/^esp_/);
    expect(await rotate(there, `own:${there.secretsKey},default:${there.secretsKey}`)).toMatch(/^Re-encrypted: 1\./);
  });

  it('moves the data of an account to another installation, which returns the same responses to the same API key', async () => {
    expect((await stat(exported)).mode & 0o777).toBe(0o600);
    expect(await readFile(exported, 'utf8')).not.toContain('top secret');
    const before = await readResources(here);
    expect(await run(there, 'import', exported)).toMatchObject({ code: 0, warned: '' });
    expect(await readResources(there)).toEqual(before);
    expect(await sealed(there)).toEqual(await sealed(here));
    const image = await fetch(`${there.url}/t/i/${imageId}`);
    expect([image.headers.get('content-type'), Buffer.from(await image.arrayBuffer()).equals(largeGif)]).toEqual([
      'image/gif',
      true,
    ]);
    // The moved template and suppression are in use.
    const [template] = await call<Created[]>(there, 'GET', '/templates');
    const { receipt_id: log } = await call<{ receipt_id: string }>(there, 'POST', '/send', {
      template: template!.id,
      recipient: { address: 'gone@example.com' },
    });
    await waitFor(
      async () => (await call<{ status: string }>(there, 'GET', `/logs/${log}`)).status === 'dropped' || undefined,
    );
  });

  it('moves encrypted secrets, which need the old key until they are encrypted again', async () => {
    const secrets = await decryptedSecrets(here, here.secretsKey);
    expect(secrets).toEqual([
      expect.stringContaining('top secret'),
      expect.stringContaining('top secret'),
      expect.stringMatching(/"current":"[\w-]{43}"/),
      expect.stringMatching(/whsec_/),
    ]);
    await expect(decryptedSecrets(there, there.secretsKey)).rejects.toThrow(/unable to authenticate/i);
    const both = `own:${there.secretsKey},default:${here.secretsKey}`;
    expect(await decryptedSecrets(there, both)).toEqual(secrets);
    expect(await rotate(there, both)).toMatch(
      /Re-encrypted: 2\. All ESP accounts.*\nRe-encrypted: 1\. All webhooks.*\nRe-encrypted: 1\. All identity hooks/,
    );
    expect(await decryptedSecrets(there, `own:${there.secretsKey}`)).toEqual(secrets);
    await expect(decryptedSecrets(there, here.secretsKey)).rejects.toThrow(
      'sealed with a key that SECRETS_KEY does not hold',
    );
    // Secrets that were there before do not need the name of the moved key.
    expect(await rotate(there, `own:${there.secretsKey}`)).toMatch(/^Re-encrypted: 0/);
    expect(await decryptedSecrets(here, here.secretsKey)).toEqual(secrets);
  });

  it('does not overwrite existing data', async () => {
    const again = await run(here, 'import', exported);
    expect([again.code, again.warned]).toEqual([1, expect.stringMatching(/The account acc_\w+ already has data/)]);
    const over = await run(here, 'export', account.id, exported);
    expect([over.code, over.warned]).toEqual([1, expect.stringContaining('EEXIST')]);
  });
});
