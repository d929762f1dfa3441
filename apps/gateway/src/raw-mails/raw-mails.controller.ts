import { Controller, Req, Res } from '@nestjs/common';
import { runInTurns } from '@postrider/concurrency';
import type { CopyRecipient, RequestContext } from '@postrider/contracts';
import {
  acceptMessage,
  copyRecipient,
  maxCopies,
  maxFilesBytes,
  rawSendBody,
  recipient,
  ServiceError,
} from '@postrider/contracts';
import type { Response } from 'express';
import { z } from 'zod';
import type { ApiRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint } from '../http/endpoint.js';
import type { BodyRule } from '../http/endpoint-metadata.js';
import { largeBody } from '../http/endpoint-metadata.js';
import { parseJson } from '../http/json-body.js';
import { significant } from '../send/base64-content.js';
import { idempotencyOf } from '../send/idempotency.js';
import { receiptAnswer, toAnswer } from '../send/send.controller.js';
import { SendService } from '../send/send.service.js';
import { readMail, refusedMail } from '../smtp/mime-reader.js';
import type { SubmittedMail } from '../smtp/submitted-mail.js';
import { submittedMail } from '../smtp/submitted-mail.js';
import { passableMail } from './passable-mail.js';

const mimeBody: BodyRule = { ...largeBody, format: 'file', contentType: 'message/rfc822' };

/** `POST /send/raw` (docs/guides/sending.md#send-a-mail-in-mime). */
@Controller()
export class RawMailsController {
  constructor(private readonly mails: SendService) {}

  @Endpoint('POST', 'send/raw', 'send', receiptAnswer, {
    summary: 'Send an email in MIME',
    description:
      'The body is the mail (RFC 5322) as `message/rfc822`, or JSON with the mail in base64 in `raw`. It is sent as it is, ' +
      'except for Bcc and what the guide names.',
    asks: acceptMessage,
    idempotent: true,
    turn: 'first',
    body: mimeBody,
  })
  async send(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Req() request: ApiRequest & { readonly body: Buffer },
    @Res({ passthrough: true }) response: Response,
  ) {
    const { accountId } = context;
    const { raw, ...options } = await this.bodyOf(accountId, request);
    if (raw.length > maxFilesBytes)
      throw ServiceError.invalidFields([
        { field: 'raw', message: `must be at most ${maxFilesBytes / 1024 / 1024} MB` },
      ]);
    const idempotent = await idempotencyOf(request, { raw: raw.toString('base64'), ...options });
    const passable = await runInTurns(accountId, passableMail(raw, new Date()));
    const read = await runInTurns(accountId, readMail(raw, { allowsSigned: passable !== undefined }));
    const mail = await runInTurns(accountId, submittedMail(read, { accountId, mailFrom: '' }));
    if (mail.content.template !== undefined)
      throw refusedMail('must not have X-Postrider-Template: it is sent as it is');
    if (!mail.content.sender) throw refusedMail('must have a From field');
    const { to, ...others } = options;
    const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
    const receipt = await this.mails.send(
      context,
      caller,
      {
        ...mail.content,
        ...recipientsOf(mail.addressed, to),
        ...given,
        inline: mail.inline,
        files: mail.files,
        raw: passable,
      },
      idempotent,
    );
    return toAnswer(response, receipt);
  }

  private async bodyOf(
    accountId: string,
    { headers, body }: ApiRequest & { readonly body: Buffer },
  ): Promise<Omit<z.output<typeof rawSendBody>, 'raw'> & { readonly raw: Buffer }> {
    if (/^message\/rfc822\b/i.test(headers['content-type'] ?? '')) return { raw: body, to: undefined };
    const json = await parseJson(accountId, body);
    for (const field of ['recipient', 'cc', 'bcc'])
      if (typeof json === 'object' && json !== null && field in json)
        throw ServiceError.invalidFields([{ field, message: 'is not possible here: use to' }]);
    const parsed = rawSendBody.safeParse(json);
    if (!parsed.success) throw ServiceError.invalid(parsed.error);
    const { raw, ...options } = parsed.data;
    return { ...options, raw: bytesOf(raw) };
  }
}

/** Node skips characters that are not base64, so the length shows them. */
function bytesOf(base64: string): Buffer {
  const text = base64.replace(/[\r\n]{1,1000}/g, '');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== Math.floor((significant(text) * 3) / 4))
    throw ServiceError.invalidFields([{ field: 'raw', message: 'must be base64' }]);
  return bytes;
}

const addresses = z.array(copyRecipient).max(maxCopies, `must hold at most ${maxCopies} addresses`).optional();
const addressees = z.object({ recipient: recipient.optional(), to: addresses, cc: addresses, bcc: addresses });

/**
 * Those of the request, else those of the header. The recipients of blind copies are never shown, also if the mail is
 * composed anew.
 * @throws ServiceError `invalid_request` without an address, or with one that mail cannot be sent to
 */
function recipientsOf({ to, cc, bcc }: SubmittedMail['addressed'], given: SubmittedMail['addressed']['to']) {
  const parsed = addressees.safeParse(given ? hidden(given) : to ? { to, cc, bcc } : cc ? shown(cc, bcc) : hidden(bcc));
  if (!parsed.success) throw ServiceError.invalid(parsed.error);
  return parsed.data;
}

const shown = ([first, ...cc]: readonly CopyRecipient[], bcc: readonly CopyRecipient[] | undefined) => ({
  recipient: first,
  cc,
  bcc,
});
const hidden = ([first, ...bcc]: readonly CopyRecipient[] = []) => ({ recipient: first, bcc });
