import type { AccountTracking, LimitName, LimitOverrides } from '@postrider/contracts';
import {
  emailAddress,
  id,
  isRate,
  limitNames,
  limits,
  getQuota,
  getRate,
  text,
  trackingDomain,
} from '@postrider/contracts';
import { defineAction, defineCommand, unusableDatabase } from '@postrider/service';
import { z } from 'zod';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository, createAccount } from '../accounts/accounts.repository.js';
import { databaseUrl, onGatewayDatabase } from '../database.js';

/** Undefined removes the setting of the account. */
type TrackingChange = Partial<Record<keyof AccountTracking, boolean | string | undefined>>;

const expectedChange = 'must be opens=on, clicks=off, domain=links.acme.example or one of the names with =default';

/** `opens=on`, `domain=links.acme.example`, `clicks=default`. */
const trackingChange = z.string().transform((text, context): TrackingChange => {
  const [, name = '', value = ''] = /^(opens|clicks|domain)=(.+)$/.exec(text) ?? [];
  if (name !== '' && value === 'default') return { [name]: undefined };
  if (name === 'domain') {
    const domain = trackingDomain.safeParse(value);
    if (domain.success) return { domain: domain.data };
    context.addIssue({ code: 'custom', message: `domain ${domain.error.issues[0]!.message}` });
    return z.NEVER;
  }
  if (name !== '' && (value === 'on' || value === 'off')) return { [name]: value === 'on' };
  context.addIssue({ code: 'custom', message: expectedChange });
  return z.NEVER;
});

/** Null if no setting is left. */
function changedTracking(tracking: AccountTracking | null, changes: readonly TrackingChange[]): AccountTracking | null {
  const merged = Object.entries(Object.assign({}, tracking, ...changes) as TrackingChange);
  const settings = merged.filter(([, value]) => value !== undefined);
  return settings.length > 0 ? (Object.fromEntries(settings) as AccountTracking) : null;
}

/** Null resets the limit to the default. */
type LimitChange = readonly [LimitName, number | null];

const sizes: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** `templates=20000`, `template_bytes=5G`, `templates=default`. */
const limitChange = z.string().transform((text, context): LimitChange => {
  const [, key = '', value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  const name = limitNames.find((known) => known === key);
  const parsed = name === undefined ? nameNeeded : parseValue(name, value);
  if (name !== undefined && typeof parsed !== 'string') return [name, parsed];
  context.addIssue({ code: 'custom', message: String(parsed) });
  return z.NEVER;
});

const nameNeeded = `must be name=value or name=default; the names are ${limitNames.join(', ')}`;

/** The parsed value, or an error message. */
function parseValue(name: LimitName, value: string): number | null | string {
  if (value === 'default') return null;
  const inBytes = limits[name].unit === 'bytes';
  const [, digits, size = ''] = /^(\d{1,15}(?:\.\d{1,6})?)([KMG]?)$/.exec(value) ?? [];
  if (digits === undefined || (size !== '' && !inBytes))
    return `must set ${name} to a number${inBytes ? ', optionally followed by K, M or G' : ''}`;
  const amount = Number(digits) * (sizes[size] ?? 1);
  if (isRate(name)) return amount > 0 ? amount : `must set ${name} to a number greater than 0`;
  return Number.isSafeInteger(amount) ? amount : `must set ${name} to a whole number`;
}

/** Null if all limits are the defaults. */
function changedLimits(overrides: LimitOverrides | null, changes: readonly LimitChange[]): LimitOverrides | null {
  const own = Object.entries({ ...overrides, ...Object.fromEntries(changes) });
  const set = own.filter((entry): entry is [string, number] => entry[1] !== null);
  return set.length > 0 ? Object.fromEntries(set) : null;
}

const accounts = new AccountsRepository();

/** `postrider accounts`: needs the gateway's DATABASE_URL. */
export const accountsCommand = defineCommand({
  name: 'accounts',
  notes: `Limits: ${limitNames.join(', ')}. Bytes may end in K, M or G. Changes take effect within 30 s.`,
  actions: {
    list: defineAction({
      about: 'lists accounts: id, creation time, number of keys, name, custom limits',
      run: (_input, { print, environment }) =>
        onGatewayDatabase('accounts', environment, async ({ manager }) => {
          for (const account of await accounts.list(manager)) print(formatLine(account));
        }),
    }),
    create: defineAction({
      about: 'creates an account and prints its keys, which are shown only once',
      operands: {
        name: text(255).describe('name of the account'),
        defaultSender: emailAddress.optional().describe('address of the default sender'),
      },
      run: async ({ name, defaultSender }, { print, environment }) => {
        const url = databaseUrl('accounts', environment);
        const { id: accountId, keys } = await createAccount(url, name, defaultSender).catch((error: unknown) => {
          throw unusableDatabase(error);
        });
        print(`Account  ${accountId}\nLive key ${keys.live}\nTest key ${keys.test}`);
      },
    }),
    limits: defineAction({
      about: 'changes the given limits of an account, then prints all of them',
      operands: {
        account: id('account').describe('id of the account'),
        changes: z.array(limitChange).describe('name=value, or name=default to reset it'),
      },
      run: (input, { print, environment }) =>
        onGatewayDatabase('accounts', environment, ({ manager }) =>
          manager.transaction(async (tx) => {
            const account = await accounts.lockOne(tx, input.account);
            const limits = changedLimits(account.limits, input.changes);
            if (input.changes.length > 0) await accounts.setLimits(tx, account.id, limits);
            for (const name of limitNames) print(limitLine({ limits }, name));
          }),
        ),
    }),
    tracking: defineAction({
      about: 'changes the given tracking settings of an account, then prints all of them',
      operands: {
        account: id('account').describe('id of the account'),
        changes: z
          .array(trackingChange)
          .describe('opens=on|off, clicks=on|off, domain=HOST for tracked links, or name=default to reset it'),
      },
      run: (input, { print, environment }) =>
        onGatewayDatabase('accounts', environment, ({ manager }) =>
          manager.transaction(async (tx) => {
            const account = await accounts.lockOne(tx, input.account);
            const tracking = changedTracking(account.tracking, input.changes);
            if (input.changes.length > 0) await accounts.setTracking(tx, account.id, tracking);
            for (const line of trackingLines(tracking)) print(line);
          }),
        ),
    }),
  },
});

const formatLine = ({
  id: accountId,
  createdAt,
  keys,
  name,
  limits,
}: Omit<AccountEntity, 'systemMail'> & { readonly keys: number }): string =>
  [
    accountId,
    createdAt.toISOString(),
    `${keys} keys`,
    name,
    ...Object.entries(limits ?? {}).map(([limit, value]) => `${limit}=${value}`),
  ].join('  ');

function trackingLines(tracking: AccountTracking | null): string[] {
  const state = (on: boolean | undefined): string => (on === undefined ? 'off  (default)' : on ? 'on' : 'off');
  return [
    `opens   ${state(tracking?.opens)}`,
    `clicks  ${state(tracking?.clicks)}`,
    `domain  ${tracking?.domain ?? 'host of PUBLIC_URL  (default)'}`,
  ];
}

const width = Math.max(...limitNames.map(({ length }) => length));

function limitLine(account: Pick<AccountEntity, 'limits'>, name: LimitName): string {
  const own = account.limits?.[name] !== undefined;
  const limited = { limits: account.limits ?? undefined };
  const value = isRate(name) ? getRate(limited, name).perSecond : getQuota(limited, name);
  return `${name.padEnd(width)}  ${value}${own ? '  (custom)' : ''}`;
}
