import { Body, Controller } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ok, okResponse } from '@postrider/contracts';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';
import type { AccountChanges, AccountResource } from './account.js';
import { accountChanges, accountResource } from './account.js';
import { AccountService } from './account.service.js';

const exampleAccount: AccountResource = {
  object: 'account',
  id: 'acc_01KQV5Xx7GJ8sVJ4mB2cDe',
  name: 'Acme',
  created: 1_795_348_800,
  default_sender: { address: 'hello@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
  tracking: { opens: true, clicks: false },
  require_review: false,
  smtp: { host: 'mail.acme.example', port: 587, security: 'starttls' },
  retention: { log_months: 13, attachment_days: 90, webhook_days: 7 },
};

/** See docs/reference/account.md. */
@Controller('account')
export class AccountController {
  constructor(private readonly accounts: AccountService) {}

  @Endpoint('GET', '', 'read', accountResource, {
    summary: 'Show the account',
    examples: { response: exampleAccount },
  })
  show(@CurrentContext() context: RequestContext) {
    return this.accounts.show(context);
  }

  @Endpoint('PATCH', '', 'administer', ok.extend({ account: accountResource }), {
    summary: 'Change the account',
    description: 'Takes effect everywhere within 30 seconds.',
    examples: {
      request: { tracking: { opens: true, clicks: false } },
      response: { ...okResponse, account: exampleAccount },
    },
  })
  async change(@CurrentContext() context: RequestContext, @Body({ schema: accountChanges }) body: AccountChanges) {
    return success({ account: await this.accounts.change(context, body) });
  }
}
