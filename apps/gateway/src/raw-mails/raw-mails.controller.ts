import { Controller, Req, Res } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { acceptMessage, rawSendBody } from '@postrider/contracts';
import type { Response } from 'express';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint } from '../http/endpoint.js';
import type { BodyRule } from '../http/endpoint-metadata.js';
import { largeBody } from '../http/endpoint-metadata.js';
import { receiptResponse, toResponse } from '../send/receipt-response.js';
import type { RawMailRequest } from './raw-mails.service.js';
import { RawMailsService } from './raw-mails.service.js';

const mimeBody: BodyRule = { ...largeBody, format: 'file', contentType: 'message/rfc822', json: rawSendBody };

const exampleRaw = Buffer.from(
  ['From: billing@acme.example', 'To: ada@example.com', 'Subject: Hello', '', 'Hello', ''].join('\r\n'),
).toString('base64');

/** `POST /send/raw` (docs/guides/sending.md#send-an-email-in-mime). */
@Controller()
export class RawMailsController {
  constructor(private readonly mails: RawMailsService) {}

  @Endpoint('POST', 'send/raw', 'send', receiptResponse, {
    summary: 'Send an email in MIME',
    description:
      'The body is the email (RFC 5322) as `message/rfc822`, or JSON with the email in base64 in `raw`. It is sent as it is, ' +
      'except for Bcc and what the guide names.',
    calls: acceptMessage,
    examples: { request: { raw: exampleRaw, tags: ['receipts'] } },
    idempotent: true,
    priority: 'first',
    body: mimeBody,
  })
  async send(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Req() request: RawMailRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    return toResponse(response, await this.mails.send(context, caller, request));
  }
}
