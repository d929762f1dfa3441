import type { AccountTracking, LimitName, LimitOverrides } from '@postrider/contracts';
import {
  emailAddress,
  id,
  isRate,
  limitNames,
  limits,
  quotaOf,
  rateOf,
  text,
  trackingDomain,
} from '@postrider/contracts';
import { defineAction, defineCommand, unusableDatabase } from '@postrider/service';
import { z } from 'zod';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository, createAccount } from '../accounts/accounts.repository.js';
import { databaseUrl, onGatewayDatabase } from '../database.js';

/** Undefined takes what the account says away. */
type TrackingChange = Partial<Record<keyof AccountTracking, boolean | string | undefined>>;

const asked = 'must be opens=on, clicks=off, domain=links.acme.example or one of the names with =default';

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
  context.addIssue({ code: 'custom', message: asked });
  return z.NEVER;
});

/** Null where the account says nothing any more. */
function changedTracking(tracking: AccountTracking | null, changes: readonly TrackingChange[]): AccountTracking | null {
  const said = Object.entries(Object.assign({}, tracking, ...changes) as TrackingChange);
  const kept = said.filter(([, value]) => value !== undefined);
  return kept.length > 0 ? (Object.fromEntries(kept) as AccountTracking) : null;
}

/** Null takes the account's own away. */
type LimitChange = readonly [LimitName, number | null];

const sizes: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** `templates=20000`, `template_bytes=5G`, `templates=default`. */
const limitChange = z.string().transform((text, context): LimitChange => {
  const [, given = '', value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  const name = limitNames.find((known) => known === given);
  const read = name === undefined ? nameNeeded : valueOf(name, value);
  if (name !== undefined && typeof read !== 'string') return [name, read];
  context.addIssue({ code: 'custom', message: String(read) });
  return z.NEVER;
});

const nameNeeded = `must be name=value or name=default; the names are ${limitNames.join(', ')}`;

/** Or what it must be, in words. */
function valueOf(name: LimitName, value: string): number | null | string {
  if (value === 'default') return null;
  const inBytes = limits[name].unit === 'bytes';
  const [, digits, size = ''] = /^(\d{1,15}(?:\.\d{1,6})?)([KMG]?)$/.exec(value) ?? [];
  if (digits === undefined || (size !== '' && !inBytes))
    return `must give ${name} a number${inBytes ? ', with K, M or G after it or without' : ''}`;
  const amount = Number(digits) * (sizes[size] ?? 1);
  if (isRate(name)) return amount > 0 ? amount : `must give ${name} a number more than 0`;
  return Number.isSafeInteger(amount) ? amount : `must give ${name} a whole number`;
}

/** Null where nothing of them differs from the defaults any more. */
function changed(overrides: LimitOverrides | null, changes: readonly LimitChange[]): LimitOverrides | null {
  const own = Object.entries({ ...overrides, ...Object.fromEntries(changes) });
  const kept = own.filter((entry): entry is [string, number] => entry[1] !== null);
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

const accounts = new AccountsRepository();

/** `postrider accounts`: needs the gateway's DATABASE_URL. */
export const accountsCommand = defineCommand({
  name: 'accounts',
  notes: `Limits: ${limitNames.join(', ')}. Bytes may end in K, M or G. Gateways know a change within 30 s.`,
  actions: {
    list: defineAction({
      about: 'one line each: id, when it was made, how many keys it has, its name, its own limits',
      run: (_input, { print, environment }) =>
        onGatewayDatabase('accounts', environment, async ({ manager }) => {
          for (const account of await accounts.list(manager)) print(lineOf(account));
        }),
    }),
    create: defineAction({
      about: 'makes an account and prints its keys, this once',
      operands: {
        name: text(255).describe('of the account'),
        defaultSender: emailAddress.optional().describe('address that its mail comes from where a send names none'),
      },
      run: async ({ name, defaultSender }, { print, environment }) => {
        const url = databaseUrl('accounts', environment);
        const { id: made, keys } = await createAccount(url, name, defaultSender).catch((error: unknown) => {
          throw unusableDatabase(error);
        });
        print(`Account  ${made}\nLive key ${keys.live}\nTest key ${keys.test}`);
      },
    }),
    limits: defineAction({
      about: 'shows the limits of an account, after it has changed those that are given',
      operands: {
        account: id('account').describe('its id'),
        changes: z.array(limitChange).describe('name=value, or name=default to take the value of all accounts again'),
      },
      run: (input, { print, environment }) =>
        onGatewayDatabase('accounts', environment, ({ manager }) =>
          manager.transaction(async (tx) => {
            const account = await accounts.lockOne(tx, input.account);
            const limits = changed(account.limits, input.changes);
            if (input.changes.length > 0) await accounts.setLimits(tx, account.id, limits);
            for (const name of limitNames) print(limitLine({ limits }, name));
          }),
        ),
    }),
    tracking: defineAction({
      about: 'shows what is tracked of the mails of an account, after it has changed what is given',
      operands: {
        account: id('account').describe('its id'),
        changes: z
          .array(trackingChange)
          .describe('opens=on|off, clicks=on|off, domain=HOST for its links, or name=default'),
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

const lineOf = ({
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
  const shown = (on: boolean | undefined): string => (on === undefined ? 'off  (default)' : on ? 'on' : 'off');
  return [
    `opens   ${shown(tracking?.opens)}`,
    `clicks  ${shown(tracking?.clicks)}`,
    `domain  ${tracking?.domain ?? 'that of PUBLIC_URL  (default)'}`,
  ];
}

const width = Math.max(...limitNames.map(({ length }) => length));

function limitLine(account: Pick<AccountEntity, 'limits'>, name: LimitName): string {
  const own = account.limits?.[name] !== undefined;
  const limited = { limits: account.limits ?? undefined };
  const value = isRate(name) ? rateOf(limited, name).perSecond : quotaOf(limited, name);
  return `${name.padEnd(width)}  ${value}${own ? '  (its own)' : ''}`;
}
