import { newId } from '@postrider/contracts';
import type { Command } from '@postrider/service';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';
import { accountsCommand } from './accounts.command.js';
import { keysCommand } from './keys.command.js';

describe("the operator's commands", () => {
  let api: GatewayUnderTest;
  let said: string[];
  let noted: string[];
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  }, 60_000);
  afterAll(() => api.stop());

  const run = (command: Command, ...args: string[]): Promise<number> => {
    said = [];
    noted = [];
    const environment = { DATABASE_URL: api.databaseUrl };
    return command.run(args, { environment, print: (line) => said.push(line), warn: (line) => noted.push(line) });
  };
  const made = async (): Promise<{ id: string; live: string }> => {
    expect(await run(accountsCommand, 'create', 'Acme')).toBe(0);
    const [, id, live] = /^Account +(acc_\w+)\nLive key (live_\w+)\nTest key test_\w+$/.exec(said[0]!)!;
    return { id: id!, live: live! };
  };
  const limitsShown = (): string[] => said.map((line) => line.replace(/ {2,}/g, ' '));

  describe('accounts', () => {
    it('are listed with their keys and what limits they have of their own', async () => {
      const { id } = await made();
      expect(await run(accountsCommand, 'limits', id, 'templates=20000', 'template_bytes=5G')).toBe(0);
      expect(limitsShown()).toEqual(
        expect.arrayContaining([
          'templates 20000 (its own)',
          `template_bytes ${5 * 1024 ** 3} (its own)`,
          'requests_per_second 2000',
          'snippets 10000',
        ]),
      );
      expect(await run(accountsCommand, 'list')).toBe(0);
      expect(said[0]).toMatch(/^acc_\w{22}  [\dT:.-]+Z  2 keys  default$/);
      expect(said.at(-1)).toMatch(
        new RegExp(`^${id}  [\\dT:.-]+Z  2 keys  Acme  templates=20000  template_bytes=${5 * 1024 ** 3}$`),
      );
      expect(await run(accountsCommand, 'limits', id, 'templates=default', 'template_bytes=default')).toBe(0);
      expect(limitsShown()).toContain('templates 10000');
      expect(await storedLimits(id)).toBeNull();
    });

    const storedLimits = async (id: string): Promise<unknown> => {
      await run(accountsCommand, 'list');
      return /  2 keys  Acme  (.*)$/.exec(said.find((line) => line.startsWith(id))!)?.[1] ?? null;
    };

    it.each([
      ['templates=many', /must give templates a number/],
      ['templates=1.5', /must give templates a whole number/],
      ['templates=5K', /must give templates a number/],
      ['requests_per_second=0', /must give requests_per_second a number more than 0/],
      ['emails=5', /must be name=value or name=default; the names are requests_per_second, /],
      ['templates', /must be name=value/],
    ])('refuse the limit %s', async (change, why) => {
      const { id } = await made();
      expect(await run(accountsCommand, 'limits', id, 'snippets=5', change)).toBe(2);
      expect(noted.join('\n')).toMatch(why);
      expect(await storedLimits(id)).toBeNull();
    });

    it('say which account there is not', async () => {
      const id = newId('account');
      expect(await run(accountsCommand, 'limits', id)).toBe(1);
      expect(noted).toEqual([`There is no account ${id}.`]);
    });
  });

  describe('keys', () => {
    it('are made with scopes and an end, work beside the others, are listed and revoked', async () => {
      const { id, live } = await made();
      const args = ['create', id, 'Shop', '--scope', 'read', '--scope', 'send', '--expires', '90d'];
      expect(await run(keysCommand, ...args)).toBe(0);
      const [, key, secret] = /^Key (key_\w+)\n(live_\w+)$/.exec(said[0]!)!;
      expect((await api.ask('/templates', { key: secret! })).status).toBe(200);
      expect((await api.ask('/templates', { key: live })).status).toBe(200);
      expect((await api.ask('/api_keys', { key: secret! })).status).toBe(403);
      expect(await run(keysCommand, 'list', id)).toBe(0);
      expect(said).toHaveLength(3);
      expect(said[2]).toMatch(
        new RegExp(`^${key}  live  ${secret!.slice(0, 12)}…  Shop  read,send  made [\\dT:.-]+Z  expires [\\dT:.-]+Z  `),
      );
      expect(said.join('\n')).not.toContain(secret);
      expect(await run(keysCommand, 'revoke', id, key!)).toBe(0);
      expect(said).toEqual([`${key}  revoked`]);
      expect(await run(keysCommand, 'revoke', id, key!)).toBe(1);
      expect(await run(keysCommand, 'list', id)).toBe(0);
      expect(said).toHaveLength(2);
    });

    it('are made of either kind, as many as the account may have', async () => {
      const { id } = await made();
      await run(accountsCommand, 'limits', id, 'api_keys=3');
      expect(await run(keysCommand, 'create', id, 'Trial', '--kind', 'test')).toBe(0);
      expect(said[0]).toMatch(/\ntest_\w+$/);
      expect(await run(keysCommand, 'create', id, 'One more')).toBe(1);
      expect(noted).toEqual(['This account may have at most 3 API keys']);
    });

    it.each([
      [['--expires', 'yesterday'], /must be like 90d or 2030-12-31/],
      [['--expires', '2020-01-01'], /and to come/],
      [['--scope', 'everything'], /must be one of send, read, manage/],
      [['--kind', 'other'], /must be one of live, test/],
    ])('are not made with %j', async (options, why) => {
      const { id } = await made();
      expect(await run(keysCommand, 'create', id, 'Shop', ...options)).toBe(2);
      expect(noted.join('\n')).toMatch(why);
      expect(await run(keysCommand, 'list', id)).toBe(0);
      expect(said).toHaveLength(2);
    });

    it('of an account that there is not are not made', async () => {
      expect(await run(keysCommand, 'create', newId('account'), 'Shop')).toBe(1);
      expect(await run(keysCommand, 'list', newId('account'))).toBe(1);
    });
  });
});
