import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import type { Page, Request } from 'playwright-core';
import { made } from './testing/templates.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

/** More than a browser opens connections to one server (HTTP/1.1). */
const tabCount = 9;
const withinMs = 60_000;

/** What happens is shown in all tabs of a browser, which read one stream. */
describe('tabs of a browser', () => {
  const { admin } = visits();

  /** The streams that are being read. */
  const streamsOf = ({ context }: Visit): ReadonlySet<Request> => {
    const streams = new Set<Request>();
    context.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/events/stream')) streams.add(request);
    });
    context.on('requestfinished', (request) => streams.delete(request));
    context.on('requestfailed', (request) => streams.delete(request));
    return streams;
  };
  const openTabs = async ({ page, context }: Visit): Promise<Page[]> => {
    const tabs = [page, ...(await Promise.all(Array.from({ length: tabCount - 1 }, () => context.newPage())))];
    for (const tab of tabs) {
      await tab.goto('/logs');
      await tab.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
      await tab.locator('.ui-badge', { hasText: /^Live$/ }).waitFor();
    }
    return tabs;
  };
  const send = async (visit: Visit, template: string, whom: string): Promise<string> => {
    const address = `${whom}.${Date.now().toString(36)}@example.com`;
    const { status } = await visit.ask('POST', '/send', { template, recipient: { address } });
    expect(status).toBe(200);
    return address;
  };

  it('share one stream, which survives closing the tab that reads it', async () => {
    const visit = await admin();
    const id = await made(visit);
    const streams = streamsOf(visit);
    const tabs = await openTabs(visit);
    expect(streams.size).toBe(1);
    const first = await send(visit, id, 'first');
    for (const tab of tabs) await tab.getByText(first).first().waitFor();
    const [reading] = streams;
    const reader = reading!.frame().page();
    const others = tabs.filter((tab) => tab !== reader);
    await reader.close();
    await waitFor(() => [...streams].some((stream) => stream !== reading), { timeoutMs: withinMs });
    const second = await send(visit, id, 'second');
    for (const tab of others) await tab.getByText(second).first().waitFor();
    await Promise.all(others.filter((tab) => tab !== visit.page).map((tab) => tab.close()));
  });

  it('close it when all are hidden, and catch up when shown', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await made(visit);
    const streams = streamsOf(visit);
    const show = (state: 'visible' | 'hidden'): Promise<unknown> =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await visit.open('/logs');
    await page.locator('.ui-badge', { hasText: /^Live$/ }).waitFor();
    expect(streams.size).toBe(1);
    await show('hidden');
    await waitFor(() => streams.size === 0, { timeoutMs: withinMs });
    const address = await send(visit, id, 'unseen');
    await show('visible');
    await page.getByText(address).first().waitFor();
    await page.locator('.ui-badge', { hasText: /^Live$/ }).waitFor();
  });
});
