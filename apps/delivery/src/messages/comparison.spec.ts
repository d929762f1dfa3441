import type { RenderedMessage } from '@postrider/rendering';
import { RenderingRejected } from '@postrider/rendering';
import { Comparison } from './comparison.js';

const rendered = (parts: Partial<RenderedMessage>): RenderedMessage => ({
  subject: 's',
  text: 't',
  notes: [],
  ...parts,
});
let logs = 0;

describe('a comparison of two versions', () => {
  let comparison: Comparison;
  beforeEach(() => {
    comparison = new Comparison();
    logs = 0;
  });
  const add = (before: Partial<RenderedMessage>, after: Partial<RenderedMessage>, data: unknown = {}) =>
    comparison.add({ logId: `log_${(logs += 1)}`, data, before: rendered(before), after: rendered(after) });

  it('counts emails, and omits equal ones', () => {
    add({}, {});
    add({ subject: 'Hello' }, { subject: 'Hi' });
    expect(comparison.result()).toMatchObject({ mails: 2, changed: 1, failed: 0, clipped: 0 });
  });

  it('groups the same change in emails with different data, the most frequent first', () => {
    add({ subject: 'One' }, { subject: 'Two' });
    for (const name of ['Ada Lovelace', 'Grace $& Hopper', 'Kim'])
      add({ text: `A\nDear ${name},\nB` }, { text: `A\nHello ${name}!\nB` }, { user: { name } });
    for (const name of ['Anna', 'Otto']) add({ subject: `For ${name}` }, { subject: 'For you' }, { name });
    expect(comparison.result().changes).toEqual([
      {
        part: 'text',
        before: 'Dear {{user.name}},',
        after: 'Hello {{user.name}}!',
        mails: 3,
        log_ids: ['log_2', 'log_3', 'log_4'],
      },
      { part: 'subject', before: 'For {{name}}', after: 'For you', mails: 2, log_ids: ['log_5', 'log_6'] },
      { part: 'subject', before: 'One', after: 'Two', mails: 1, log_ids: ['log_1'] },
    ]);
  });

  it('shows the text instead of the HTML unless only the HTML differs', () => {
    add({ html: '<p>a</p>', text: 'a' }, { html: '<p>b</p>', text: 'b' });
    add({ html: '<p class="x">a</p>' }, { html: '<p class="y">a</p>' });
    add({ ampHtml: '<p>' }, {});
    expect(comparison.result().changes).toMatchObject([
      { part: 'text', before: 'a', after: 'b' },
      { part: 'html', before: '<p class="x">a</p>', after: '<p class="y">a</p>' },
      { part: 'amp_html', before: '<p>', after: '' },
    ]);
  });

  it('shows a value that became fixed text', () => {
    add({ text: 'Order 12345' }, { text: 'Order 1234' }, { number: 12_345 });
    add({ text: 'Dear Kim' }, { text: 'Dear Kim ' }, { name: 'Kim' });
    expect(comparison.result().changes).toMatchObject([
      { before: 'Order {{number}}', after: 'Order 1234' },
      { before: 'Dear {{name}}', after: 'Dear {{name}}' },
    ]);
  });

  it('shows only the start of long differences', () => {
    const line = 'x'.repeat(50_000);
    add({ text: `${line}a${line}` }, { text: `${line}${'b'.repeat(5_000)}${line}` });
    const [change] = comparison.result().changes;
    expect([change!.before, change!.after]).toEqual([
      `${'x'.repeat(40)}a${'x'.repeat(40)}`,
      `${'x'.repeat(40)}${'b'.repeat(260)}`,
    ]);
  });

  it('groups failures, and compares nothing without a published version', () => {
    const after = new RenderingRejected('Rendering needs more than 100 ms');
    for (let mail = 0; mail < 4; mail += 1)
      comparison.add({ logId: `log_${mail}`, data: {}, before: rendered({}), after });
    comparison.add({ logId: 'log_5', data: {}, before: undefined, after: rendered({}) });
    expect(comparison.result()).toMatchObject({
      mails: 5,
      changed: 0,
      failed: 4,
      failures: [{ message: after.message, mails: 4, log_ids: ['log_0', 'log_1', 'log_2'] }],
    });
  });

  it('counts emails that become too large for Gmail', () => {
    const html = (bytes: number) => ({ html: 'é'.repeat(bytes / 2) });
    const limit = 102 * 1024;
    add(html(limit), html(limit));
    add(html(limit), html(limit + 2));
    add(html(limit + 2), html(limit + 4));
    expect(comparison.result()).toMatchObject({ clipped: 1 });
  });

  it('keeps at most 50 changes and 20 failures', () => {
    for (let mail = 0; mail < 60; mail += 1) {
      add({ subject: `${mail} before` }, { subject: `${mail} after` });
      const after = new RenderingRejected(`Reason ${mail}`);
      comparison.add({ logId: 'log_1', data: {}, before: undefined, after });
    }
    const { changes, failures, changed, failed } = comparison.result();
    expect([changes.length, failures.length, changed, failed]).toEqual([50, 20, 60, 60]);
  });
});
