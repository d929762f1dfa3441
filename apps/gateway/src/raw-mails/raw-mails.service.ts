import { Injectable } from '@nestjs/common';
import { runInTurns } from '@postrider/concurrency';
import type { CopyRecipient, Receipt, RequestContext } from '@postrider/contracts';
import { copyRecipient, maxCopies, maxFilesBytes, rawSendBody, recipient, ServiceError } from '@postrider/contracts';
import { z } from 'zod';
import type { ApiRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import { parseJson } from '../http/json-body.js';
import type { ParsedMail } from '@postrider/mime';
import { invalidMail, parseMail, getValue } from '@postrider/mime';
import { prepareRawMail } from '../mime/raw-mail.js';
import type { SubmittedMail } from '../mime/submitted-mail.js';
import { submittedMail } from '../mime/submitted-mail.js';
import { significant } from '../send/base64-content.js';
import { buildIdempotency } from '../send/idempotency.js';
import type { Mail } from '../send/send.service.js';
import { SendService } from '../send/send.service.js';

/** A request whose body is not parsed. */
export type RawMailRequest = ApiRequest & { readonly body: Buffer };
type RawMail = Omit<z.output<typeof rawSendBody>, 'raw'> & { readonly raw: Buffer };

/** Sends emails that callers composed in MIME. */
@Injectable()
export class RawMailsService {
  constructor(private readonly mails: SendService) {}

  /** Resolves after the email is committed. @throws ServiceError */
  async send(context: RequestContext, caller: Caller, request: RawMailRequest): Promise<Receipt> {
    const { accountId } = context;
    const { raw, ...options } = await parseRawMail(accountId, request);
    if (raw.length > maxFilesBytes)
      throw ServiceError.invalidField('raw', `must be at most ${maxFilesBytes / 1024 / 1024} MB`);
    const passable = await runInTurns(accountId, prepareRawMail(raw, new Date()));
    const parsed = await runInTurns(accountId, parseMail(raw, { allowsSigned: passable !== undefined }));
    const mail = await runInTurns(accountId, submittedMail(parsed, { accountId, mailFrom: '' }));
    if (mail.content.template !== undefined)
      throw invalidMail('must not have X-Postrider-Template: it is sent as it is');
    if (!mail.content.sender) throw invalidMail('must have a From field');
    const chosenKey = mail.repetition?.isChosen ? mail.repetition.key : undefined;
    const idempotent = await buildIdempotency(request, { raw: raw.toString('base64'), ...options }, chosenKey);
    const { to, ...others } = options;
    const defined = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
    const addressed = getRecipients(mail.addressed, to);
    const chosen = options.tracking ?? mail.content.tracking;
    const tracking = passable ? chooseTracking(parsed, chosen) : chosen;
    const { inline, files } = mail;
    return this.mails.send(
      context,
      caller,
      { ...mail.content, ...addressed, ...defined, tracking, inline, files, raw: passable },
      idempotent,
    );
  }
}

/**
 * Tracked email is rebuilt, which removes a signature: only a DKIM signature, and only if the caller asks for tracking.
 */
function chooseTracking({ isSigned, fields }: ParsedMail, chosen: Mail['tracking']): Mail['tracking'] {
  if (isSigned && (chosen?.opens || chosen?.clicks))
    throw ServiceError.invalidField('tracking', 'is not possible for a signed or encrypted email: it would be rebuilt');
  const hasSignature = isSigned || getValue(fields, 'dkim-signature') !== undefined;
  return hasSignature ? { opens: chosen?.opens ?? false, clicks: chosen?.clicks ?? false } : chosen;
}

async function parseRawMail(accountId: string, { headers, body }: RawMailRequest): Promise<RawMail> {
  if (/^message\/rfc822\b/i.test(headers['content-type'] ?? '')) return { raw: body, to: undefined };
  const json = await parseJson(accountId, body);
  for (const field of ['recipient', 'cc', 'bcc'])
    if (typeof json === 'object' && json !== null && field in json)
      throw ServiceError.invalidField(field, 'is not possible here: use to');
  const parsed = rawSendBody.safeParse(json);
  if (!parsed.success) throw ServiceError.invalid(parsed.error);
  const { raw, ...options } = parsed.data;
  return { ...options, raw: decodeBase64(raw) };
}

/** Node skips characters that are not base64, so the length shows them. */
function decodeBase64(base64: string): Buffer {
  const text = base64.replace(/[\r\n]{1,1000}/g, '');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== Math.floor((significant(text) * 3) / 4))
    throw ServiceError.invalidField('raw', 'must be base64');
  return bytes;
}

const addresses = z.array(copyRecipient).max(maxCopies, `must have at most ${maxCopies} addresses`).optional();
const addressees = z.object({ recipient: recipient.optional(), to: addresses, cc: addresses, bcc: addresses });

/**
 * Returns the recipients of the request, otherwise those of the header. The recipients of blind copies are never shown,
 * not even if the email is rebuilt.
 * @throws ServiceError `invalid_request` without an address, or with one that email cannot be sent to
 */
function getRecipients({ to, cc, bcc }: SubmittedMail['addressed'], requested: SubmittedMail['addressed']['to']) {
  const parsed = addressees.safeParse(
    requested ? hidden(requested) : to ? { to, cc, bcc } : cc ? shown(cc, bcc) : hidden(bcc),
  );
  if (!parsed.success) throw ServiceError.invalid(parsed.error);
  return parsed.data;
}

const shown = ([first, ...cc]: readonly CopyRecipient[], bcc: readonly CopyRecipient[] | undefined) => ({
  recipient: first,
  cc,
  bcc,
});
const hidden = ([first, ...bcc]: readonly CopyRecipient[] = []) => ({ recipient: first, bcc });
