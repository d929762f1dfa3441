import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import type { Page, Request } from 'playwright-core';
import { createTemplate } from './testing/templates.js';
import type { Visit } from './testing/visit.js';
import { visits } from './testing/visits.js';

/** More than the six HTTP/1.1 connections that a browser opens to one server. */
const tabCount = 9;
const timeoutMs = 60_000;

/** All tabs of a browser share one event stream. */
describe('tabs of a browser', () => {
  const { admin } = visits();

  /** The open event streams of a browser. */
  const trackStreams = ({ context }: Visit): ReadonlySet<Request> => {
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
      await tab.locator('.ui-badge', { hasText: /^Live updates$/ }).waitFor();
    }
    return tabs;
  };
  const send = async (visit: Visit, template: string, name: string): Promise<string> => {
    const address = `${name}.${Date.now().toString(36)}@example.com`;
    const { status } = await visit.call('POST', '/send', { template, recipient: { address } });
    expect(status).toBe(200);
    return address;
  };

  it('share one stream, which survives closing the tab that reads it', async () => {
    const visit = await admin();
    const id = await createTemplate(visit);
    const streams = trackStreams(visit);
    const tabs = await openTabs(visit);
    expect(streams.size).toBe(1);
    const first = await send(visit, id, 'first');
    for (const tab of tabs) await tab.getByText(first).first().waitFor();
    const [reading] = streams;
    const reader = reading!.frame().page();
    const others = tabs.filter((tab) => tab !== reader);
    await reader.close();
    await waitFor(() => [...streams].some((stream) => stream !== reading), { timeoutMs: timeoutMs });
    const second = await send(visit, id, 'second');
    for (const tab of others) await tab.getByText(second).first().waitFor();
    await Promise.all(others.filter((tab) => tab !== visit.page).map((tab) => tab.close()));
  });

  it('close it when all are hidden, and catch up when shown', async () => {
    const visit = await admin();
    const { page } = visit;
    const id = await createTemplate(visit);
    const streams = trackStreams(visit);
    const show = (state: 'visible' | 'hidden'): Promise<unknown> =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await visit.open('/logs');
    await page.locator('.ui-badge', { hasText: /^Live updates$/ }).waitFor();
    expect(streams.size).toBe(1);
    await show('hidden');
    await waitFor(() => streams.size === 0, { timeoutMs: timeoutMs });
    const address = await send(visit, id, 'unseen');
    await show('visible');
    await page.getByText(address).first().waitFor();
    await page.locator('.ui-badge', { hasText: /^Live updates$/ }).waitFor();
  });
});
