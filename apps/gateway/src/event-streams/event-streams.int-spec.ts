import { openEventStream, readEventStream, ServiceError } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { basic, GatewayUnderTest, liveKey } from '../testing/gateway-under-test.js';
import { maxOfKeys } from './event-streams.js';

interface Stream {
  readonly response: Response;
  /** The text received so far. */
  text(): string;
  /** Whether the response has ended. */
  ended(): boolean;
  close(): void;
}

describe('GET /events/stream', () => {
  let api: GatewayUnderTest;
  const streams: Stream[] = [];
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api?.stop());
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.close();
    api.services.reset();
    await waitFor(async () => (await api.call('/events/stream', { method: 'HEAD' })).status === 200);
  });

  const open = async (query = '', headers: Record<string, string> = {}, key = liveKey): Promise<Stream> => {
    const abort = new AbortController();
    const response = await fetch(`${api.gateway.url}/api/v1/events/stream${query}`, {
      headers: { authorization: basic(key), ...headers },
      signal: abort.signal,
    });
    let [text, ended] = ['', false];
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    void (async () => {
      try {
        for (let part = await reader.read(); !part.done; part = await reader.read()) text += decoder.decode(part.value);
      } catch {
        // The test closed the stream.
      }
      ended = true;
    })();
    const stream = { response, text: () => text, ended: () => ended, close: () => abort.abort() };
    streams.push(stream);
    return stream;
  };
  /** Serves the positions in `log`, also those that are added later. */
  const respondWith = (log: number[], pageSize = 2): void => {
    api.services.respond(openEventStream, () => ({ position: '0' }));
    api.services.respond(readEventStream, (_context, { after }) => {
      const pending = log.filter((position) => position > Number(after));
      const events = pending.slice(0, pageSize);
      return {
        events: events.map((position) => ({
          position: `${position}`,
          id: `evt_${position}`,
          body: '{"type":"email.sent"}',
        })),
        position: `${events.at(-1) ?? after}`,
        missed: false,
        more: pending.length > pageSize,
      };
    });
  };
  const parseEvents = (text: string): string[] => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data!);

  it('starts with its position and sends new events', async () => {
    const log: number[] = [];
    respondWith(log);
    const stream = await open();
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    await waitFor(() => stream.text() === 'retry: 2000\nid: 0\n\n');
    log.push(1, 2, 3);
    await waitFor(() => parseEvents(stream.text()).length === 3);
    expect(stream.text()).toContain('id: 2\ndata: {"id":"evt_2","type":"email.sent"}\n\n');
  });

  it('continues after Last-Event-ID, or after the query parameter', async () => {
    respondWith([1, 2, 3, 4]);
    const stream = await open('?after=1', { 'last-event-id': '3' });
    await waitFor(() => parseEvents(stream.text()).length === 1);
    expect(stream.text()).toContain('id: 4\n');
    const other = await open('?after=2');
    await waitFor(() => parseEvents(other.text()).length === 2);
  });

  it('forwards the filters, and sends an event when events were missed', async () => {
    respondWith([]);
    api.services.respond(readEventStream, () => ({ events: [], position: '7', missed: true, more: false }));
    const stream = await open('?types=email.sent,%20email.bounced&template=tem_1&tag=vip');
    await waitFor(() => stream.text().includes('event: missed\nid: 7\n'));
    expect(api.services.getCalls(readEventStream)[0]!.request).toEqual({
      after: '0',
      types: ['email.sent', 'email.bounced'],
      template: 'tem_1',
      tag: 'vip',
    });
  });

  it.each([
    ['?types=email.exploded', {}, 'types.0'],
    ['?after=x', {}, 'after'],
    ['', { 'last-event-id': '1; drop' }, 'Last-Event-ID'],
  ])('returns 400 for invalid parameters: %s %j', async (query, headers, field) => {
    respondWith([]);
    const { status, body } = await api.call(`/events/stream${query}`, { headers });
    expect([status, body['errors']]).toEqual([400, [expect.objectContaining({ field })]]);
  });

  it('returns 429 when the account has too many streams', async () => {
    respondWith([]);
    for (let stream = 0; stream < maxOfKeys; stream++) expect((await open()).response.status).toBe(200);
    const { status, headers, body } = await api.call('/events/stream');
    expect([status, headers.get('retry-after'), body['status']]).toEqual([429, '5', 'rate_limited']);
    streams.shift()!.close();
    await waitFor(async () => (await open()).response.status === 200);
  });

  it('stays open while events cannot be read, and sends them afterwards', async () => {
    const log = [1];
    respondWith(log);
    const stream = await open();
    await waitFor(() => parseEvents(stream.text()).length === 1);
    const before = api.services.getCalls(readEventStream).length;
    api.services.respond(readEventStream, () => {
      throw new ServiceError('unavailable', 'away');
    });
    await waitFor(() => api.services.getCalls(readEventStream).length > before + 1);
    log.push(2);
    respondWith(log);
    await waitFor(() => parseEvents(stream.text()).length === 2);
    expect(stream.ended()).toBe(false);
  });

  it('returns 503 while the service is down', async () => {
    api.services.respond(openEventStream, () => {
      throw new ServiceError('unavailable', 'away');
    });
    const { status, headers } = await api.call('/events/stream');
    expect([status, headers.has('retry-after')]).toEqual([503, true]);
  });

  it('is rejected in a batch, and HEAD has no body', async () => {
    respondWith([]);
    const batch = await api.call('/batch', { body: [{ path: '/api/v1/events/stream', method: 'GET' }] });
    expect(batch.body).toMatchObject([{ status_code: 400, body: 'A batch cannot hold a stream' }]);
    expect((await api.call('/events/stream', { method: 'HEAD' })).text).toBe('');
  });

  it('ends when the gateway stops', async () => {
    respondWith([]);
    const own = await GatewayUnderTest.start();
    own.services.respond(openEventStream, () => ({ position: '0' }));
    own.services.respond(readEventStream, () => ({ events: [], position: '0', missed: false, more: false }));
    const response = await fetch(`${own.gateway.url}/api/v1/events/stream`, {
      headers: { authorization: basic(liveKey) },
    });
    const text = response.text();
    await waitFor(() => own.services.getCalls(readEventStream).length > 0);
    const startedAt = performance.now();
    await own.stop();
    expect(await text).toBe('retry: 2000\nid: 0\n\n');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
