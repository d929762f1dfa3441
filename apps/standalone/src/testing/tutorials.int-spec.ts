import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import { templatesCommand } from '../../../template-files/src/commands/templates.command.js';
import { parseBlocks } from './page-examples.js';
import { Placeholders } from './placeholders.js';
import type { WholeSystem } from './whole-system.js';
import { liveKey, startWholeSystem } from './whole-system.js';

const read = (page: string): Promise<string> => readFile(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8');
/** The moment of the examples in the documentation. */
const moment = 1_795_348_800;

describe('code of the documentation', () => {
  let system: WholeSystem;
  let folder: string;
  beforeAll(async () => {
    [system, folder] = await Promise.all([startWholeSystem(), mkdtemp(join(tmpdir(), 'postrider-tutorials-'))]);
    await system.takeDown('tracking');
    await system.bringUp('tracking', { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' });
  }, 60_000);
  afterAll(async () => {
    await system?.stop();
    await rm(folder, { recursive: true });
  });

  async function call<Body>(method: string, path: string, body: object = {}): Promise<Body> {
    const response = await fetch(`${system.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${liveKey}:`)}` },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Body;
  }

  it('sends a first email with curl', async () => {
    await call('PATCH', '/account', {
      default_sender: { address: 'hello@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
    });
    const blocks = parseBlocks(await read('start/developer.md'));
    const placeholders = new Placeholders(moment);
    const variables = `API=${system.url}/api/v1\nKEY=${liveKey}\n`;
    const curl = async (command: string): Promise<unknown> => {
      const { stdout } = await promisify(execFile)('sh', ['-c', variables + command]);
      return JSON.parse(stdout) as unknown;
    };
    const commands = blocks.filter(({ text }) => text.startsWith('curl'));
    expect(commands).toHaveLength(4);
    for (const command of commands) {
      const response = blocks[blocks.indexOf(command) + 1]!;
      const settled = async (): Promise<boolean> => {
        const actual = await curl(placeholders.inRequest(command.text));
        const expected = placeholders.inResponse(JSON.parse(response.text), actual);
        try {
          expect(actual).toEqual(expected);
          return true;
        } catch (error) {
          if (!command.text.includes('/events')) throw error;
          return false;
        }
      };
      await waitFor(settled, { what: `the answer of line ${response.line}` });
    }
  });

  it('verifies webhooks', async () => {
    const [program] = parseBlocks(await read('tutorials/webhook-receiver.md')).filter(
      ({ language }) => language === 'js',
    );
    const file = join(folder, 'receiver.mjs');
    await writeFile(file, program!.text);
    const { webhook, secret } = await call<{ webhook: { id: string }; secret: string }>('POST', '/webhooks', {
      url: 'http://127.0.0.1:9999/',
    });
    const receiver = spawn('env', [`WEBHOOK_SECRET=${secret}`, 'PORT=0', process.execPath, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let printed = '';
      receiver.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const port = await waitFor(() => /Listening on (\d+)/.exec(printed)?.[1]);
      const url = `http://127.0.0.1:${port}/`;
      await call('PUT', `/webhooks/${webhook.id}`, { url });
      await call('POST', `/webhooks/${webhook.id}/test`);
      await waitFor(() => /^email\.delivered \S+@\S+ log_\w+$/m.test(printed));

      const post = async (id: string, { key = secret, at = Date.now() / 1000, body = event(id) } = {}) => {
        const timestamp = Math.floor(at).toString();
        const signature = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
          .update(`${id}.${timestamp}.${event(id)}`)
          .digest('base64');
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,AAAA v1,${signature}`,
        };
        return (await fetch(url, { method: 'POST', headers, body })).status;
      };
      expect(await post('evt_1')).toBe(204);
      expect(await post('evt_1')).toBe(204);
      expect(await post('evt_2', { key: `whsec_${Buffer.from('another').toString('base64')}` })).toBe(401);
      expect(await post('evt_3', { at: Date.now() / 1000 - 301 })).toBe(401);
      expect(await post('evt_4', { body: event('evt_5') })).toBe(401);
      expect((await fetch(url, { method: 'POST' })).status).toBe(401);
      await waitFor(() => printed.includes('evt_1'));
      expect(printed.match(/evt_\d/g)).toEqual(['evt_1']);
    } finally {
      receiver.kill();
    }
  });

  const event = (id: string): string =>
    JSON.stringify({ type: 'email.opened', data: { recipient: { address: 'ada@example.com' }, log_id: id } });

  it('keeps templates in git', async () => {
    await call('POST', '/templates', { name: 'Receipt', subject: 'Receipt {{number}}', html: '<p>Thank you</p>' });
    const blocks = parseBlocks(await read('tutorials/templates-in-git.md'));
    const commands = blocks
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => [...text.matchAll(/^npm run postrider -- templates ([^#\n]+)/gm)])
      .map(([, command = '']) => command.trim());
    const edit = blocks.find(({ language }) => language === 'html')!;
    const terminal = {
      print: () => undefined,
      warn: () => undefined,
      environment: { POSTRIDER_URL: system.url, POSTRIDER_API_KEY: liveKey },
    };
    const page = join(folder, 'mail', 'templates', 'receipt', 'en-US.html');
    const codes: [string, number][] = [];
    for (const command of commands) {
      const code = await templatesCommand.run(
        command.replace(' mail', ` ${join(folder, 'mail')}`).split(' '),
        terminal,
      );
      if (codes.length === 0) {
        const id = /id: (\S+)/.exec(await readFile(page, 'utf8'))![1]!;
        await writeFile(page, edit.text.replace('ver_…', id));
      }
      codes.push([command, code]);
    }
    expect(codes).toEqual([
      ['pull mail', 0],
      ['check mail', 0],
      ['preview mail receipt/en-US', 0],
      ['check mail', 0],
      ['push mail --dry-run', 2],
      ['push mail --yes', 0],
      ['pull mail', 0],
      ['pull mail --force', 0],
    ]);
    const templates = await call<{ id: string; name: string; versions: { id: string }[] }[]>('GET', '/templates');
    const { id, versions } = templates.find(({ name }) => name === 'Receipt')!;
    const version = await call<{ subject: string }>('GET', `/templates/${id}/versions/${versions[0]!.id}`);
    expect(version.subject).toBe('Your receipt {{number}}');
  });
});
