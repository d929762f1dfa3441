import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  acceptMessage,
  cancelMessage,
  compareVersion,
  getMailSource,
  getSentMail,
  readAttachment,
  rescheduleMessage,
  resendMessage,
  showMessage,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { AcceptanceService } from './acceptance.service.js';
import { QueuedMessagesService } from './queued-messages.service.js';
import { ResendService } from './resend.service.js';
import { SentMailService } from './sent-mail.service.js';
import { VersionComparisonService } from './version-comparison.service.js';
import { WebViewService } from './web-view.service.js';

@Controller()
export class MessagesController {
  constructor(
    private readonly acceptance: AcceptanceService,
    private readonly resending: ResendService,
    private readonly queued: QueuedMessagesService,
    private readonly webViews: WebViewService,
    private readonly sentMails: SentMailService,
    private readonly comparisons: VersionComparisonService,
  ) {}

  @Handles(acceptMessage)
  accept(
    context: RequestContext,
    request: RequestOf<typeof acceptMessage>,
  ): Promise<ResponseInputOf<typeof acceptMessage>> {
    return this.acceptance.accept(context, request);
  }

  @Handles(resendMessage)
  resend(
    context: RequestContext,
    request: RequestOf<typeof resendMessage>,
  ): Promise<ResponseInputOf<typeof resendMessage>> {
    return this.resending.resend(context, request);
  }

  @Handles(showMessage)
  show(
    context: RequestContext,
    { log_id }: RequestOf<typeof showMessage>,
  ): Promise<ResponseInputOf<typeof showMessage>> {
    return this.webViews.show(context, log_id);
  }

  @Handles(getSentMail)
  get(
    context: RequestContext,
    { log_id }: RequestOf<typeof getSentMail>,
  ): Promise<ResponseInputOf<typeof getSentMail>> {
    return this.sentMails.get(context, log_id);
  }

  @Handles(getMailSource)
  source(
    context: RequestContext,
    { log_id }: RequestOf<typeof getMailSource>,
  ): Promise<ResponseInputOf<typeof getMailSource>> {
    return this.sentMails.source(context, log_id);
  }

  @Handles(readAttachment)
  readAttachment(
    context: RequestContext,
    request: RequestOf<typeof readAttachment>,
  ): Promise<ResponseInputOf<typeof readAttachment>> {
    return this.sentMails.readAttachment(context, request);
  }

  @Handles(compareVersion)
  compare(
    context: RequestContext,
    request: RequestOf<typeof compareVersion>,
  ): Promise<ResponseInputOf<typeof compareVersion>> {
    return this.comparisons.compare(context, request);
  }

  @Handles(cancelMessage)
  async cancel(
    context: RequestContext,
    request: RequestOf<typeof cancelMessage>,
  ): Promise<ResponseInputOf<typeof cancelMessage>> {
    await this.queued.cancel(context, request);
    return {};
  }

  @Handles(rescheduleMessage)
  async reschedule(
    context: RequestContext,
    request: RequestOf<typeof rescheduleMessage>,
  ): Promise<ResponseInputOf<typeof rescheduleMessage>> {
    await this.queued.reschedule(context, request);
    return {};
  }
}
