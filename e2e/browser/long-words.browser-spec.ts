import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { environment } from './testing/config.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

/** A name without spaces, like the ids and keys of other systems. */
const longName = (start: string, length: number): string => start.padEnd(length, 'Donaudampfschifffahrtsgesellschaft');
const email = `${longName('ada', 64)}@${longName('mail', 60)}.${longName('shop', 60)}.example.com`.toLowerCase();
const tags = [longName('invoice', 100), longName('reminder', 100), longName('germany', 100)];

/** No user-defined name makes a page wider than its window, on a desktop or a phone. */
describe('long names without spaces', () => {
  const { admin } = visits();
  const ids: Record<string, string> = {};

  const create = async <Body>(visit: Visit, path: string, body: object): Promise<Body> => {
    const response = await visit.call<Body>('POST', path, body);
    expect([path, response]).toEqual([path, expect.objectContaining({ status: 200 })]);
    return response.body;
  };
  const more = async (page: Page, item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  beforeAll(async () => {
    const visit = await admin();
    const snippet = await create<{ snippet: { id: string } }>(visit, '/snippets', {
      name: longName('Footer', 200),
      body: '<p>Footer</p>',
    });
    ids['snippet'] = snippet.snippet.id;
    const template = await create<{ id: string }>(visit, '/templates', {
      name: longName('Invoice', 250),
      subject: longName('Subject', 200),
      html: `<p>Mail {{${longName('variable', 80)}}}</p>{% snippet "${longName('Footer', 200)}" %}`,
    });
    ids['template'] = template.id;
    await visit.call('PUT', `/templates/${template.id}`, { tags });
    await create(visit, `/templates/${template.id}/versions`, {
      name: longName('Second', 250),
      subject: longName('Other', 200),
      html: '<p>2</p>',
    });
    // Sent to the built-in catcher, because no ESP account exists yet.
    const mail = await create<{ receipt_id: string }>(visit, '/send', {
      template: template.id,
      recipient: { address: email, name: longName('Ada', 200) },
      sender: { address: email, name: longName('Shop', 200), reply_to: email },
      tags,
    });
    ids['log'] = mail.receipt_id;
    const campaign = await create<{ drip_campaign: { id: string } }>(visit, '/drip_campaigns', {
      name: longName('Onboarding', 250),
      enabled: true,
      trigger_email_id: template.id,
      drip_steps: [
        { email_id: template.id, delay_seconds: 3600 },
        { email_id: template.id, delay_seconds: 7200 },
      ],
    });
    ids['campaign'] = campaign.drip_campaign.id;
    const fallback = await create<{ esp_account: { id: string } }>(visit, '/esp_accounts', {
      name: longName('Failover', 250),
      esp_type: 'smtp',
      credentials: { host: '127.0.0.1', port: 25, username: '', password: '', use_tls: false },
    });
    const esp = await create<{ esp_account: { id: string } }>(visit, '/esp_accounts', {
      name: longName('Relay', 250),
      esp_type: 'smtp',
      credentials: { host: '127.0.0.1', port: 25, username: '', password: '', use_tls: false },
      default_sender: { address: email, name: longName('Sender', 200), reply_to: email },
      fallback: fallback.esp_account.id,
    });
    [ids['fallback'], ids['esp']] = [fallback.esp_account.id, esp.esp_account.id];
    const webhook = await create<{ webhook: { id: string } }>(visit, '/webhooks', {
      url: `https://${longName('hooks', 60)}.${longName('shop', 60)}.example.com/${longName('path', 500)}`.toLowerCase(),
      description: longName('Description', 250),
    });
    ids['webhook'] = webhook.webhook.id;
    const hook = await create<{ identity_hook: { id: string } }>(visit, '/identity_hooks', {
      kind: 'supabase',
      name: longName('Login', 200),
      project_url: `https://${longName('project', 60)}.example.com`.toLowerCase(),
      templates: { signup: template.id },
    });
    ids['hook'] = hook.identity_hook.id;
    await create(visit, '/customers', {
      email,
      locale: 'de-DE',
      data: { [longName('attribute', 100)]: longName('value', 200) },
    });
    await create(visit, '/suppressions', { email, note: longName('Note', 200) });
    // Fails, because the recipient is suppressed, and appears under failures.
    await create(visit, '/send', { template: template.id, recipient: { address: email } });
    await create(visit, `/drip_campaigns/${ids['campaign']}/activate`, { recipient: { address: email } });
    await create(visit, '/users', { email, name: longName('Ada', 200), role: 'viewer' });
    await create(visit, '/api_keys', { name: longName('Key', 200), kind: 'test' });
  });

  // Without the ESP accounts, email of other tests goes to the built-in catcher again.
  afterAll(async () => {
    const paths = [
      'drip_campaigns/campaign',
      'esp_accounts/esp',
      'esp_accounts/fallback',
      'webhooks/webhook',
      'identity_hooks/hook',
      'templates/template',
    ];
    for (const path of paths) {
      const [list = '', name = ''] = path.split('/');
      const { status } = await fetch(`${environment.origin}/api/v1/${list}/${ids[name]}`, {
        method: 'DELETE',
        headers: { authorization: `Basic ${btoa(`${environment.liveKey}:`)}` },
      });
      expect([path, status]).toEqual([path, 200]);
    }
  });

  type Opening = (page: Page) => Promise<unknown>;
  const press =
    (name: string | RegExp, exact = true): Opening =>
    (page) =>
      page.getByRole('button', { name, exact }).first().click();
  const choose =
    (item: string): Opening =>
    (page) =>
      more(page, item);

  /** The pages of each area, and the dialogs and menus to open on them. */
  const areas: Readonly<Record<string, () => readonly (readonly [path: string, ...opening: Opening[]])[]>> = {
    templates: () => {
      const template = `/templates/${ids['template']}`;
      return [
        ['/templates', (page) => openPalette(page, longName('Invoice', 250))],
        [`/templates?tag=${tags[0]}`],
        [template],
        [`${template}?view=versions`, press('Compare'), press(/^More actions for/)],
        [`${template}?view=locales`],
        [`${template}?view=test`],
        [`${template}?view=settings`, press('Delete template')],
      ];
    },
    snippets: () => [['/snippets'], [`/snippets/${ids['snippet']}`]],
    'drip campaigns': () => [
      ['/drip_campaigns'],
      [`/drip_campaigns/${ids['campaign']}`, press('Edit'), choose('Delete'), press('Preview', false)],
    ],
    'ESP accounts': () => [['/esp_accounts'], [`/esp_accounts/${ids['esp']}`, press('Edit'), choose('Delete')]],
    webhooks: () => [['/webhooks'], [`/webhooks/${ids['webhook']}`, choose('Edit'), choose('Delete')]],
    'identity hooks': () => [
      ['/identity_hooks', press('Add identity hook')],
      [`/identity_hooks/${ids['hook']}`, press('Edit'), choose('Delete')],
    ],
    customers: () => [
      ['/customers'],
      [
        `/customers/${email}`,
        press('Edit'),
        choose('Erase personal data'),
        async (page) => {
          await more(page, 'Remove from all drip campaigns');
          await page.locator('.ui-toast').waitFor();
        },
      ],
    ],
    suppressions: () => [['/suppressions']],
    logs: () => {
      const log = `/logs/${ids['log']}`;
      return [
        ['/logs'],
        [`/logs?tag=${tags[0]}&template=${ids['template']}`],
        [log, press('Send a copy')],
        ...['data', 'mail', 'attempts'].map((tab) => [`${log}?tab=${tab}`] as const),
      ];
    },
    failures: () => [['/failures', (page) => page.getByRole('cell').getByRole('link').first().click()]],
    users: () => [['/users', press(/^Change AdaD/)]],
    'API keys': () => [['/api_keys', press(/^Revoke Key/)]],
    audit: () => [
      [
        '/audit',
        (page) =>
          page
            .getByRole('row')
            .filter({ hasText: 'Create a webhook' })
            .getByRole('button', { name: 'Show' })
            .first()
            .click(),
      ],
    ],
    'the overview': () => [['/']],
  };

  it.each(Object.keys(areas))('fit into the pages of %s', async (area) => {
    const visit = await admin();
    const { page } = visit;
    for (const [path, ...openings] of areas[area]!()) {
      await visit.open(path);
      expect([path, ...(await visit.overflows())]).toEqual([path]);
      for (const [position, open] of openings.entries()) {
        await open(page);
        await visit.settled();
        expect([path, position, ...(await visit.overflows())]).toEqual([path, position]);
        await page.keyboard.press('Escape');
      }
    }
  });
});

async function openPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a command' }).fill(words);
}
