import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import type { EspAccountResource, RequestContext } from '@postrider/contracts';
import {
  ServiceError,
  checkSenderDomain,
  createEspAccount,
  deleteEspAccount,
  espAccountBody,
  espAccountTrial,
  getEspAccount,
  getEspAccountAttempts,
  getEspWebhook,
  isReporting,
  listEspAccountsByPage,
  moveMail,
  ok,
  okResponse,
  retryEspAccount,
  rotateEspWebhook,
  setDefaultEspAccount,
  setUpEspWebhook,
  testEspAccount,
  tryEspAccount,
  updateEspAccount,
  updateEspAccountBody,
  espAccountResource,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint, success } from '../http/endpoint.js';
import { listing } from '../http/listing.js';
import { webhookUrl } from './provider-reports.middleware.js';

const listQuery = listEspAccountsByPage.request.omit({ after: true });
const defaultBody = setDefaultEspAccount.request;
const senderBody = checkSenderDomain.request.meta({ id: 'SenderDomainBody' });
const moveBody = moveMail.request.pick({ to: true });

/** See docs/reference/esp-accounts.md. */
@Controller('esp_accounts')
export class EspAccountsController {
  constructor(
    private readonly services: ContractClient,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Endpoint('GET', '', 'read', z.array(espAccountResource), {
    summary: 'List ESP accounts',
    calls: listEspAccountsByPage,
    examples: { response: listEspAccountsByPage.examples[0]!.response.items },
  })
  list(@CurrentContext() context: RequestContext, @Query({ schema: listQuery }) query: z.output<typeof listQuery>) {
    return listing(context, (after) => this.services.call(listEspAccountsByPage, context, { ...query, after }));
  }

  @Endpoint('POST', '', 'administer', ok.extend({ esp_account: createEspAccount.response }), {
    summary: 'Create an ESP account',
    description: 'The first one becomes the default. The response has `webhook_url` if the provider reports events.',
    calls: createEspAccount,
  })
  async create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: espAccountBody }) body: z.output<typeof espAccountBody>,
  ) {
    const account = await this.services.call(createEspAccount, context, body);
    // The account exists, so a failure to read its address must not fail the request.
    return success({ esp_account: await this.withWebhook(context, account).catch(() => account) });
  }

  @Endpoint('PUT', 'set_default', 'administer', ok.extend({ esp_account: setDefaultEspAccount.response }), {
    summary: 'Choose the default ESP account',
    description: 'It sends emails that name no ESP account.',
    calls: setDefaultEspAccount,
  })
  async setDefault(
    @CurrentContext() context: RequestContext,
    @Body({ schema: defaultBody }) body: z.output<typeof defaultBody>,
  ) {
    return success({ esp_account: await this.services.call(setDefaultEspAccount, context, body) });
  }

  @Endpoint('POST', 'test', 'administer', ok.extend({ test: tryEspAccount.response }), {
    summary: 'Test an ESP account before creating it',
    description: 'Connects and logs in with the credentials of the body, without sending email. Nothing is stored.',
    calls: tryEspAccount,
  })
  async try(
    @CurrentContext() context: RequestContext,
    @Body({ schema: espAccountTrial }) body: z.output<typeof espAccountTrial>,
  ) {
    return success({ test: await this.services.call(tryEspAccount, context, body) });
  }

  @Endpoint('POST', 'check_sender', 'read', ok.extend({ sender_domain: checkSenderDomain.response }), {
    summary: 'Check a sender domain',
    description: 'Looks up its MX, SPF, DMARC and DKIM records. Responds within 15 seconds.',
    calls: checkSenderDomain,
  })
  async checkSender(
    @CurrentContext() context: RequestContext,
    @Body({ schema: senderBody }) body: z.output<typeof senderBody>,
  ) {
    return success({ sender_domain: await this.services.call(checkSenderDomain, context, body) });
  }

  @Endpoint('POST', ':id/test', 'administer', ok.extend({ test: testEspAccount.response }), {
    summary: 'Test an ESP account',
    description: 'Connects and logs in with its credentials, without sending email. Responds within 15 seconds.',
    calls: testEspAccount,
  })
  async test(@CurrentContext() context: RequestContext, @Param('id') esp_id: string) {
    return success({ test: await this.services.call(testEspAccount, context, { esp_id }) });
  }

  @Endpoint('GET', ':id', 'read', ok.extend({ esp_account: getEspAccount.response }), {
    summary: 'Show an ESP account',
    description: 'Keys with the scope `manage` also get `webhook_url`.',
    calls: getEspAccount,
  })
  async get(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() { scopes }: Caller,
    @Param('id') esp_id: string,
  ) {
    const account = await this.services.call(getEspAccount, context, { esp_id });
    const mayReadWebhook = scopes?.includes('administer') ?? true;
    return success({ esp_account: mayReadWebhook ? await this.withWebhook(context, account) : account });
  }

  @Endpoint(
    'POST',
    ':id/rotate_webhook',
    'administer',
    ok.extend({ webhook_url: z.string().describe('The new address.') }),
    {
      summary: 'Replace the address for provider reports',
      description: 'The old address stops working within 30 seconds.',
      calls: rotateEspWebhook,
      examples: { response: { ...okResponse, webhook_url: 'https://mail.acme.example/webhooks/esp/…' } },
    },
  )
  async rotateWebhook(@CurrentContext() context: RequestContext, @Param('id') esp_id: string) {
    const { token } = await this.services.call(rotateEspWebhook, context, { esp_id });
    if (token === undefined)
      throw new ServiceError('invalid_request', 'Providers of this type of ESP account do not report events');
    return success({ webhook_url: this.webhookUrl(token) });
  }

  @Endpoint(
    'POST',
    ':id/setup_webhook',
    'administer',
    ok.extend({ webhook_url: z.string().describe('The address that the provider reports to.') }),
    {
      summary: 'Register the address for provider reports',
      description:
        'Registers the address at the provider with the credentials of the ESP account, or updates its registration.',
      calls: setUpEspWebhook,
      examples: { response: { ...okResponse, webhook_url: 'https://mail.acme.example/webhooks/esp/…' } },
    },
  )
  async setUpWebhook(@CurrentContext() context: RequestContext, @Param('id') esp_id: string) {
    const { PUBLIC_URL: public_url } = this.config;
    if (public_url === undefined)
      throw new ServiceError('invalid_request', 'PUBLIC_URL is not configured, so providers cannot reach this server');
    const { token } = await this.services.call(setUpEspWebhook, context, { esp_id, public_url });
    return success({ webhook_url: this.webhookUrl(token) });
  }

  @Endpoint('PUT', ':id', 'administer', ok.extend({ esp_account: updateEspAccount.response }), {
    summary: 'Change an ESP account',
    description: 'A name and credentials that are omitted stay; other optional fields that are omitted are removed.',
    calls: updateEspAccount,
  })
  async update(
    @CurrentContext() context: RequestContext,
    @Param('id') esp_id: string,
    @Body({ schema: updateEspAccountBody }) body: z.output<typeof updateEspAccountBody>,
  ) {
    return success({ esp_account: await this.services.call(updateEspAccount, context, { ...body, esp_id }) });
  }

  @Endpoint('POST', ':id/move_mail', 'administer', ok.extend(moveMail.response.shape), {
    summary: 'Move waiting emails to another ESP account',
    description: 'Emails that are being sent, or may have been sent, stay. At most 5,000 in a call.',
    calls: moveMail,
  })
  async moveMail(
    @CurrentContext() context: RequestContext,
    @Param('id') esp_id: string,
    @Body({ schema: moveBody }) { to }: z.output<typeof moveBody>,
  ) {
    return success(await this.services.call(moveMail, context, { esp_id, to }));
  }

  @Endpoint('GET', ':id/attempts', 'read', getEspAccountAttempts.response, {
    summary: 'Show the attempts of an ESP account',
    description: 'By hour, for the last seven days, without emails of test keys.',
    calls: getEspAccountAttempts,
  })
  attempts(@CurrentContext() context: RequestContext, @Param('id') esp_id: string) {
    return this.services.call(getEspAccountAttempts, context, { esp_id });
  }

  @Endpoint('POST', ':id/retry', 'administer', ok.extend(retryEspAccount.response.shape), {
    summary: 'Retry a failing ESP account',
    description:
      'Ends its pause, and makes emails due that failed because of the ESP account; at most 10,000 in a call.',
    calls: retryEspAccount,
  })
  async retry(@CurrentContext() context: RequestContext, @Param('id') esp_id: string) {
    return success(await this.services.call(retryEspAccount, context, { esp_id }));
  }

  @Endpoint('DELETE', ':id', 'administer', ok, {
    summary: 'Delete an ESP account',
    description: 'Rejected while emails wait for it or it is a fallback.',
    calls: deleteEspAccount,
  })
  async delete(@CurrentContext() context: RequestContext, @Param('id') esp_id: string) {
    await this.services.call(deleteEspAccount, context, { esp_id });
    return okResponse;
  }

  private async withWebhook(context: RequestContext, account: EspAccountResource): Promise<EspAccountResource> {
    if (!isReporting(account.esp_type)) return account;
    const { token, registered } = await this.services.call(getEspWebhook, context, { esp_id: account.id });
    if (token === undefined) return account;
    return { ...account, webhook_url: this.webhookUrl(token), webhook_registered: registered };
  }

  private webhookUrl(token: string): string {
    return webhookUrl(publicUrl(this.config), token);
  }
}
