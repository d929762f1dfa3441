import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import type { Locator, Route } from 'playwright-core';
import { giveToAnotherAccount } from './testing/another-account.js';
import { linkMailedTo } from './testing/mailed-link.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

describe('the pages of the dashboard', () => {
  const { admin } = visits();
  let template = '';
  const send = (visit: Visit) => visit.call('POST', '/send', { template, recipient: { address: 'ada@example.com' } });

  it('list the templates', async () => {
    const visit = await admin();
    const { body } = await visit.call<{ id: string }>('POST', '/templates', {
      name: 'Receipt',
      subject: 'Your receipt',
      html: '<p>Thank you</p>',
    });
    template = body.id;
    await send(visit);
    await visit.open('/templates');
    await visit.page.getByRole('link', { name: 'Receipt' }).first().waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  it('show the name of each row at every window width', async () => {
    const visit = await admin();
    const { page } = visit;
    const credentials = { host: 'mail.example.com', port: 587, username: 'shop', password: 'secret', use_tls: true };
    await visit.createEspAccount({ name: 'Relay', esp_type: 'smtp', credentials });
    for (const path of ['/templates', '/logs', '/esp_accounts', '/api_keys', '/users']) {
      await visit.open(path);
      // The badges of templates are tags, which people write.
      const labels = `.ui-table-head .ui-table-cell${path === '/templates' ? '' : ', .ui-table-row .ui-badge .truncate'}`;
      for (const width of [720, 800, 900, 1024, 1100, 1180, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        // The table chooses its columns again after the window was resized.
        await waitFor(async () => {
          const name = await page.locator('.ui-table-head .ui-table-cell').first().boundingBox();
          expect([path, width, name!.width >= 96]).toEqual([path, width, true]);
          const cut = await page.evaluate<string[]>(
            `[...document.querySelectorAll('${labels}')]
               .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)`,
          );
          expect([path, width, cut]).toEqual([path, width, []]);
          return true;
        });
      }
    }
  });

  it('have lower rows with the compact density, also after a reload', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/templates');
    const row = page.getByRole('row').nth(1);
    const height = async () => (await row.boundingBox())?.height;
    const choose = async (density: string) => {
      await page.locator('.shell-user').click();
      await page.getByRole('menuitemcheckbox', { name: density }).click();
    };
    expect(await height()).toBe(36);
    await choose('Compact');
    await waitFor(async () => (await height()) === 28);
    await page.reload();
    await waitFor(async () => (await height()) === 28);
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await choose('Comfortable');
    await waitFor(async () => (await height()) === 36);
  });

  it('show deliveries as not reported where no provider reports them', async () => {
    const visit = await admin();
    await send(visit);
    await visit.call('POST', '/send', { template, recipient: { address: 'bounce@example.com' } });
    await visit.open('/');
    const tile = (name: string) =>
      visit.page.locator('.statistics-tile').filter({ has: visit.page.getByText(name, { exact: true }) });
    await tile('Delivered').getByText('not reported').waitFor();
    await tile('Time to delivery').getByText('not reported').waitFor();
    await tile('Opened').getByText('none reported').waitFor();
    await tile('Bounced').getByText('%').waitFor();
    const problems = visit.page.getByRole('region', { name: 'Delivery problems' });
    await problems.getByText('The mailbox does not exist').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  it('preview the effect of a snippet change on templates', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/snippets');
    await page.getByRole('button', { name: 'New snippet' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('footer');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'footer' }).waitFor();
    await visit.call('POST', '/templates', {
      name: 'Uses it',
      subject: 'Yes',
      html: '<p>Mail</p>{% snippet "footer" %}',
    });
    await page.reload();
    await page.getByRole('list', { name: 'Where it is used' }).getByText('Uses it', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Snippet content' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('<p>A shop of books</p>');
    await page.frameLocator('iframe').first().getByText('A shop of books').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. All templates that use it are updated.').first().waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  it('are reachable by keyboard', async () => {
    const visit = await admin();
    const { page } = visit;
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const [keys, title] of [
      ['gt', 'Templates'],
      ['gl', 'Logs'],
      ['gu', 'Users'],
    ] as const)
      await visit.pressUntil(keys, page.getByRole('heading', { level: 1, name: title }));
  });

  it('focus the first field of a dialog and return the focus after it', async () => {
    const visit = await admin();
    const { page } = visit;
    const hasFocus = (element: Locator): Promise<void> => element.and(page.locator(':focus')).waitFor();
    await visit.open('/templates');
    const opener = page.getByRole('button', { name: 'New template' }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('dialog').getByLabel('Name'));
    await page.keyboard.press('Escape');
    await hasFocus(opener);
    // The focused row disappears with its list.
    await page.getByRole('link', { name: 'Receipt' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
    await hasFocus(page.getByRole('main'));
  });

  it('undo the last action by key', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.call('POST', '/snippets', { name: 'kept', body: 'kept' });
    await visit.open('/snippets');
    await page.getByRole('link', { name: 'kept' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('z');
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: 'kept' }).waitFor();
  });

  it('report missing objects, including those of other accounts', async () => {
    const visit = await admin();
    visit.expects(/status of 40[04]/);
    const { page } = visit;
    for (const path of [
      '/logs/log_01KQV5Xx7GJ8sVJ4mB2cDe',
      '/templates/tem_01KQV5Xx7GJ8sVJ4mB2cDe',
      '/customers/nobody@example.com',
    ]) {
      await page.goto(path);
      await page.getByText('Not found. It does not exist, or it belongs to another account.').first().waitFor();
    }
    const { body } = await visit.call<{ id: string }>('POST', '/templates', { name: 'Theirs', text: 'Theirs' });
    const readText = async (id: string): Promise<string> => {
      await page.goto(`/templates/${id}`);
      await page.getByText('Not found').first().waitFor();
      const main = await page.locator('main').innerText();
      return main.replace(/req_\S+/, 'req_');
    };
    await giveToAnotherAccount(body.id);
    expect(await readText(body.id)).toBe(await readText('tem_01KQV5Xx7GJ8sVJ4mB2cDe'));
  });

  it('accept any search text', async () => {
    const visit = await admin();
    const { page } = visit;
    const { body } = await visit.call<{ drip_campaign: { id: string } }>('POST', '/drip_campaigns', {
      name: 'Searchable',
      drip_steps: [{ email_id: template, delay_seconds: '60' }],
    });
    await visit.call('POST', '/snippets', { name: 'searchable', body: 'Found' });
    const odd = ['😀'.repeat(200), `x"'%_\\[(*+?`, 'a\tb', '12', '@', '   '];
    for (const path of [
      '/templates',
      '/logs',
      '/customers',
      '/suppressions',
      '/audit',
      '/snippets',
      `/drip_campaigns/${body.drip_campaign.id}`,
    ]) {
      await visit.open(path);
      const field = page.getByRole('searchbox');
      for (const text of odd) {
        const before = new URL(page.url()).search;
        await field.fill(text);
        await page.waitForURL((url) => url.search !== before);
        await visit.settled();
        expect([path, text, await page.getByRole('alert').allInnerTexts()]).toEqual([path, text, []]);
        expect(await field.inputValue()).toBe(text);
      }
    }
  });

  it('name an unavailable service and recover automatically', async () => {
    const visit = await admin();
    visit.expects(/status of 503|503 of/);
    const { page } = visit;
    const summary = 'The delivery service timed out';
    const message = `${summary}; it may have been carried out, so repeat it with the same Idempotency-Key`;
    const requests: Route[] = [];
    await page.route('**/api/v1/logs/search*', async (route) => {
      if (requests.push(route) === 2) return;
      if (requests.length > 2) return route.continue();
      await route.fulfill({
        status: 503,
        json: {
          success: false,
          status: 'unavailable',
          message,
          carried_out: 'unknown',
          reason: 'service_timeout',
          service: 'delivery',
          request_id: 'req_1',
        },
      });
    });
    await page.goto('/logs');
    const alert = page.getByRole('alert');
    await alert.getByText(`${summary}.`, { exact: true }).waitFor();
    await alert.getByText('Part of Postrider is unavailable. Try again in a few seconds.').waitFor();
    expect(requests).toHaveLength(1);
    // A read changes nothing, so the advice for writes must not appear.
    expect(await alert.innerText()).not.toMatch(/carried out|Idempotency/);
    await Promise.all([
      page.waitForRequest('**/api/v1/logs/search*'),
      alert.getByRole('button', { name: 'Try again' }).click(),
    ]);
    // The alert stays during the retry.
    expect(await alert.count()).toBe(1);
    await requests[1]?.continue();
    await alert.waitFor({ state: 'detached' });
  });

  it("count days in the browser's time zone, with a default period", async () => {
    // The local date there differs from the UTC date.
    const timezone = new Date().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
    const visit = await admin({ timezone });
    const { page } = visit;
    await visit.open('/?period=century');
    await page.getByRole('button', { name: 'Show as table' }).click();
    const days = await page.getByRole('region', { name: 'Over time' }).locator('tbody th').allInnerTexts();
    const today = new Intl.DateTimeFormat('en', { timeZone: timezone, dateStyle: 'medium' }).format(new Date());
    expect([days.length, days[0]]).toEqual([7, today]);
    expect(await page.getByRole('combobox', { name: 'Period' }).inputValue()).toBe('week');
  });

  it('show the statistics of a tag, a template and an ESP account', async () => {
    const visit = await admin();
    const { page } = visit;
    const sent = page.locator('.statistics-value').first();
    await visit.call('POST', '/send', { template, tags: ['winter'], recipient: { address: 'ada@example.com' } });
    await visit.open('/');
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('dialog').getByRole('searchbox', { name: 'Tag' }).fill('winter');
    await page.keyboard.press('Enter');
    await page.waitForURL(/tag=winter/);
    await sent.filter({ hasText: /^1$/ }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await text(await file.createReadStream())).trim().split('\r\n');
    expect([file.suggestedFilename(), lines.length]).toEqual(['statistics.csv', 1 + 7]);
    expect(lines.at(-1)).toMatch(/^winter,\d{4}-\d{2}-\d{2},1,0,/);
    await page.getByRole('button', { name: 'Tag: winter' }).click();
    await sent.filter({ hasNotText: /^1$/ }).waitFor();

    await visit.open(`/templates/${template}`);
    await page.getByRole('link', { name: 'Statistics' }).click();
    await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 52 weeks');
    await page.getByText('days in UTC').waitFor();
    const funnel = page.getByRole('region', { name: 'Funnel' });
    await funnel.getByRole('row', { name: /^Sent \d+ 100%/ }).waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await page.getByRole('combobox', { name: 'Period' }).selectOption('From … to …');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByLabel('From').fill('2026-01-01');
    await page.getByLabel('To').fill('2026-01-03');
    await page.getByLabel('To').press('Enter');
    await page.waitForURL(/from=2026-01-01&to=2026-01-03/);
    await page.getByText('No emails in this period').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);

    const credentials = { host: 'mail.example.com', port: 587, username: 'shop', password: 'secret', use_tls: true };
    const espAccount = await visit.createEspAccount({ name: 'Unused', esp_type: 'smtp', credentials });
    await visit.open(`/esp_accounts/${espAccount}`);
    await page.getByRole('region', { name: 'Statistics' }).getByText('No emails in this period').waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  it('list the links of a template that were clicked', async () => {
    const visit = await admin();
    const { page } = visit;
    const { body } = await visit.call<{ id: string }>('POST', '/templates', {
      name: 'Newsletter',
      subject: 'News',
      html: '<a href="https://acme.example/news?reader={{id}}">News</a>',
    });
    const recipient = { address: 'clicker@example.com' };
    const email = { template: body.id, template_data: { id: 7 }, recipient, tracking: { clicks: true } };
    await visit.call('POST', '/send', email);
    const link = await linkMailedTo(recipient.address, /http[^\s"]+\/t\/[^\s"]+/);
    // Without the name of a browser, the click counts as one of a bot.
    const { status } = await fetch(link, { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0 (Macintosh)' } });
    expect(status).toBe(302);
    const row = page
      .getByRole('region', { name: 'Clicked links' })
      .getByRole('row', { name: /^https:\/\/acme.example\/news 1 1$/ });
    await waitFor(
      async () => {
        await visit.open(`/templates/${body.id}?view=statistics`);
        await row.first().waitFor({ timeout: 3_000 });
        return true;
      },
      { timeoutMs: 50_000 },
    );
    expect(await visit.accessibilityViolations()).toEqual([]);
  });

  // Last, because statistics lag some seconds: by now they contain the email of the first test.
  it('start with a live overview', async () => {
    const visit = await admin();
    const { page } = visit;
    await visit.open('/');
    await page.getByText('Live updates', { exact: true }).waitFor();
    await page.locator('.statistics-chart canvas').waitFor();
    const sent = page.locator('.statistics-value').first();
    const before = Number(await sent.innerText());
    await send(visit);
    expect(await visit.accessibilityViolations()).toEqual([]);
    await sent.filter({ hasText: String(before + 1) }).waitFor();
    await page.getByRole('combobox', { name: 'Period' }).selectOption('day');
    await page.waitForURL(/period=day/);
  });
});
