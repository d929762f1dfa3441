import { newId } from '@postrider/contracts';
import type { Command } from '@postrider/service';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';
import { accountsCommand } from './accounts.command.js';
import { keysCommand } from './keys.command.js';

describe("the operator's commands", () => {
  let api: GatewayUnderTest;
  let output: string[];
  let warnings: string[];
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  }, 60_000);
  afterAll(() => api.stop());

  const run = (command: Command, ...args: string[]): Promise<number> => {
    output = [];
    warnings = [];
    const environment = { DATABASE_URL: api.databaseUrl };
    return command.run(args, { environment, print: (line) => output.push(line), warn: (line) => warnings.push(line) });
  };
  const newAccount = async (): Promise<{ id: string; live: string }> => {
    expect(await run(accountsCommand, 'create', 'Acme')).toBe(0);
    const [, id, live] = /^Account +(acc_\w+)\nLive key (live_\w+)\nTest key test_\w+$/.exec(output[0]!)!;
    return { id: id!, live: live! };
  };
  const printedLimits = (): string[] => output.map((line) => line.replace(/ {2,}/g, ' '));

  describe('accounts', () => {
    it('are listed with the number of their keys and their custom limits', async () => {
      const { id } = await newAccount();
      expect(await run(accountsCommand, 'limits', id, 'templates=20000', 'template_bytes=5G')).toBe(0);
      expect(printedLimits()).toEqual(
        expect.arrayContaining([
          'templates 20000 (custom)',
          `template_bytes ${5 * 1024 ** 3} (custom)`,
          'requests_per_second 2000',
          'snippets 10000',
        ]),
      );
      expect(await run(accountsCommand, 'list')).toBe(0);
      expect(output[0]).toMatch(/^acc_\w{22}  [\dT:.-]+Z  2 keys  My company$/);
      expect(output.at(-1)).toMatch(
        new RegExp(`^${id}  [\\dT:.-]+Z  2 keys  Acme  templates=20000  template_bytes=${5 * 1024 ** 3}$`),
      );
      expect(await run(accountsCommand, 'limits', id, 'templates=default', 'template_bytes=default')).toBe(0);
      expect(printedLimits()).toContain('templates 10000');
      expect(await storedLimits(id)).toBeNull();
    });

    const storedLimits = async (id: string): Promise<unknown> => {
      await run(accountsCommand, 'list');
      return /  2 keys  Acme  (.*)$/.exec(output.find((line) => line.startsWith(id))!)?.[1] ?? null;
    };

    it.each([
      ['templates=many', /must set templates to a number/],
      ['templates=1.5', /must set templates to a whole number/],
      ['templates=5K', /must set templates to a number/],
      ['requests_per_second=0', /must set requests_per_second to a number greater than 0/],
      ['emails=5', /must be name=value or name=default; the names are requests_per_second, /],
      ['templates', /must be name=value/],
    ])('reject the limit %s', async (change, message) => {
      const { id } = await newAccount();
      expect(await run(accountsCommand, 'limits', id, 'snippets=5', change)).toBe(2);
      expect(warnings.join('\n')).toMatch(message);
      expect(await storedLimits(id)).toBeNull();
    });

    it('name the account that does not exist', async () => {
      const id = newId('account');
      expect(await run(accountsCommand, 'limits', id)).toBe(1);
      expect(warnings).toEqual([`Account ${id} not found.`]);
    });
  });

  describe('keys', () => {
    it('are created with scopes and an expiry, then listed and revoked', async () => {
      const { id, live } = await newAccount();
      const args = ['create', id, 'Shop', '--scope', 'read', '--scope', 'send', '--expires', '90d'];
      expect(await run(keysCommand, ...args)).toBe(0);
      const [, key, secret] = /^Key (key_\w+)\n(live_\w+)$/.exec(output[0]!)!;
      expect((await api.call('/templates', { key: secret! })).status).toBe(200);
      expect((await api.call('/templates', { key: live })).status).toBe(200);
      expect((await api.call('/api_keys', { key: secret! })).status).toBe(403);
      expect(await run(keysCommand, 'list', id)).toBe(0);
      expect(output).toHaveLength(3);
      expect(output[2]).toMatch(
        new RegExp(
          `^${key}  live  ${secret!.slice(0, 12)}…  Shop  read,send  created [\\dT:.-]+Z  expires [\\dT:.-]+Z  `,
        ),
      );
      expect(output.join('\n')).not.toContain(secret);
      expect(await run(keysCommand, 'revoke', id, key!)).toBe(0);
      expect(output).toEqual([`${key}  revoked`]);
      expect(await run(keysCommand, 'revoke', id, key!)).toBe(1);
      expect(await run(keysCommand, 'list', id)).toBe(0);
      expect(output).toHaveLength(2);
    });

    it('are created of either kind, up to the quota of the account', async () => {
      const { id } = await newAccount();
      await run(accountsCommand, 'limits', id, 'api_keys=3');
      expect(await run(keysCommand, 'create', id, 'Trial', '--kind', 'test')).toBe(0);
      expect(output[0]).toMatch(/\ntest_\w+$/);
      expect(await run(keysCommand, 'create', id, 'One more')).toBe(1);
      expect(warnings).toEqual(['This account may have at most 3 API keys']);
    });

    it.each([
      [['--expires', 'yesterday'], /must be like 90d or 2030-12-31/],
      [['--expires', '2020-01-01'], /and in the future/],
      [['--scope', 'everything'], /must be one of send, read, manage/],
      [['--kind', 'other'], /must be one of live, test/],
    ])('are not created with %j', async (options, message) => {
      const { id } = await newAccount();
      expect(await run(keysCommand, 'create', id, 'Shop', ...options)).toBe(2);
      expect(warnings.join('\n')).toMatch(message);
      expect(await run(keysCommand, 'list', id)).toBe(0);
      expect(output).toHaveLength(2);
    });

    it('are neither created nor listed for an account that does not exist', async () => {
      expect(await run(keysCommand, 'create', newId('account'), 'Shop')).toBe(1);
      expect(await run(keysCommand, 'list', newId('account'))).toBe(1);
    });
  });
});
