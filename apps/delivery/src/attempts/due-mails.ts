import { Injectable, Logger } from '@nestjs/common';
import type { DripMark, RequestContext, Variant } from '@postrider/contracts';
import { ServiceError, lookUpCustomer } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { ChosenVersion } from '../drip-mails/hand-over.repository.js';
import { HandOverRepository } from '../drip-mails/hand-over.repository.js';
import { decidedTracking } from '../tracking/tracking-choice.js';
import { DueTemplates } from './due-templates.js';
import type { LeasedMessage } from './leased-message.js';
import { NotNow } from './leased-message.js';

/** Mail of campaigns has no artifact before its first attempt: what its template is by then is sent (docs/drips.md#what-is-sent). */
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

/** The template service lists the default locale first (docs/api.md#templates). */
export const chooseVariant = (variants: readonly Variant[], customerLocale: string | undefined): Variant =>
  variants.find(({ locale }) => locale === customerLocale) ?? variants[0]!;

/** What an attempt at a campaign's mail asks besides what every attempt does. */
@Injectable()
export class DueMails {
  private readonly logger = new Logger(DueMails.name);

  constructor(
    private readonly client: ContractClient,
    private readonly templates: DueTemplates,
    private readonly handOvers: HandOverRepository,
  ) {}

  /**
   * The version that is sent of a mail that was planned and is due now. Undefined when the template is gone, or nothing of it is published.
   * @throws NotNow when the template service cannot be asked
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
      throw new NotNow('The template service could not be reached', { cause: error });
    }
  }

  /**
   * False: it was cancelled, or waits until its campaign goes on; either way it is no concern of this attempt any more.
   * @throws NotNow when that cannot be found out
   */
  handOver(
    { accountId, id: messageId, leaseToken }: LeasedMessage,
    { campaign_id, membership_id, step_id }: DripMark,
    chosen: ChosenVersion | undefined,
  ): Promise<boolean> {
    const mail = { accountId, messageId, leaseToken, campaign_id, membership_id, step_id, chosen };
    return this.handOvers.handOver(mail).catch((error: unknown) => {
      throw new NotNow('Whether the campaign goes on could not be read', { cause: error });
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
