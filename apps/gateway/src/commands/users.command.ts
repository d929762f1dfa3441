import { emailAddress, id } from '@postrider/contracts';
import type { Environment } from '@postrider/service';
import { defineAction, defineCommand, defineConfig } from '@postrider/service';
import { z } from 'zod';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { gatewayConfig, publicUrl } from '../config.js';
import { roles } from '../http/caller.js';
import { MembershipsRepository } from '../invitations/memberships.repository.js';
import { resetPath, welcomePath } from '../one-time-tokens/one-time-tokens.repository.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { storedAddress, UsersRepository } from '../sessions/users.repository.js';
import { onGatewayDatabase } from '../database.js';

const tokens = new OneTimeTokensRepository();
const memberships = new MembershipsRepository();
const accounts = new AccountsRepository();
const account = id('account').describe('id of the account');
const email = emailAddress.transform(storedAddress).describe('address that the user logs in with');

const { PUBLIC_URL, PORT, TLS_CERT } = gatewayConfig.schema.shape;
const linkTo = (environment: Environment | undefined, path: string): string =>
  publicUrl(defineConfig('users', { PUBLIC_URL, PORT, TLS_CERT }).read(environment)) + path;

/** `postrider users`: needs the gateway's DATABASE_URL. */
export const usersCommand = defineCommand({
  name: 'users',
  notes: 'Links start with PUBLIC_URL, are shown once and work once. Changes of access take effect within 30 s.',
  actions: {
    list: defineAction({
      about: 'lists the users and invitations of an account: address, role, creation time, name',
      operands: { account },
      run: (input, { print, environment }) =>
        onGatewayDatabase('users', environment, async ({ manager }) => {
          await accounts.find(manager, input.account);
          for (const { email: address, role, createdAt, userId, name } of await memberships.list(
            manager,
            input.account,
          ))
            print([address, role, createdAt.toISOString(), userId ? name : `${name} (invited)`].join('  ').trim());
        }),
    }),
    create: defineAction({
      about: 'invites a user to an account, and prints the link instead of sending it',
      operands: { account, email },
      options: {
        role: z
          .enum(roles)
          .default('editor')
          .meta({ value: roles.join('|'), description: 'role of the user' }),
      },
      run: (input, { print, warn, environment }) =>
        onGatewayDatabase('users', environment, async ({ manager }) => {
          const { id: accountId } = await accounts.find(manager, input.account);
          const token = await manager.transaction(async (tx) => {
            const added = await memberships.add(tx, { accountId, email: input.email, name: '', role: input.role });
            return added && tokens.issue(tx, 'invitation', { membershipId: added });
          });
          if (token) print(linkTo(environment, welcomePath(token)));
          else warn(`${input.email} is already a user of this account.`);
          return token ? 0 : 1;
        }),
    }),
    reset: defineAction({
      about: 'prints a link to set a new password, valid for an hour',
      operands: { email },
      run: (input, { print, warn, environment }) =>
        onGatewayDatabase('users', environment, async ({ manager }) => {
          const user = await new UsersRepository().findByEmail(manager, input.email);
          if (!user) {
            warn(`User ${input.email} not found.`);
            return 1;
          }
          const token = await manager.transaction((tx) => tokens.issue(tx, 'password_reset', { userId: user.id }));
          print(linkTo(environment, resetPath(token)));
          return 0;
        }),
    }),
    revoke: defineAction({
      about: 'removes a user or an invitation from an account, even the last administrator',
      operands: { account, email },
      run: (input, { print, warn, environment }) =>
        onGatewayDatabase('users', environment, async ({ manager }) => {
          const removed = await memberships.findByEmail(manager, input.account, input.email);
          if (removed) await manager.transaction((tx) => memberships.remove(tx, removed));
          if (removed) print(`${input.email}  removed from ${input.account}`);
          else warn(`${input.email} is not a user of this account.`);
          return removed ? 0 : 1;
        }),
    }),
  },
});
