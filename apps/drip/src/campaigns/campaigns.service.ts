import { Injectable } from '@nestjs/common';
import { PeriodicTask, retryOnSerializationFailure } from '@postrider/concurrency';
import type {
  ResponseInputOf,
  DripCampaignState,
  DripCampaignResource,
  RequestContext,
  RequestOf,
  createDripCampaign,
  getDripUsage,
  updateDripCampaign,
} from '@postrider/contracts';
import {
  ServiceError,
  dripCampaignChanged,
  findTemplates,
  newId,
  setDripCampaignState,
  notFound,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { Outbox, OutboxRelay } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { WaitingByStep, WaitingMembers } from '../counts/counts.repository.js';
import type { CampaignChanges, LockedCampaign } from './campaigns.repository.js';
import { CampaignsRepository } from './campaigns.repository.js';
import type { WantedStep } from './step-list.js';
import { matchSteps } from './step-list.js';

const everyMs = 10 * 60 * 1000;
/** For this long a deactivation still finds the members with an email in flight. */
const retentionHours = 1;
const membersPerBatch = 2_000;

/** Purges deleted campaigns with all their members. Replicas can run it at the same time. */
@Injectable()
export class DeletedCampaignsPurge extends PeriodicTask {
  constructor(private readonly campaigns: CampaignsRepository) {
    super({ everyMs, failure: 'could not purge deleted campaigns' });
  }

  protected batch(): Promise<boolean> {
    return this.campaigns.purgeDeleted(retentionHours, membersPerBatch);
  }
}

type Steps = RequestOf<typeof createDripCampaign>['drip_steps'];

/** Maximum number of removed steps sent to delivery in one change, newest first (docs/operate/limits.md#fields). */
const maxRemovedSteps = 1_000;

const newStepId = (): string => newId('dripStep');

@Injectable()
export class CampaignsService {
  constructor(
    private readonly database: DataSource,
    private readonly campaigns: CampaignsRepository,
    private readonly members: WaitingMembers,
    private readonly waitingByStep: WaitingByStep,
    private readonly client: ContractClient,
    private readonly outbox: Outbox,
    private readonly relay: OutboxRelay,
  ) {}

  page(
    { accountId }: RequestContext,
    after: string | undefined,
  ): Promise<{ items: DripCampaignResource[]; next?: string }> {
    return this.campaigns.page(accountId, after);
  }

  async get({ accountId }: RequestContext, id: string): Promise<DripCampaignResource> {
    const [campaign, waiting] = await Promise.all([
      this.campaigns.find(accountId, id),
      this.waitingByStep.of(accountId, id),
    ]);
    if (!campaign) return notFound('Drip campaign');
    if (!waiting) return campaign;
    return {
      ...campaign,
      drip_steps: campaign.drip_steps.map((step) => ({ ...step, waiting: waiting.get(step.id) ?? 0 })),
    };
  }

  async usage(context: RequestContext): Promise<ResponseInputOf<typeof getDripUsage>> {
    const [drip_campaigns, drip_members] = await Promise.all([
      this.campaigns.count(context.accountId),
      this.members.used(context),
    ]);
    return { drip_campaigns, drip_members };
  }

  async create(
    context: RequestContext,
    { name, enabled = false, trigger_email_id = '', drip_steps }: RequestOf<typeof createDripCampaign>,
  ): Promise<DripCampaignResource> {
    const { accountId } = context;
    const wanted = await this.wantedSteps(context, trigger_email_id, drip_steps);
    const { steps } = matchSteps([], wanted, newStepId) ?? unknownStep();
    const campaign = {
      accountId,
      id: newId('dripCampaign'),
      name,
      enabled,
      triggerTemplateId: trigger_email_id || null,
    };
    return this.campaigns.add(campaign, steps, context);
  }

  /**
   * Omitted fields stay; an empty trigger removes the trigger. Effect on members: docs/drips.md#changing-a-campaign.
   */
  async update(
    context: RequestContext,
    { drip_campaign_id, name, enabled, trigger_email_id, drip_steps }: RequestOf<typeof updateDripCampaign>,
  ): Promise<DripCampaignResource> {
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(trigger_email_id === undefined ? {} : { triggerTemplateId: trigger_email_id || null }),
    };
    const wanted =
      drip_steps || trigger_email_id ? await this.wantedSteps(context, trigger_email_id ?? '', drip_steps ?? []) : [];
    const change = async (tx: EntityManager) => {
      const campaign =
        (await this.campaigns.lock(tx, context.accountId, drip_campaign_id)) ?? notFound('Drip campaign');
      if (campaign.deletedAt) notFound('Drip campaign');
      const { steps, removed } = drip_steps
        ? (matchSteps(campaign.steps, wanted, newStepId) ?? unknownStep())
        : { steps: undefined, removed: [] };
      const newState = await this.publishStateIfChanged(tx, context, campaign, changes, removed);
      const confirmation = newState && { confirmed: false, unconfirmedStepIds: newState.removed_step_ids };
      return { newState, changed: await this.campaigns.change(tx, campaign, { ...changes, ...confirmation }, steps) };
    };
    const { newState, changed } = await retryOnSerializationFailure(() => this.database.transaction(change));
    if (newState) await this.sendToDelivery(context, newState);
    return changed;
  }

  /** Members end when they are next due, and their emails are cancelled. The caller can repeat it until it succeeds. */
  async delete(context: RequestContext, id: string): Promise<void> {
    const end = async (tx: EntityManager) => {
      const campaign = (await this.campaigns.lock(tx, context.accountId, id)) ?? notFound('Drip campaign');
      await this.campaigns.delete(tx, campaign);
      return this.publishState(tx, context, campaign, 'ended', []);
    };
    await this.sendToDelivery(context, await retryOnSerializationFailure(() => this.database.transaction(end)));
  }

  /**
   * The new state for waiting emails; undefined when nothing changes for them and delivery has confirmed the last
   * state.
   */
  private async publishStateIfChanged(
    tx: EntityManager,
    context: RequestContext,
    campaign: LockedCampaign,
    { enabled = campaign.enabled }: CampaignChanges,
    removed: readonly string[],
  ): Promise<DripCampaignState | undefined> {
    if (enabled === campaign.enabled && removed.length === 0 && campaign.confirmed) return undefined;
    // Older ones beyond the limit rely on the events that were published for them.
    const unconfirmed = [...removed, ...campaign.unconfirmedStepIds].slice(0, maxRemovedSteps);
    return this.publishState(tx, context, campaign, enabled ? 'running' : 'paused', unconfirmed);
  }

  private async publishState(
    tx: EntityManager,
    context: RequestContext,
    { id, revision }: LockedCampaign,
    state: DripCampaignState['state'],
    removed: readonly string[],
  ): Promise<DripCampaignState> {
    const newState = { campaign_id: id, revision: Number(revision) + 1, state, removed_step_ids: [...removed] };
    await this.outbox.add(tx, dripCampaignChanged, context, newState);
    return newState;
  }

  /** Sends the committed change to delivery, so that the caller knows when it is in effect. */
  private async sendToDelivery(context: RequestContext, newState: DripCampaignState): Promise<void> {
    this.relay.wake();
    try {
      await this.client.call(setDripCampaignState, context, newState);
    } catch {
      throw new ServiceError(
        'unavailable',
        'The change is saved and applies to waiting emails once the delivery service is reachable; repeat the request to confirm it',
        undefined,
        undefined,
        { carriedOut: 'yes', reason: 'change_not_spread', service: 'delivery' },
      );
    }
    await this.campaigns.confirm(context.accountId, newState);
  }

  /** The steps with the names of their templates. Throws `template_not_found` when a template does not exist. */
  private async wantedSteps(context: RequestContext, trigger: string, steps: Steps): Promise<WantedStep[]> {
    const ids = new Set([...(trigger ? [trigger] : []), ...steps.map(({ email_id }) => email_id)]);
    const found = await this.client.call(findTemplates, context, { template_ids: [...ids] });
    const names = new Map(found.map(({ id, name }) => [id, name]));
    if (trigger && !names.has(trigger)) templateNotFound('trigger_email_id');
    return steps.map(({ id, email_id, delay_seconds }, index) => ({
      id,
      templateId: email_id,
      templateName: names.get(email_id) ?? templateNotFound(`drip_steps.${index}.email_id`),
      delaySeconds: String(delay_seconds),
    }));
  }
}

function unknownStep(): never {
  throw ServiceError.invalidField(
    'drip_steps',
    'must contain each step id at most once, and only ids of this campaign',
  );
}

function templateNotFound(field: string): never {
  throw new ServiceError('template_not_found', 'Template not found', [
    { field, message: 'is not a template of this account' },
  ]);
}
