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

/** Whose mail is due, of which template. */
export interface DueTemplate {
  readonly accountId: string;
  readonly requestId: string;
  readonly templateId: string;
  readonly locale: string | undefined;
  readonly recipient: string;
  /** By `performance.now()`; absent: now. */
  readonly dueAt: number | undefined;
}

interface Asked {
  readonly at: number;
  readonly answer: Promise<Resolved>;
}

/** So long after it was asked for, an answer is given to others. */
const sharedForMs = 200;
const maxAnswers = 500;

/**
 * What templates stand for when mails of theirs are due. Mails that are due together share an answer that does not depend on the recipient: it is as old as
 * that at most, and was asked for when each of these was due already, so that none is sent as its template was before.
 */
@Injectable()
export class DueTemplates {
  private readonly asked = new LRUCache<string, Asked>({ max: maxAnswers });

  constructor(private readonly client: ContractClient) {}

  /** @throws ServiceError */
  async resolve(due: DueTemplate): Promise<Resolved> {
    const { accountId, templateId, locale = '', dueAt = Infinity } = due;
    const key = `${accountId} ${locale} ${templateId}`;
    const now = performance.now();
    const last = this.asked.get(key);
    if (!last || last.at < dueAt || last.at < now - sharedForMs) {
      const answer = this.ask(due);
      this.asked.set(key, { at: now, answer });
      return answer;
    }
    const answer = await last.answer;
    return answer.same_for_all ? answer : this.ask(due);
  }

  private ask({ accountId, requestId, templateId, locale, recipient }: DueTemplate): Promise<Resolved> {
    const context = { accountId, requestId, deadline: Date.now() + resolveTemplate.timeoutMs };
    return this.client.call(resolveTemplate, context, { template_id: templateId, locale, recipient });
  }
}

/** Mail of campaigns has no artifact before its first attempt: what its template is by then is sent (docs/drips.md#content-of-the-mail). */
export const isUndecided = ({ artifactId }: Pick<LeasedMessage, 'artifactId'>): boolean => artifactId === '';

/** The message as later attempts will find it. It is dated when it is due and not when it was planned. */
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

/** What an attempt at a campaign's mail asks besides what every attempt does. */
@Injectable()
export class DueMails {
  private readonly logger = new Logger(DueMails.name);

  constructor(
    private readonly client: ContractClient,
    private readonly templates: DueTemplates,
    private readonly dripDispatches: DripDispatchRepository,
  ) {}

  /**
   * The version that is sent of a mail that was planned and is due now. Undefined when the template is gone, or nothing of it is published.
   * @throws DependencyUnavailable when the template service cannot be asked
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
      // Most templates have one locale: then it does not matter which one the customer has.
      const customerLocale = variants.length > 1 ? await this.localeOf({ accountId, requestId }, address) : undefined;
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
   * False: it was cancelled, or waits until its campaign goes on; either way it is no concern of this attempt any more.
   * @throws DependencyUnavailable when that cannot be found out
   */
  dispatch(
    { accountId, id: messageId, leaseToken }: LeasedMessage,
    { campaign_id, membership_id, step_id }: DripMark,
    chosen: ChosenVersion | undefined,
  ): Promise<boolean> {
    const mail = { accountId, messageId, leaseToken, campaign_id, membership_id, step_id, chosen };
    return this.dripDispatches.dispatch(mail).catch((error: unknown) => {
      throw new DependencyUnavailable('Whether the campaign goes on could not be read', { cause: error });
    });
  }

  /** With the customer service away the mail goes on, in the template's default locale. */
  private async localeOf(
    asker: Pick<RequestContext, 'accountId' | 'requestId'>,
    email: string,
  ): Promise<string | undefined> {
    const context = { ...asker, deadline: Date.now() + lookUpCustomer.timeoutMs };
    try {
      return (await this.client.call(lookUpCustomer, context, { email })).locale;
    } catch (error) {
      this.logger.warn({ err: error }, 'the customer service was not reached: the mail goes on in the default locale');
      return undefined;
    }
  }
}
