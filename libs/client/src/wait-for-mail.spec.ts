import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from './client.js';
import { waitForMail } from './wait-for-mail.js';

const json = (body: unknown): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

interface Log {
  readonly id: string;
  readonly recipient_address: string;
  readonly subject?: string;
  readonly created: number;
  readonly status: string;
  readonly message: string;
}
const log = (id: string, more: Partial<Log> = {}): Log => ({
  id,
  recipient_address: 'ada@example.com',
  subject: 'Hello',
  created: 1_790_000_000,
  status: 'sent',
  message: 'Sent',
  ...more,
});

/** A client whose searches return these pages in turn, the last one again and again. */
function createPagedClient(...pages: (readonly Log[])[]) {
  const urls: string[] = [];
  const fetch = ({ url }: Request): Promise<Response> => {
    urls.push(url);
    const [, id] = /\/logs\/(\w+)\/mail$/.exec(url) ?? [];
    if (id !== undefined) return Promise.resolve(json({ log_id: id, subject: `S ${id}`, html: '<p>H</p>' }));
    const { searchParams } = new URL(url);
    const page = searchParams.has('q') && pages.length > 1 ? pages.shift()! : pages[0]!;
    return Promise.resolve(json({ data: page, next_cursor: null, searched_to: null }));
  };
  return { urls, client: createClient({ url: 'https://mail.example.com', key: 'test_1', fetch }) };
}

describe('waitForMail on logs', () => {
  it('polls until an email with the subject is rendered, and returns its content', async () => {
    const { subject: _none, ...unrendered } = log('log_1');
    const { client, urls } = createPagedClient([], [unrendered], [log('log_1', { subject: 'Reset' }), log('log_0')]);
    const mail = await waitForMail(client, { to: 'Ada@example.com', subject: /^re/gi });
    expect(mail).toEqual({ id: 'log_1', subject: 'S log_1', html: '<p>H</p>', text: '' });
    expect(urls).toHaveLength(4);
    expect(urls[0]).toBe('https://mail.example.com/api/v1/logs/search?count=50&q=Ada%40example.com');
  });

  it('omits emails that are older, or whose address only contains the wanted one', async () => {
    const { client } = createPagedClient([log('log_1', { recipient_address: 'x.ada@example.com' }), log('log_2')]);
    const since = new Date(1_790_000_000_500);
    expect((await waitForMail(client, { to: 'ada@example.com', since })).id).toBe('log_2');
    const later = { to: 'ada@example.com', since: new Date(1_790_000_001_000), timeoutMs: 30 };
    await expect(waitForMail(client, later)).rejects.toThrow(
      'An email to ada@example.com since 2026-09-21T14:13:21.000Z did not arrive within 30 ms.',
    );
  });

  it('reports the emails that did arrive, and their status', async () => {
    const dropped = log('log_1', { status: 'dropped', message: 'Suppressed: hard bounce' });
    const wanted = { to: 'ada@example.com', subject: 'Reset', timeoutMs: 30 };
    await expect(waitForMail(createPagedClient([dropped]).client, wanted)).rejects.toThrow(
      'An email to ada@example.com with the subject "Reset" did not arrive within 30 ms. Emails to that address: ' +
        '"Hello" (dropped: Suppressed: hard bounce).',
    );
    const many = Array.from({ length: 7 }, (_, at) => log(`log_${at}`, { subject: `${at}` }));
    await expect(waitForMail(createPagedClient(many).client, wanted)).rejects.toThrow(
      '"0", "1", "2", "3", "4" and 2 more.',
    );
    const others = [log('log_1', { recipient_address: 'grace@example.com' })];
    await expect(waitForMail(createPagedClient(others).client, wanted)).rejects.toThrow(
      'None was found for that address. The newest are: "Hello" to grace@example.com.',
    );
    await expect(waitForMail(createPagedClient([]).client, wanted)).rejects.toThrow('No email is there.');
  });

  it('fails immediately for a rejected key and for a timeout out of range', async () => {
    const body = { success: false, status: 'forbidden', message: 'The key lacks the scope read', request_id: 'req_1' };
    const fetch = () => Promise.resolve(new Response(JSON.stringify(body), { status: 403 }));
    const client = createClient({ url: 'https://mail.example.com', key: 'test_1', fetch });
    await expect(waitForMail(client, { to: 'ada@example.com' })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'The key lacks the scope read',
    });
    await expect(waitForMail(client, { to: 'ada@example.com', timeoutMs: 0 })).rejects.toThrow('timeoutMs must be');
  });
});

describe('waitForMail on a catcher', () => {
  it('gives up at its deadline when the catcher does not respond', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const wanted = { to: 'ada@example.com', timeoutMs: 30 };
      await expect(waitForMail(url, wanted)).rejects.toThrow(
        'did not arrive within 30 ms. The emails there could not be read.',
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('names a catcher that cannot be reached', async () => {
    await expect(waitForMail('http://127.0.0.1:2/', { to: 'ada@example.com' })).rejects.toThrow(
      'The mail catcher at http://127.0.0.1:2/ cannot be reached',
    );
  });
});
