import { createClient } from './client.js';

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const receipt = {
  success: true,
  status: 'OK',
  receipt_id: 'log_1',
  email: { name: 'R', version_name: 'R', locale: 'en-US' },
};
const rejection = (status: string) => ({ success: false, status, message: 'No', request_id: 'req_1' });
const mail = { template: 'tem_1', recipient: { address: 'ada@example.com' } };

/** A gateway that returns these answers in turn, and then fails. */
function fakeGateway(...responses: (Response | Error)[]) {
  const requests: Request[] = [];
  const fetch = (request: Request): Promise<Response> => {
    requests.push(request);
    const response = responses[requests.length - 1] ?? new Error('no more answers');
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
  };
  return { requests, client: createClient({ url: 'https://mail.example.com/', key: 'live_1', fetch }) };
}

const now = { 'retry-after': '0' };

describe('createClient', () => {
  it('sends requests to the gateway with the key', async () => {
    const { requests, client } = fakeGateway(json(200, []));
    const { data } = await client.GET('/logs', { params: { query: { count: 5 } } });
    expect(data).toEqual([]);
    expect(requests[0]!.url).toBe('https://mail.example.com/api/v1/logs?count=5');
    expect(requests[0]!.headers.get('authorization')).toBe(`Basic ${btoa('live_1:')}`);
    expect(requests[0]!.headers.has('idempotency-key')).toBe(false);
  });

  it('sets an Idempotency-Key for a send and keeps it for retries', async () => {
    const { requests, client } = fakeGateway(json(503, rejection('unavailable'), now), json(200, receipt));
    const { data } = await client.POST('/send', { body: mail });
    expect(data?.receipt_id).toBe('log_1');
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(await Promise.all(requests.map((request) => request.json()))).toEqual([mail, mail]);
  });

  it("keeps the caller's Idempotency-Key", async () => {
    const { requests, client } = fakeGateway(json(200, receipt));
    await client.POST('/send', { body: mail, params: { header: { 'Idempotency-Key': 'order-1' } } });
    expect(requests[0]!.headers.get('idempotency-key')).toBe('order-1');
  });

  it('retries a send without a response', async () => {
    const { requests, client } = fakeGateway(new TypeError('fetch failed'), json(200, receipt));
    expect((await client.POST('/send', { body: mail })).data?.receipt_id).toBe('log_1');
    expect(requests).toHaveLength(2);
  });

  it('does not retry a request that may have been carried out and has no Idempotency-Key', async () => {
    const { requests, client } = fakeGateway(json(503, rejection('unavailable'), now));
    const { error } = await client.POST('/snippets', { body: { name: 'footer', body: 'x' } });
    expect(error?.status).toBe('unavailable');
    expect(requests).toHaveLength(1);
  });

  it('retries while the first attempt of a send is still running, and returns other conflicts', async () => {
    const { requests, client } = fakeGateway(json(409, rejection('idempotency_in_progress'), now), json(200, receipt));
    expect((await client.POST('/send', { body: mail })).data?.receipt_id).toBe('log_1');
    expect(requests).toHaveLength(2);
    const conflict = fakeGateway(json(409, rejection('in_use')));
    await conflict.client.DELETE('/snippets/{id}', { params: { path: { id: 'snp_1' } } });
    expect(conflict.requests).toHaveLength(1);
  });

  it('retries every rate-limited request, and returns the response to the last attempt', async () => {
    const rejected = Array.from({ length: 4 }, () => json(429, rejection('rate_limited'), now));
    const { requests, client } = fakeGateway(...rejected);
    const { error, response } = await client.POST('/snippets', { body: { name: 'footer', body: 'x' } });
    expect([error?.status, response.status, requests.length]).toEqual(['rate_limited', 429, 4]);
  });

  it('stops when the caller aborts', async () => {
    const { client } = fakeGateway(json(503, rejection('unavailable'), { 'retry-after': '30' }));
    const stop = new AbortController();
    const response = client.POST('/send', { body: mail, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(response).rejects.toThrow('enough');
  });

  it('sends an email to addresses and recipients, and returns the receipt', async () => {
    const { requests, client } = fakeGateway(json(200, receipt), json(200, receipt));
    expect(await client.send({ to: 'ada@example.com', subject: 'Hello', html: '<p>Hello</p>' })).toEqual(receipt);
    expect(requests[0]!.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    const mail = { to: ['ada@example.com', { address: 'grace@example.com', name: 'Grace' }], subject: 'S', text: 'T' };
    await client.send(mail, { idempotencyKey: 'order-1' });
    expect(requests[1]!.headers.get('idempotency-key')).toBe('order-1');
    expect(await requests[1]!.json()).toEqual({
      to: [{ address: 'ada@example.com' }, { address: 'grace@example.com', name: 'Grace' }],
      subject: 'S',
      text: 'T',
    });
  });

  it('throws the error of the API or a proxy for an email', async () => {
    const errors = [{ field: 'html', message: 'is required' }];
    const rejected = { ...rejection('invalid_request'), errors };
    const { client } = fakeGateway(
      json(400, rejected, { 'x-request-id': 'req_1' }),
      new Response('Bad', { status: 502 }),
    );
    const mail = { to: 'ada@example.com', subject: 'S' };
    await expect(client.send(mail)).rejects.toMatchObject({
      name: 'PostriderError',
      message: 'No',
      code: 'invalid_request',
      httpStatus: 400,
      errors,
      carriedOut: 'no',
      requestId: 'req_1',
    });
    await expect(client.send(mail)).rejects.toMatchObject({
      message: 'The server returned 502',
      code: undefined,
      carriedOut: 'unknown',
    });
  });
});
