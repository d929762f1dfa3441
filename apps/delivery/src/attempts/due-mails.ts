import { Injectable, Logger } from '@nestjs/common';
import type { DripMark, RequestContext, ResponseOf, Variant } from '@postrider/contracts';
import { ServiceError, lookUpCustomer, resolveTemplate } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { ChosenVersion } from '../drip-mails/drip-dispatch.repository.js';
import { DripDispatchRepository } from '../drip-mails/drip-dispatch.repository.js';
import { decidedTracking } from '../tracking/mail-tracking.js';
import type { LeasedMessage } from './leased-message.js';
import { DependencyUnavailable } from './leased-message.js';
import { LRUCache } from 'lru-cache';

type Resolved = ResponseOf<typeof resolveTemplate>;

/** Identifies the template of a due email, its account, locale and recipient. */
export interface DueTemplate {
  readonly accountId: string;
  readonly requestId: string;
  readonly templateId: string;
  readonly locale: string | undefined;
  readonly recipient: string;
  /** Time of `performance.now()`; absent: now. */
  readonly dueAt: number | undefined;
}

interface SharedResult {
  readonly at: number;
  readonly resolved: Promise<Resolved>;
}

/** How long after its request a response may be shared. */
const sharedForMs = 200;
const maxShared = 500;

/**
 * Resolves templates of due emails. Emails that are due together share a response that does not depend on the recipient.
 * A shared response is at most `sharedForMs` old and was requested after the email was due, so no email uses an outdated
 * template.
 */
@Injectable()
export class DueTemplates {
  private readonly shared = new LRUCache<string, SharedResult>({ max: maxShared });

  constructor(private readonly client: ContractClient) {}

  /** @throws ServiceError */
  async resolve(due: DueTemplate): Promise<Resolved> {
    const { accountId, templateId, locale = '', dueAt = Infinity } = due;
    const key = `${accountId} ${locale} ${templateId}`;
    const now = performance.now();
    const last = this.shared.get(key);
    if (!last || last.at < dueAt || last.at < now - sharedForMs) {
      const resolved = this.request(due);
      this.shared.set(key, { at: now, resolved });
      return resolved;
    }
    const resolved = await last.resolved;
    return resolved.same_for_all ? resolved : this.request(due);
  }

  private request({ accountId, requestId, templateId, locale, recipient }: DueTemplate): Promise<Resolved> {
    const context = { accountId, requestId, deadline: Date.now() + resolveTemplate.timeoutMs };
    return this.client.call(resolveTemplate, context, { template_id: templateId, locale, recipient });
  }
}

/**
 * A campaign's email has no artifact before its first attempt, which chooses the version
 * (docs/drips.md#content-of-the-email).
 */
export const isUndecided = ({ artifactId }: Pick<LeasedMessage, 'artifactId'>): boolean => artifactId === '';

/** The message as later attempts load it. Its date is when it became due, not when it was planned. */
export const withVersion = (
  message: LeasedMessage,
  { artifactId, versionId, templateName, versionName, locale, at, tracking }: ChosenVersion,
): LeasedMessage => ({
  ...message,
  artifactId,
  templateName,
  versionName,
  locale,
  content: { ...message.content, send_at: at, version_id: versionId, ...(tracking && { tracking }) },
});

/** The template service lists the default locale first (docs/reference/templates.md). */
export const chooseVariant = (variants: readonly Variant[], customerLocale: string | undefined): Variant =>
  variants.find(({ locale }) => locale === customerLocale) ?? variants[0]!;

/** The steps that only attempts for campaign emails need. */
@Injectable()
export class DueMails {
  private readonly logger = new Logger(DueMails.name);

  constructor(
    private readonly client: ContractClient,
    private readonly templates: DueTemplates,
    private readonly dripDispatches: DripDispatchRepository,
  ) {}

  /**
   * Chooses the version to send. Undefined when the template no longer exists or has no published version.
   * @throws DependencyUnavailable when the template service cannot be reached
   */
  async choose({
    accountId,
    requestId,
    templateId,
    content,
    dueAt,
  }: LeasedMessage): Promise<ChosenVersion | undefined> {
    const { address } = content.recipient;
    const locale = content.drip?.locale;
    try {
      const { name, variants, tracking } = await this.templates.resolve({
        accountId,
        requestId,
        templateId,
        locale,
        recipient: address,
        dueAt,
      });
      // Most templates have one locale, and then the customer's locale does not matter.
      const customerLocale = variants.length > 1 ? await this.findLocale({ accountId, requestId }, address) : undefined;
      const variant = chooseVariant(variants, customerLocale);
      return {
        artifactId: variant.artifact_id,
        versionId: variant.version_id,
        templateName: name,
        versionName: variant.version_name,
        locale: variant.locale,
        at: Math.floor(Date.now() / 1000),
        tracking: decidedTracking(undefined, tracking, content.tracking?.account),
      };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'template_not_found' || error.code === 'version_not_found') return undefined;
      throw new DependencyUnavailable('The template service could not be reached', { cause: error });
    }
  }

  /**
   * False when the email was cancelled, or waits until its campaign resumes; in both cases this attempt ends without a
   * result.
   * @throws DependencyUnavailable when the state of the campaign cannot be read
   */
  dispatch(
    { accountId, id: messageId, leaseToken }: LeasedMessage,
    { campaign_id, membership_id, step_id }: DripMark,
    chosen: ChosenVersion | undefined,
  ): Promise<boolean> {
    const mail = { accountId, messageId, leaseToken, campaign_id, membership_id, step_id, chosen };
    return this.dripDispatches.dispatch(mail).catch((error: unknown) => {
      throw new DependencyUnavailable('The state of the campaign could not be read', { cause: error });
    });
  }

  /** When the customer service is down, the email is sent in the template's default locale. */
  private async findLocale(
    caller: Pick<RequestContext, 'accountId' | 'requestId'>,
    email: string,
  ): Promise<string | undefined> {
    const context = { ...caller, deadline: Date.now() + lookUpCustomer.timeoutMs };
    try {
      return (await this.client.call(lookUpCustomer, context, { email })).locale;
    } catch (error) {
      this.logger.warn({ err: error }, 'the customer service could not be reached: sending in the default locale');
      return undefined;
    }
  }
}
