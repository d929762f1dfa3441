import { Controller } from '@nestjs/common';
import type { AnswerOf, Call, RequestOf } from '@postrider/contracts';
import { acceptMessage, cancelMessage, resendMessage } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { AcceptanceService } from './acceptance.service.js';
import { CancelService } from './cancel.service.js';
import { ResendService } from './resend.service.js';

@Controller()
export class MessagesHandlers {
  constructor(private readonly acceptance: AcceptanceService, private readonly resending: ResendService, private readonly cancelling: CancelService) {}

  @Handles(acceptMessage)
  accept(call: Call, request: RequestOf<typeof acceptMessage>): Promise<AnswerOf<typeof acceptMessage>> {
    return this.acceptance.accept(call, request);
  }

  @Handles(resendMessage)
  resend(call: Call, request: RequestOf<typeof resendMessage>): Promise<AnswerOf<typeof resendMessage>> {
    return this.resending.resend(call, request);
  }

  @Handles(cancelMessage)
  async cancel(call: Call, request: RequestOf<typeof cancelMessage>): Promise<AnswerOf<typeof cancelMessage>> {
    await this.cancelling.cancel(call, request);
    return {};
  }
}
