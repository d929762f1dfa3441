import { Injectable, Logger } from '@nestjs/common';
import type { DripMailContent, RequestContext } from '@postrider/contracts';
import { ServiceError, getTriggerContent, messageAccepted } from '@postrider/contracts';
import type { PreparedEvent, ReceivedEvent } from '@postrider/messaging';
import { ContractClient, On } from '@postrider/messaging';
import { OutboxRelay } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { WaitingMembers } from '../counts/counts.repository.js';
import { OptOutsRepository } from '../memberships/opt-outs.repository.js';
import type { Enrollment } from '../memberships/memberships.repository.js';
import { MembershipsRepository } from '../memberships/memberships.repository.js';

type Received = ReceivedEvent<typeof messageAccepted>;
/** An accepted message with the content that the campaign's emails take over from the message. */
export type Accepted = PreparedEvent<typeof messageAccepted, DripMailContent>;

/** Enrolls the recipients of emails that trigger campaigns (docs/drips.md#triggers). */
@Injectable()
export class TriggersService {
  private readonly logger = new Logger(TriggersService.name);

  constructor(
    private readonly database: DataSource,
    private readonly campaigns: CampaignsRepository,
    private readonly memberships: MembershipsRepository,
    private readonly optOuts: OptOutsRepository,
    private readonly members: WaitingMembers,
    private readonly client: ContractClient,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Loads the contents of the messages that trigger campaigns. It queries the database and not a cache, so that a
   * campaign that any replica has just saved counts.
   */
  async loadContents(events: readonly Received[]): Promise<ReadonlyMap<string, DripMailContent>> {
    const triggering = new Set((await this.triggeredBy(this.database.manager, events)).map(({ event }) => event));
    const contents = await Promise.all(
      [...triggering].map(async (event) => ({ id: event.eventId, content: await this.loadContent(event) })),
    );
    return new Map(contents.flatMap(({ id, content }) => (content ? [[id, content] as const] : [])));
  }

  async activate(tx: EntityManager, events: readonly Accepted[]): Promise<void> {
    const triggered = await this.triggeredBy(tx, events);
    const shared = await this.campaigns.lockAllShared(
      tx,
      triggered.map(({ event, campaignId: id }) => ({ accountId: event.accountId, id })),
    );
    const wanted = triggered.flatMap(({ event, campaignId }): Enrollment[] => {
      const campaign = shared.find(({ accountId, id }) => accountId === event.accountId && id === campaignId);
      const { payload, prepared: content, ...context } = event;
      return campaign?.enabled ? [{ context, campaign, test: payload.test, content, at: payload.at }] : [];
    });
    const quotas = new Map(events.map(({ accountId, payload }) => [accountId, payload.drip_members]));
    const enrollments = this.withinQuota(await this.optOuts.notOptedOut(tx, wanted), quotas);
    if (enrollments.length === 0) return;
    for (const { context } of await this.memberships.enter(tx, enrollments)) this.members.add(context.accountId, 1);
    this.relay.wake();
  }

  /** An event has no caller to reject: recipients beyond the account's quota are skipped. */
  private withinQuota(
    enrollments: readonly Enrollment[],
    quotas: ReadonlyMap<string, number | undefined>,
  ): Enrollment[] {
    const remaining = new Map<string, number>();
    const admitted = enrollments.filter(({ context: { accountId } }) => {
      const drip_members = quotas.get(accountId);
      const own = drip_members === undefined ? undefined : { drip_members };
      const available = remaining.get(accountId) ?? this.members.remaining({ accountId, limits: own });
      remaining.set(accountId, available - 1);
      return available > 0;
    });
    for (const [accountId, available] of remaining)
      if (available < 0)
        this.logger.warn(
          { account_id: accountId },
          'the account has reached its quota of drip campaign members: triggers were skipped',
        );
    return admitted;
  }

  /** Undefined when the message is not stored any more. */
  private async loadContent({ accountId, requestId, payload }: Received): Promise<DripMailContent | undefined> {
    const context: RequestContext = { accountId, requestId, deadline: Date.now() + getTriggerContent.timeoutMs };
    try {
      return await this.client.call(getTriggerContent, context, { log_id: payload.log_id });
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'log_not_found') return undefined;
      throw error;
    }
  }

  private async triggeredBy<Event extends Received>(
    tx: EntityManager,
    events: readonly Event[],
  ): Promise<{ readonly event: Event; readonly campaignId: string }[]> {
    const mails = events.map(({ accountId, payload }) => ({ accountId, templateId: payload.template_id }));
    const triggered = await this.campaigns.triggeredBy(tx, mails);
    return triggered.map(({ place, id }) => ({ event: events[place]!, campaignId: id }));
  }
}

@Injectable()
export class TriggersConsumer {
  constructor(private readonly triggers: TriggersService) {}

  /** Most email triggers nothing and costs one shared query, but no transaction. */
  @On(messageAccepted, {
    filter: ({ source }) => source === 'send',
    prepare: (self: TriggersConsumer, events) => self.triggers.loadContents(events),
  })
  accepted(events: readonly Accepted[], tx: EntityManager): Promise<void> {
    return this.triggers.activate(tx, events);
  }
}
