import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import type { DeliveryConfig } from '../config.js';
import { CredentialVault } from './credential-vault.js';
import type { EspAccountEntity } from './esp-account.entity.js';
import type { EspAccountsRepository } from './esp-accounts.repository.js';
import { EspDrivers } from './esp-drivers.js';

const [accountId, id] = ['acc_1', 'esp_1'];
const key = randomBytes(32).toString('base64');

/** Drivers of one account. A test changes its `row` like another process would. */
function createDrivers(SECRETS_KEY = key) {
  const config = { SECRETS_KEY, MAIL_HOSTNAME: 'x.example', ATTEMPT_TIMEOUT_SECONDS: 45 } as DeliveryConfig;
  const credentials = new CredentialVault({ SECRETS_KEY: key } as DeliveryConfig).seal('{"api_key":"secret"}', {
    accountId,
    rowId: id,
  });
  const world = {
    reads: 0,
    row: { accountId, id, espType: 'esp_kind_4', credentials, settings: {}, revision: 1 } as
      | EspAccountEntity
      | null
      | Error,
  };
  const accounts = {
    find: () => {
      world.reads += 1;
      return world.row instanceof Error ? Promise.reject(world.row) : Promise.resolve(world.row);
    },
  } as unknown as EspAccountsRepository;
  return { world, drivers: new EspDrivers(accounts, new CredentialVault(config), config) };
}

describe('EspDrivers', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('loads an account once in 30 s, and keeps the driver when nothing changed', async () => {
    const { world, drivers } = createDrivers();
    const driver = await drivers.of(accountId, id);
    jest.advanceTimersByTime(29_999);
    expect(await drivers.of(accountId, id)).toBe(driver);
    expect(world.reads).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await drivers.of(accountId, id)).toBe(driver);
    expect(world.reads).toBe(2);
  });

  it('uses a change of another process within 30 s, and one of this process immediately', async () => {
    const { world, drivers } = createDrivers();
    const first = await drivers.of(accountId, id);
    world.row = { ...(world.row as EspAccountEntity), revision: 2 };
    jest.advanceTimersByTime(30_000);
    const second = await drivers.of(accountId, id);
    expect(second).not.toBe(first);
    world.row = { ...world.row, revision: 3 };
    drivers.invalidate(id);
    expect(await drivers.of(accountId, id)).not.toBe(second);
  });

  it('drops the email of a deleted account with the reason', async () => {
    const { world, drivers } = createDrivers();
    await drivers.of(accountId, id);
    world.row = null;
    drivers.invalidate(id);
    const driver = await drivers.of(accountId, id);
    const message = {} as Parameters<typeof driver.send>[0];
    expect(await driver.send(message, AbortSignal.timeout(1_000))).toEqual({
      kind: 'rejected',
      status: 'dropped',
      detail: 'The ESP account of this message was deleted',
    });
  });

  it('throws while the account cannot be read', async () => {
    const { world, drivers } = createDrivers();
    const { row } = world;
    world.row = new Error('connection refused');
    await expect(drivers.of(accountId, id)).rejects.toThrow('connection refused');
    world.row = row;
    await expect(drivers.of(accountId, id)).resolves.toBeDefined();
  });

  it('reports an unusable account when SECRETS_KEY lacks the key or DEFAULT_SMTP_URL is not set', async () => {
    const { drivers } = createDrivers(randomBytes(32).toString('base64'));
    for (const [account, reason] of [
      [id, /SECRETS_KEY lacks the key/],
      ['builtin', /DEFAULT_SMTP_URL is not set/],
    ] as const) {
      const driver = await drivers.of(accountId, account);
      const message = {} as Parameters<typeof driver.send>[0];
      expect(await driver.send(message, AbortSignal.timeout(1_000))).toMatchObject({
        kind: 'deferred',
        scope: 'account',
        code: 'unusable_account',
        detail: expect.stringMatching(reason),
      });
    }
  });
});
