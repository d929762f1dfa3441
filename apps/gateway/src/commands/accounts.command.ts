import type { AccountTracking, LimitName } from '@postrider/contracts';
import { emailAddress, id, isRate, limitNames, quotaOf, rateOf, text } from '@postrider/contracts';
import { defineAction, defineCommand, unusableDatabase } from '@postrider/service';
import { z } from 'zod';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { createAccount } from '../accounts/create-account.js';
import { changed, limitChange } from './limit-changes.js';
import { databaseUrl, onGatewayDatabase } from './on-gateway-database.js';
import { changedTracking, trackingChange } from './tracking-changes.js';

const accounts = new AccountsRepository();

/** `npm run accounts`: needs the gateway's DATABASE_URL. */
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
}: Omit<AccountEntity, 'ownMail'> & { readonly keys: number }): string =>
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
