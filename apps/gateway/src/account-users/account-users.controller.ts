import { Body, Controller, Param } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ok, okAnswer } from '@postrider/contracts';
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
    description: 'With those who are invited.',
    examples: { answer: [exampleUser] },
  })
  list(@CurrentCaller() caller: Caller) {
    return this.users.list(caller);
  }

  @Endpoint('POST', '', 'administer', ok.extend({ user: accountUserResource }), {
    summary: 'Invite somebody to the account',
    description:
      'Sends a mail with a link that works once, within seven days. Whoever is invited again gets another one, and the new role.',
    errors: ['quota_exceeded', 'no_esp_account', 'sender_required'],
    examples: {
      request: { email: 'bob@acme.example', role: 'editor', name: 'Bob' },
      answer: { ...okAnswer, user: exampleUser },
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
    summary: 'Give a user another role',
    description: 'It counts everywhere within 30 seconds.',
    errors: ['not_found', 'last_admin'],
    examples: {
      request: { role: 'editor' },
      answer: { ...okAnswer, user: { ...exampleUser, status: 'active', user_id: 'usr_01KQV5Xx7GJ8sVJ4mB2cDe' } },
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
    summary: 'Take a user out of the account',
    description:
      'Or take an invitation back. Whoever may enter no other account is deleted. It counts everywhere within 30 seconds.',
    errors: ['not_found', 'last_admin'],
  })
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    await this.users.remove(caller, id);
    return okAnswer;
  }
}
