import { Injectable } from '@nestjs/common';
import { Batcher } from '@postrider/concurrency';
import type { DripMail, DripMailContent, RequestContext, RequestOf, checkDripMails } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import { withoutAccount } from '@postrider/messaging';
import { OutboxRelay } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { MessageContent } from '../mail/message-content.js';
import { builtinAccountId, toDripLane, toLane } from '../esp-accounts/lane.js';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { EspAccountsService } from '../esp-accounts/esp-accounts.service.js';
import { acceptedEvent } from '../logs/mail-events.js';
import { chooseSender } from '../messages/accepted-content.js';
import { Dispatcher } from '../queue/dispatcher.js';
import type { PlannedMail } from './planning.repository.js';
import { PlanningRepository } from './planning.repository.js';

type Caller = Pick<RequestContext, 'accountId' | 'requestId'>;

/** Creates the emails of campaigns when members reach a step, before they are due. */
@Injectable()
export class PlanningService {
  /** Concurrent calls share a commit. */
  private readonly calls = new Batcher<PlannedMail, undefined>(
    async (mails) => {
      await withoutAccount(() => this.write(this.database.manager, mails));
      return [];
    },
    { batch: 200, concurrent: 2 },
  );

  constructor(
    private readonly database: DataSource,
    private readonly espAccounts: EspAccountsService,
    private readonly storedEspAccounts: EspAccountsRepository,
    private readonly planning: PlanningRepository,
    private readonly dispatcher: Dispatcher,
    private readonly relay: OutboxRelay,
  ) {}

  /** The sender of the emails. Rejects what a send would reject. */
  async check(
    context: RequestContext,
    request: RequestOf<typeof checkDripMails>,
  ): Promise<{ sender: MessageContent['sender'] }> {
    return { sender: chooseSender(request, await this.espAccounts.choose(context.accountId, request.esp_account)) };
  }

  async plan(context: Caller, mail: DripMail): Promise<void> {
    await this.calls.add(await this.decide(context, mail));
    this.relay.wake();
  }

  /** In the transaction that consumes the events. */
  async planAll(tx: EntityManager, reached: readonly (Caller & { readonly payload: DripMail })[]): Promise<void> {
    await this.write(tx, await Promise.all(reached.map(({ payload, ...context }) => this.decide(context, payload))));
    this.relay.wake();
  }

  private async write(tx: EntityManager, mails: readonly PlannedMail[]): Promise<void> {
    for (const lane of await this.planning.plan(tx, mails)) this.dispatcher.noteBacklog(lane);
  }

  /** If the ESP account is deleted, the attempt finds out, so that the email gets a final status with the reason. */
  private async decide(context: Caller, { content, ...mail }: DripMail): Promise<PlannedMail> {
    const { accountId } = context;
    const chosen = await this.storedEspAccounts.choose(accountId, content.esp_account);
    const espAccountId = chosen?.id ?? content.esp_account ?? builtinAccountId;
    const id = newId('log');
    return {
      ...mail,
      id,
      accountId,
      espAccountId,
      lane: toDripLane(toLane(accountId, espAccountId, mail.test)).id,
      content: toMessageContent(mail, content),
      outbox: acceptedEvent(
        context,
        {
          logId: id,
          templateId: mail.template_id,
          recipientAddress: content.recipient.address,
          test: mail.test,
          tags: content.tags ?? [],
          drip: mail,
          artifactId: null,
          versionId: null,
          templateName: mail.template_name,
          versionName: null,
          locale: null,
          espAccountId,
        },
        { source: 'drip', ...(mail.recipient_known && { recipient_known: true }) },
      ),
    };
  }
}

/** Fields of a campaign's email that affect its message without being copied into it. */
type UncopiedField = 'esp_account' | 'locale' | 'account_tracking';

const toMessageContent = (
  { campaign_id, membership_id, step_id }: Omit<DripMail, 'content'>,
  { recipient, sender, cc, bcc, template_data, tags, headers, locale, account_tracking }: DripMailContent,
): MessageContent =>
  ({
    recipient,
    sender,
    reply_to: undefined,
    cc: cc ?? [],
    bcc: bcc ?? [],
    template_data: template_data ?? {},
    tags: tags ?? [],
    headers: headers ?? {},
    attachments: [],
    subject: undefined,
    version_id: undefined,
    send_at: undefined,
    tracking: account_tracking && { account: account_tracking },
    ignore_suppressions: undefined,
    drip: { campaign_id, membership_id, step_id, locale },
  }) satisfies Record<Exclude<keyof DripMailContent, UncopiedField> | keyof MessageContent, unknown>;
