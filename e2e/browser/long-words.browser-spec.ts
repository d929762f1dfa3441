import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { surroundings } from './testing/config.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

/** A name that is one word, as ids and keys of other systems are. */
const word = (begins: string, length: number): string => begins.padEnd(length, 'Donaudampfschifffahrtsgesellschaft');
const email = `${word('ada', 64)}@${word('mail', 60)}.${word('shop', 60)}.example.com`.toLowerCase();
const tags = [word('invoice', 100), word('reminder', 100), word('germany', 100)];

/** Nothing that somebody named makes a page wider than its window, on a screen and on a telephone. */
describe('names of one long word', () => {
  const { admin } = visits();
  const ids: Record<string, string> = {};

  const make = async <Body>(visit: Visit, path: string, body: object): Promise<Body> => {
    const answer = await visit.ask<Body>('POST', path, body);
    expect([path, answer]).toEqual([path, expect.objectContaining({ status: 200 })]);
    return answer.body;
  };
  const more = async (page: Page, item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  beforeAll(async () => {
    const visit = await admin();
    const snippet = await make<{ snippet: { id: string } }>(visit, '/snippets', {
      name: word('Footer', 200),
      body: '<p>Footer</p>',
    });
    ids['snippet'] = snippet.snippet.id;
    const template = await make<{ id: string }>(visit, '/templates', {
      name: word('Invoice', 250),
      subject: word('Subject', 200),
      html: `<p>Mail {{${word('variable', 80)}}}</p>{% snippet "${word('Footer', 200)}" %}`,
    });
    ids['template'] = template.id;
    await visit.ask('PUT', `/templates/${template.id}`, { tags });
    await make(visit, `/templates/${template.id}/versions`, {
      name: word('Second', 250),
      subject: word('Other', 200),
      html: '<p>2</p>',
    });
    // By the built-in way, while there is no other.
    const mail = await make<{ receipt_id: string }>(visit, '/send', {
      template: template.id,
      recipient: { address: email, name: word('Ada', 200) },
      sender: { address: email, name: word('Shop', 200), reply_to: email },
      tags,
    });
    ids['log'] = mail.receipt_id;
    const campaign = await make<{ drip_campaign: { id: string } }>(visit, '/drip_campaigns', {
      name: word('Onboarding', 250),
      enabled: true,
      trigger_email_id: template.id,
      drip_steps: [
        { email_id: template.id, delay_seconds: 3600 },
        { email_id: template.id, delay_seconds: 7200 },
      ],
    });
    ids['campaign'] = campaign.drip_campaign.id;
    const fallback = await make<{ esp_account: { id: string } }>(visit, '/esp_accounts', {
      name: word('Failover', 250),
      esp_type: 'smtp',
      credentials: { host: '127.0.0.1', port: 25, username: '', password: '', use_tls: false },
    });
    const esp = await make<{ esp_account: { id: string } }>(visit, '/esp_accounts', {
      name: word('Relay', 250),
      esp_type: 'smtp',
      credentials: { host: '127.0.0.1', port: 25, username: '', password: '', use_tls: false },
      default_sender: { address: email, name: word('Sender', 200), reply_to: email },
      fallback: fallback.esp_account.id,
    });
    [ids['fallback'], ids['esp']] = [fallback.esp_account.id, esp.esp_account.id];
    const webhook = await make<{ webhook: { id: string } }>(visit, '/webhooks', {
      url: `https://${word('hooks', 60)}.${word('shop', 60)}.example.com/${word('path', 500)}`.toLowerCase(),
      description: word('Description', 250),
    });
    ids['webhook'] = webhook.webhook.id;
    await make(visit, '/customers', { email, locale: 'de-DE', data: { [word('attribute', 100)]: word('value', 200) } });
    await make(visit, '/suppressions', { email, note: word('Note', 200) });
    // It fails, and is listed as that.
    await make(visit, '/send', { template: template.id, recipient: { address: email } });
    await make(visit, `/drip_campaigns/${ids['campaign']}/activate`, { recipient: { address: email } });
    await make(visit, '/users', { email, name: word('Ada', 200), role: 'viewer' });
    await make(visit, '/api_keys', { name: word('Key', 200), kind: 'test' });
  });

  // Mail of other tests goes by the built-in way again.
  afterAll(async () => {
    const paths = [
      'drip_campaigns/campaign',
      'esp_accounts/esp',
      'esp_accounts/fallback',
      'webhooks/webhook',
      'templates/template',
    ];
    for (const path of paths) {
      const [list = '', name = ''] = path.split('/');
      const { status } = await fetch(`${surroundings.origin}/api/v1/${list}/${ids[name]}`, {
        method: 'DELETE',
        headers: { authorization: `Basic ${btoa(`${surroundings.liveKey}:`)}` },
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

  /** The pages of each area, and what opens on them. */
  const areas: Readonly<Record<string, () => readonly (readonly [path: string, ...opening: Opening[]])[]>> = {
    templates: () => {
      const template = `/templates/${ids['template']}`;
      return [
        ['/templates', (page) => paletteOf(page, word('Invoice', 250))],
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
      expect([path, ...(await visit.tooWide())]).toEqual([path]);
      for (const [position, open] of openings.entries()) {
        await open(page);
        await visit.settled();
        expect([path, position, ...(await visit.tooWide())]).toEqual([path, position]);
        await page.keyboard.press('Escape');
      }
    }
  });
});

async function paletteOf(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a command' }).fill(words);
}
