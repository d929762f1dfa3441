import { Body, Controller, Res } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { acceptMessage, resendMessage, sendBody } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Response } from 'express';
import type { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint } from '../http/endpoint.js';
import { largeBody } from '../http/endpoint-metadata.js';
import type { Idempotent } from './idempotency.js';
import { IdempotencyKey } from './idempotency.js';
import { receiptResponse, toResponse } from './receipt-response.js';
import { SendService } from './send.service.js';

const resendBody = resendMessage.request.pick({ log_id: true });

/** Responds after the message is committed (docs/guides/sending.md#guarantees). */
@Controller()
export class SendController {
  constructor(
    private readonly services: ContractClient,
    private readonly sends: SendService,
  ) {}

  @Endpoint('POST', 'send', 'send', receiptResponse, {
    summary: 'Send an email',
    description:
      'A 200 means that the email is stored and reaches a final status. Follow it at `GET /logs/{log_id}` with the receipt.',
    calls: acceptMessage,
    idempotent: true,
    priority: 'first',
    body: largeBody,
  })
  async send(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @IdempotencyKey() idempotent: Idempotent,
    @Body({ schema: sendBody }) body: z.output<typeof sendBody>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return toResponse(response, await this.sends.send(context, caller, body, idempotent));
  }

  @Endpoint('POST', 'resend', 'send', receiptResponse, {
    summary: 'Resend an email',
    description: 'As a new email with its own log.',
    calls: resendMessage,
    idempotent: true,
    priority: 'first',
  })
  async resend(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @IdempotencyKey() idempotent: Idempotent,
    @Body({ schema: resendBody }) { log_id }: z.output<typeof resendBody>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return toResponse(
      response,
      await this.services.call(resendMessage, context, { log_id, test: caller.kind === 'test', ...idempotent }),
    );
  }
}
