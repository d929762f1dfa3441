import { Body, Controller, Param } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ok, okResponse } from '@postrider/contracts';
import { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint, success } from '../http/endpoint.js';
import type { AccountUserResource, InvitationBody, RoleBody } from './account-user.js';
import { accountUserResource, invitationBody, roleBody } from './account-user.js';
import { AccountUsersService } from './account-users.service.js';

const exampleUser: AccountUserResource = {
  object: 'user',
  id: 'mbr_01KQV5Xx7GJ8sVJ4mB2cDe',
  email: 'bob@acme.example',
  name: 'Bob',
  role: 'editor',
  status: 'invited',
  created: 1_795_348_800,
};

/** See docs/reference/users.md. */
@Controller('users')
export class UsersController {
  constructor(private readonly users: AccountUsersService) {}

  @Endpoint('GET', '', 'administer', z.array(accountUserResource), {
    summary: 'List the users of the account',
    description: 'Invited users are included.',
    examples: { response: [exampleUser] },
  })
  list(@CurrentCaller() caller: Caller) {
    return this.users.list(caller);
  }

  @Endpoint('GET', 'names', 'read', z.array(z.string()), {
    summary: 'List the names of users',
    description: 'The names of active users, or their addresses if they have none, by which comments mention them.',
    examples: { response: ['Ada', 'bob@acme.example'] },
  })
  names(@CurrentCaller() caller: Caller) {
    return this.users.names(caller);
  }

  @Endpoint('POST', '', 'administer', ok.extend({ user: accountUserResource }), {
    summary: 'Invite a user',
    description:
      'Sends an email with a link that works once, within seven days. A second invitation sends another link and sets the role.',
    errors: ['quota_exceeded', 'no_esp_account', 'sender_required'],
    examples: {
      request: { email: 'bob@acme.example', role: 'editor', name: 'Bob' },
      response: { ...okResponse, user: exampleUser },
    },
  })
  async invite(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Body({ schema: invitationBody }) body: InvitationBody,
  ) {
    return success({ user: await this.users.invite(context, caller, body) });
  }

  @Endpoint('PATCH', ':id', 'administer', ok.extend({ user: accountUserResource }), {
    summary: 'Change the role of a user',
    description: 'Takes effect everywhere within 30 seconds.',
    errors: ['not_found', 'last_admin'],
    examples: {
      request: { role: 'editor' },
      response: { ...okResponse, user: { ...exampleUser, status: 'active', user_id: 'usr_01KQV5Xx7GJ8sVJ4mB2cDe' } },
    },
  })
  async changeRole(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body({ schema: roleBody }) { role }: RoleBody,
  ) {
    return success({ user: await this.users.changeRole(caller, id, role) });
  }

  @Endpoint('DELETE', ':id', 'administer', ok, {
    summary: 'Remove a user',
    description:
      'Or withdraws an invitation. A user without another account is deleted. Takes effect everywhere within 30 seconds.',
    errors: ['not_found', 'last_admin'],
  })
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    await this.users.remove(caller, id);
    return okResponse;
  }
}
