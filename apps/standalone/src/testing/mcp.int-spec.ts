import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { waitFor } from '@postrider/testing';
import type { WholeSystem } from './whole-system.js';
import { liveKey, publicUrl, startWholeSystem, testKey } from './whole-system.js';

type Scope = 'read' | 'send' | 'manage';
type Body = Record<string, unknown>;

const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

describe('/mcp', () => {
  let system: WholeSystem;
  let template: string;
  let version: string;
  const clients: Client[] = [];
  /** Keys by their scopes. */
  const keys = new Map<string, { readonly id: string; readonly secret: string }>();

  const api = async (path: string, body?: unknown, key = liveKey, method = body === undefined ? 'GET' : 'POST') => {
    const response = await fetch(`${system.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const created = async (path: string, body: unknown): Promise<Body> => {
    const response = await api(path, body);
    expect(response).toMatchObject({ status: 200 });
    return response.body;
  };
  const newKey = async (...scopes: Scope[]) => {
    const { api_key } = await created('/api_keys', { kind: 'live', name: `Key for ${scopes.join(' and ')}`, scopes });
    return api_key as { id: string; secret: string };
  };
  const keyWith = async (...scopes: Scope[]): Promise<string> => {
    const name = scopes.join();
    if (!keys.has(name)) keys.set(name, await newKey(...scopes));
    return keys.get(name)!.secret;
  };
  const connect = async (key: string): Promise<Client> => {
    const client = new Client({ name: 'spec', version: '1' });
    clients.push(client);
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', system.url), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }),
    );
    return client;
  };
  const reader = async (): Promise<Client> => connect(await keyWith('read'));
  const getText = (result: Awaited<ReturnType<Client['callTool']>>): string => {
    const [part] = result.content as { type: string; text: string }[];
    return part!.text;
  };
  const call = async (client: Client, name: string, args: Body = {}): Promise<Body> => {
    const result = await client.callTool({ name, arguments: args });
    if (result.isError) throw new Error(getText(result));
    return JSON.parse(getText(result)) as Body;
  };
  /** A message as an older client sends it. */
  const post = async (body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${system.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      challenge: response.headers.get('www-authenticate'),
      body: await response.text(),
    };
  };
  const message = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
  const parseError = ({ body }: { body: string }) => (JSON.parse(body) as { error: Body }).error;

  beforeAll(async () => {
    system = await startWholeSystem();
    const content = { subject: 'Receipt {{number}}', html: '<p>Hello {{name}}</p>', name: 'Receipts' };
    template = (await created('/templates', content))['id'] as string;
    const { body } = await api(`/templates/${template}`);
    version = (body['versions'] as { id: string }[])[0]!.id;
  }, 60_000);
  afterAll(async () => {
    for (const client of clients) await client.close();
    await system?.stop();
  });

  const mailTo = (address: string) => ({
    template,
    recipient: { address },
    sender,
    template_data: { name: 'Ada', number: 1 },
  });

  describe('the tools', () => {
    it('are those that the scopes of the key allow, with descriptions', async () => {
      const { tools } = await (await reader()).listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'search_templates',
        'get_template',
        'get_template_version',
        'get_template_data_schema',
        'render_template',
        'check_template',
        'search_logs',
        'explain_log',
        'get_sent_mail',
        'list_suppressions',
        'propose_send',
        'list_send_proposals',
        'get_send_proposal',
      ]);
      for (const { name, annotations } of tools)
        expect([name, annotations]).toMatchObject([name, { readOnlyHint: name !== 'propose_send' }]);
      const sending = await (await connect(await keyWith('send'))).listTools();
      expect(sending.tools.map(({ name }) => name)).toEqual(['send_email']);
      expect(sending.tools[0]!.annotations).toMatchObject({ destructiveHint: true, idempotentHint: true });
      const all = await (await connect(liveKey)).listTools();
      expect(all.tools).toHaveLength(14);
    });

    it('have the arguments of the operations of the API', async () => {
      const { tools } = await (await connect(liveKey)).listTools();
      const schemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]));
      expect(schemas.get('render_template')).toMatchObject({ required: ['template', 'template_data'] });
      expect(schemas.get('explain_log')).toMatchObject({ required: ['log_id'], properties: { log_id: {} } });
      const send = schemas.get('send_email')!;
      expect(send).toMatchObject({ required: ['idempotency_key'], $defs: { Recipient: { type: 'object' } } });
      expect(Object.keys(send.properties!)).toEqual(
        expect.arrayContaining(['template', 'recipient', 'idempotency_key']),
      );
      expect(Object.keys(send.properties!)).not.toContain('files');
      expect(Object.keys(schemas.get('propose_send')!.properties!)).not.toContain('files');
      for (const [, schema] of schemas) expect(JSON.stringify(schema)).not.toContain('#/components/');
    });

    it('find, show, check and render templates', async () => {
      const client = await reader();
      expect(await call(client, 'search_templates', { q: 'Receipts', count: 1 })).toMatchObject({
        data: [{ id: template }],
      });
      expect(await call(client, 'get_template', { template_id: template })).toMatchObject({ name: 'Receipts' });
      expect(await call(client, 'get_template_version', { template_id: template, version_id: version })).toMatchObject({
        subject: 'Receipt {{number}}',
      });
      expect(
        await call(client, 'get_template_data_schema', { template_id: template, version_id: version }),
      ).toMatchObject({ type: 'object', properties: { number: {}, name: {} } });
      expect(
        await call(client, 'render_template', { template, template_data: { name: 'Ada', number: 7 } }),
      ).toMatchObject({ subject: 'Receipt 7', html: '<p>Hello Ada</p>' });
      expect(await call(client, 'check_template', { subject: '{{#a}}', text: 'x' })).toMatchObject({ valid: false });
    });

    it('send at once with the scope send, once per idempotency key', async () => {
      const client = await connect(await keyWith('send', 'read'));
      const args = { ...mailTo('sent@example.com'), idempotency_key: 'order 1' };
      const receipts = [await call(client, 'send_email', args), await call(client, 'send_email', args)];
      const [log_id] = receipts.map(({ receipt_id }) => receipt_id);
      expect(receipts[1]!['receipt_id']).toBe(log_id);
      await waitFor(() => system.sink.mails.some(({ to }) => to.includes('sent@example.com')));
      expect(await call(client, 'search_logs', { q: 'sent@example.com' })).toMatchObject({ data: [{ id: log_id }] });
      const explained = await waitFor(async () => {
        const response = await call(client, 'explain_log', { log_id });
        return (response['log'] as Body)['status'] === 'sent' ? response : undefined;
      });
      expect(explained!['explanation']).toContain(
        'The email to sent@example.com has the status “sent”. The provider has accepted',
      );
      expect(explained!['attempts']).toHaveLength(1);
      expect(await call(client, 'get_sent_mail', { log_id })).toMatchObject({ subject: 'Receipt 1' });
      await expect(call(client, 'send_email', mailTo('x@example.com'))).rejects.toThrow('idempotency_key is required');
    });

    it('send tests with a test key', async () => {
      const client = await connect(testKey);
      const { receipt_id } = await call(client, 'send_email', { ...mailTo('test@example.com'), idempotency_key: 't' });
      expect(await call(client, 'search_logs', { q: receipt_id })).toMatchObject({ data: [{ test: true }] });
      expect(system.sink.mails.some(({ to }) => to.includes('test@example.com'))).toBe(false);
    });

    it('explain why a suppressed address gets no email', async () => {
      await created('/suppressions', { email: 'gone@example.com', note: 'Asked us' });
      const { receipt_id: log_id } = await created('/send', mailTo('gone@example.com'));
      const client = await reader();
      const explained = await waitFor(async () => {
        const response = await call(client, 'explain_log', { log_id });
        return (response['log'] as Body)['status'] === 'dropped' ? response : undefined;
      });
      expect(explained!['explanation']).toMatch(
        /was given up[^]*Suppressed: added manually[^]*added the address manually/,
      );
      expect(await call(client, 'list_suppressions', { email: 'gone@example.com' })).toMatchObject({
        data: [{ reason: 'manual', note: 'Asked us' }],
      });
    });
  });

  describe('a proposal', () => {
    it('is sent when it is approved, even after the key that made it was revoked', async () => {
      const { id: keyId, secret } = await newKey('read');
      const client = await connect(secret);
      const { send_proposal } = await call(client, 'propose_send', {
        ...mailTo('proposed@example.com'),
        idempotency_key: 'proposal-1',
      });
      const { id } = send_proposal as { id: string };
      expect(await call(client, 'list_send_proposals', { status: 'open' })).toMatchObject({ data: [{ id }] });
      expect(await call(client, 'get_send_proposal', { id })).toMatchObject({
        status: 'open',
        proposed_by: { type: 'key', id: keyId, name: 'Key for read' },
        mail: { subject: 'Receipt 1', html: '<p>Hello Ada</p>' },
      });
      expect(await api(`/send_proposals/${id}/approve`, {}, secret)).toMatchObject({ status: 403 });
      expect(await api(`/send_proposals/${id}/approve`, {}, testKey)).toMatchObject({ status: 403 });
      await api(`/api_keys/${keyId}`, undefined, liveKey, 'DELETE');
      await expect(
        call(client, 'propose_send', { ...mailTo('later@example.com'), idempotency_key: 'proposal-3' }),
      ).rejects.toThrow('revoked');
      const approved = await api(`/send_proposals/${id}/approve`, {});
      expect(approved).toMatchObject({ status: 200, body: { send_proposal: { status: 'approved' } } });
      expect(await api(`/send_proposals/${id}/approve`, {})).toEqual(approved);
      await waitFor(() => system.sink.mails.some(({ to }) => to.includes('proposed@example.com')));
      expect(await api(`/send_proposals/${id}/reject`, {})).toMatchObject({
        status: 409,
        body: { status: 'proposal_closed' },
      });
      const received = system.sink.mails.filter(({ to }) => to.includes('proposed@example.com'));
      expect(received).toHaveLength(1);
    });

    it('shows its author why it was rejected', async () => {
      const client = await reader();
      const { send_proposal } = await call(client, 'propose_send', {
        ...mailTo('rejected@example.com'),
        idempotency_key: 'proposal-2',
      });
      const { id } = send_proposal as { id: string };
      await created(`/send_proposals/${id}/reject`, { reason: 'Wrong amount' });
      expect(await call(client, 'get_send_proposal', { id })).toMatchObject({
        status: 'rejected',
        reason: 'Wrong amount',
      });
    });

    it.each([
      [{ files: [{ id: 'a.txt', data: 'YQ==' }] }, 'files is no argument'],
      [{ separate: true }, 'separate is no argument'],
      [{ template: 'tem_x' }, 'not found'],
      [{ recipient: { address: 'nobody' } }, 'recipient.address must be an email address'],
    ])('with %j is rejected', async (change, why) => {
      const client = await reader();
      await expect(
        call(client, 'propose_send', { ...mailTo('a@example.com'), idempotency_key: 'proposal-4', ...change }),
      ).rejects.toThrow(why);
    });

    it('with attachments over the API is rejected', async () => {
      const body = { ...mailTo('a@example.com'), files: [{ id: 'a.txt', data: 'YQ==' }] };
      expect(await api('/send_proposals', body)).toMatchObject({
        status: 400,
        body: { message: 'Invalid request: files is not possible in a proposal' },
      });
    });
  });

  describe('rejects', () => {
    const list = message('tools/list');

    it('a call whose scope the key lacks, and unknown tools, arguments and ids', async () => {
      const client = await reader();
      const sending = { ...mailTo('x@example.com'), idempotency_key: 'x' };
      await expect(call(client, 'send_email', sending)).rejects.toThrow('This API key lacks the scope send');
      await expect(call(client, 'delete_everything')).rejects.toThrow('Unknown tool: delete_everything');
      await expect(call(client, 'search_logs', { query: 'x' })).rejects.toThrow('query is no argument; there are');
      await expect(call(client, 'search_logs', { count: 1000 })).rejects.toThrow('count must be from 1 to 100');
      await expect(call(client, 'explain_log', {})).rejects.toThrow('log_id is required');
      await expect(call(client, 'explain_log', { log_id: '../../account' })).rejects.toThrow('log_id must be an id');
      await expect(call(client, 'get_template', { template_id: 'tem_unknown' })).rejects.toThrow('not found');
    });

    it.each([
      ['without a key', '', 401, 'unauthenticated'],
      ['with an unknown key', 'Bearer live_unknown', 401, 'invalid_api_key'],
      ['with two words', 'Bearer a b', 401, 'unauthenticated'],
    ])('a request %s', async (_, authorization, status, code) => {
      const response = await post(list, { authorization });
      expect(response.challenge).toMatch(/^Bearer realm="Postrider"/);
      expect([response.status, response.type]).toEqual([status, 'application/json; charset=utf-8']);
      expect(parseError(response)).toMatchObject({ data: { status: code } });
    });

    it('pages of other origins, also with a key', async () => {
      const response = await post(list, { origin: 'http://attacker.example' });
      expect(response.status).toBe(403);
      expect(parseError(response)).toMatchObject({ code: -32_000, data: { status: 'csrf_refused' } });
      expect((await post(list, { origin: publicUrl })).status).toBe(200);
    });

    it.each([
      ['what is not JSON', '{', -32_700],
      ['an empty body', '', -32_600],
      ['what is no message', '{"a":1}', -32_600],
      ['a batch', JSON.stringify([list, list]), -32_600],
      ['an unknown method', JSON.stringify(message('tools/execute')), -32_601],
      ['parameters of another type', JSON.stringify(message('tools/call', { name: 7 })), -32_602],
      ['a body above 256 KB', JSON.stringify(message('tools/call', { name: 'x'.repeat(300_000) })), -32_000],
    ])('%s', async (_, body, code) => {
      const response = await post(body);
      expect(response.type).toBe('application/json; charset=utf-8');
      expect(parseError(response)).toMatchObject({ code });
    });

    it.each(['GET', 'DELETE', 'PUT'])('%s', async (method) => {
      const response = await fetch(`${system.url}/mcp`, {
        method,
        headers: { authorization: `Bearer ${liveKey}`, accept: 'text/html' },
      });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await response.json()).toMatchObject({
        jsonrpc: '2.0',
        error: { data: { status: 'method_not_allowed' } },
      });
    });
  });

  it('supports clients of earlier protocols without a session', async () => {
    const initialize = message('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    });
    const response = await post(initialize);
    expect(JSON.parse(response.body)).toMatchObject({
      result: { protocolVersion: '2025-06-18', serverInfo: { name: 'postrider' }, capabilities: { tools: {} } },
    });
    const notified = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(notified).toMatchObject({ status: 202, body: '' });
    const listed = await post(message('tools/list'), { 'mcp-protocol-version': '2025-06-18' });
    expect((JSON.parse(listed.body) as { result: { tools: unknown[] } }).result.tools).toHaveLength(14);
  });

  it('truncates long texts of a result', async () => {
    const client = await reader();
    const content = { subject: 'Long', html: `<p>${'long '.repeat(13_000)}</p>`, name: 'Long' };
    const { id } = await created('/templates', content);
    const rendered = await client.callTool({ name: 'render_template', arguments: { template: id, template_data: {} } });
    expect(getText(rendered).length).toBeLessThan(60_000);
    expect(getText(rendered)).toContain('… (65007 characters)');
  });

  it('returns numbers without loss', async () => {
    const rendered = await post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"render_template","arguments":{"template":"${template}","template_data":{"name":1.50,"number":12345678901234567890}}}}`,
    );
    expect(rendered.body).toContain('Receipt 12345678901234567890');
    expect(rendered.body).toContain('Hello 1.50');
  });
});
