import { Injectable, Logger } from '@nestjs/common';
import type {
  acceptMessage,
  ResponseInputOf,
  RequestContext,
  Receipt,
  RequestOf,
  TrackingChoice,
} from '@postrider/contracts';
import { ensureCustomer, lookUpCustomer, resolveTemplate, ServiceError } from '@postrider/contracts';
import { ContractClient, unavailable } from '@postrider/messaging';
import { chooseVariant } from '../attempts/due-mails.js';
import { BlobsRepository } from '../blobs/blobs.repository.js';
import { EspAccountsService } from '../esp-accounts/esp-accounts.service.js';
import type { MessageContent } from '../mail/message-content.js';
import { MailTracking } from '../tracking/mail-tracking.js';
import { chooseSender, toMessageContent } from './accepted-content.js';
import type { ChosenContent } from './content-compiler.js';
import { ContentCompiler } from './content-compiler.js';
import { EspAccountDeleted, MessageCommit } from './message-commit.js';

type AcceptRequest = RequestOf<typeof acceptMessage>;

interface PreparedMail {
  readonly sender: MessageContent['sender'];
  readonly chosen: ChosenContent;
}

/** Reserved from the caller's deadline for the response after the commit. */
const responseReserveMs = 500;

/** Turns a request into a committed message, or rejects it with the reason (docs/architecture.md#life-of-a-send). */
@Injectable()
export class AcceptanceService {
  private readonly logger = new Logger(AcceptanceService.name);

  constructor(
    private readonly messages: MessageCommit,
    private readonly client: ContractClient,
    private readonly espAccounts: EspAccountsService,
    private readonly blobs: BlobsRepository,
    private readonly tracking: MailTracking,
    private readonly contents: ContentCompiler,
  ) {}

  /** `chosen`: the content, if it was decided earlier. */
  accept(context: RequestContext, request: AcceptRequest, chosen?: ChosenContent): Promise<Receipt> {
    return this.messages.once(context, request.idempotency, () => this.decide(context, request, chosen));
  }

  /**
   * Decides sender and content of an email to one recipient, for a send that may follow days later. @throws
   * ServiceError
   */
  async prepare(context: RequestContext, request: AcceptRequest): Promise<PreparedMail> {
    this.checkTracking(request.tracking);
    const [choose, customer, espAccount] = await Promise.all([
      this.prepareContent(context, request),
      this.lookUpRecipient(context, request.recipient.address),
      this.espAccounts.choose(context.accountId, request.esp_account),
    ]);
    const sender = chooseSender(request, espAccount);
    return { sender, chosen: await choose(request.recipient.address, customer?.locale) };
  }

  private async decide(context: RequestContext, request: AcceptRequest, decided?: ChosenContent): Promise<Receipt> {
    this.checkTracking(request.tracking);
    const recipients = [request.recipient, ...(request.others ?? [])];
    const [choose, customers, espAccount] = await Promise.all([
      decided ? () => decided : this.prepareContent(context, request),
      Promise.all(recipients.map(({ address }) => this.lookUpRecipient(context, address))),
      this.espAccounts.choose(context.accountId, request.esp_account),
    ]);
    const sender = chooseSender(request, espAccount);
    if (!(await this.blobs.keep(context.accountId, request.attachments, request.send_at)))
      throw ServiceError.invalidField('files', 'are no longer stored; send them again');
    const mails = await Promise.all(
      recipients.map(async (recipient, index) => {
        const customer = customers[index];
        const { versionId, tracking, ...chosen } = await choose(recipient.address, customer?.locale);
        return {
          ...chosen,
          espAccount,
          recipientKnown: customer?.known === true,
          test: request.test,
          content: toMessageContent({ ...request, recipient }, sender, versionId, tracking),
          sendAt: request.send_at,
        };
      }),
    );
    const receipt = await this.commitTo(request.esp_account, context, 'send', mails, request.idempotency);
    // After the commit, so that a rejected send adds no customer. If this fails, `message.accepted` adds the customer
    // later.
    const added = recipients.filter((_recipient, index) => customers[index]?.known === false);
    await Promise.all(added.map(({ address }) => this.addRecipient(context, address)));
    return receipt;
  }

  /** Returns a function that chooses the version for a recipient and their locale. */
  private async prepareContent(
    context: RequestContext,
    request: AcceptRequest,
  ): Promise<(recipient: string, locale: string | undefined) => ChosenContent | Promise<ChosenContent>> {
    if (request.template === undefined) {
      const content = await this.contents.compile(context, request.own_content ?? templateRequired(), request.locale);
      return () => content;
    }
    const { template: template_id, locale, version_name, version_id } = request;
    const resolve = (recipient: string) =>
      this.client.call(resolveTemplate, context, { template_id, locale, version_name, version_id, recipient });
    const first = await resolve(request.recipient.address);
    return async (recipient, ofCustomer) => {
      const isSame = first.same_for_all || recipient === request.recipient.address;
      const template = isSame ? first : await resolve(recipient);
      const { artifact_id, version_id, version_name, locale } = chooseVariant(template.variants, ofCustomer);
      return {
        artifactId: artifact_id,
        templateId: template.id,
        templateName: template.name,
        versionId: version_id,
        versionName: version_name,
        locale,
        tracking: template.tracking,
      };
    };
  }

  /** The default ESP account may be deleted after it was chosen; a retry of the caller then uses another one. */
  private commitTo(named: string | undefined, ...message: Parameters<MessageCommit['commit']>): Promise<Receipt> {
    return this.messages.commit(...message).catch((error: unknown) => {
      if (error instanceof EspAccountDeleted && named === undefined)
        throw unavailable('The default ESP account was just deleted; nothing was accepted. Try again');
      throw error;
    });
  }

  /**
   * Tracking requested by a send is rejected if it is not possible; that of a template or account is ignored instead.
   */
  private checkTracking(choice: TrackingChoice | undefined): void {
    if (this.tracking.isPossible || !(choice?.opens || choice?.clicks)) return;
    throw ServiceError.invalidField(
      'tracking',
      'is not possible: the operator has not set PUBLIC_URL and TRACKING_KEY',
    );
  }

  /** When the customer service is down, the email is sent in the template's default locale. */
  private async lookUpRecipient(
    context: RequestContext,
    email: string,
  ): Promise<ResponseInputOf<typeof lookUpCustomer> | undefined> {
    try {
      return await this.client.call(lookUpCustomer, context, { email });
    } catch (error) {
      this.logger.warn({ err: error }, 'the customer service could not be reached; the recipient is added later');
      return undefined;
    }
  }

  /** Ends before the caller's deadline: a caller without a response would send the message again. */
  private async addRecipient(context: RequestContext, email: string): Promise<void> {
    try {
      await this.client.call(ensureCustomer, { ...context, deadline: context.deadline - responseReserveMs }, { email });
    } catch (error) {
      this.logger.warn({ err: error }, 'the customer service could not be reached; the recipient is added later');
    }
  }
}

/** The contract of the gateway requires one of both. */
function templateRequired(): never {
  throw ServiceError.invalidField('template', 'is required, or subject with html or text');
}
