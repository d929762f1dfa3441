import { Body, Controller, Headers, Param, Query, Req, Res } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  acceptMessage,
  cancelMessage,
  getLog,
  getSentMail,
  id,
  idOfUuid,
  isUuid,
  rescheduleMessage,
  listNewerLogs,
  searchLogs,
  ServiceError,
  text,
  uuidOfId,
  notFound,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Response } from 'express';
import { z } from 'zod';
import type { ApiRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint } from '../http/endpoint.js';
import { largeBody } from '../http/endpoint-metadata.js';
import type { Idempotent } from '../send/idempotency.js';
import { IdempotencyKey } from '../send/idempotency.js';
import { SendService } from '../send/send.service.js';
import { TrackingLinks } from '../tracking/tracking-links.js';
import { parseMail, parseSendAt } from './email-body.js';
import { EmailBatchService } from './email-batch.service.js';
import {
  toAttachmentId,
  listedEmail,
  toListedEmail,
  shownAttachment,
  shownEmail,
  toShownEmail,
} from './shown-email.js';
import { TemplateNames } from './template-names.js';

const sentEmail = z.object({ id: z.string() });
const changedEmail = sentEmail.extend({ object: z.literal('email') });

const list = z.object({ object: z.literal('list'), has_more: z.boolean() });

/** How long a link to an attachment works. */
const downloadHours = 1;

const changeBody = z.object({ scheduled_at: text(64) });

const emailCursor = z
  .string()
  .transform((value) => (isUuid(value) ? idOfUuid('log', value) : value))
  .pipe(id('log'))
  .optional();

const listQuery = z
  .object({
    limit: z.coerce
      .number('must be from 1 to 100')
      .int('must be from 1 to 100')
      .min(1, 'must be from 1 to 100')
      .max(100, 'must be from 1 to 100')
      .default(20),
    after: emailCursor,
    before: emailCursor,
  })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    path: ['before'],
    message: 'must not be together with `after`',
  });

/** `/emails` of Resend (docs/guides/resend.md). Sends, logs and limits are those of `POST /send`. */
@Controller('resend/emails')
export class EmailsController {
  /** The OpenAPI description leaves it out. */
  static readonly resource = null;

  constructor(
    private readonly services: ContractClient,
    private readonly mails: SendService,
    private readonly batches: EmailBatchService,
    private readonly templates: TemplateNames,
    private readonly links: TrackingLinks,
  ) {}

  @Endpoint('POST', '', 'send', sentEmail, {
    summary: 'Send an email',
    calls: acceptMessage,
    idempotent: true,
    priority: 'first',
    body: largeBody,
  })
  async send(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @IdempotencyKey() idempotent: Idempotent,
    @Body() body: unknown,
    @Res({ passthrough: true }) response: Response,
  ) {
    const mail = parseMail(body);
    const template = mail.template === undefined ? undefined : await this.templates.resolveId(context, mail.template);
    const receipt = await this.mails.send(context, caller, { ...mail, template }, idempotent);
    if (receipt.replayed) response.setHeader('Idempotency-Replayed', 'true');
    return { id: uuidOfId(receipt.receipt_id) };
  }

  @Endpoint('POST', 'batch', 'send', z.object({ data: z.array(sentEmail) }), {
    summary: 'Send up to 100 emails',
    idempotent: true,
    body: largeBody,
  })
  async sendBatch(
    @Req() request: ApiRequest,
    @IdempotencyKey() idempotent: Idempotent,
    @Headers('x-batch-validation') validation: string | undefined,
    @Body() body: unknown,
    @Res({ passthrough: true }) response: Response,
  ) {
    const strict = validation !== 'permissive';
    const { accepted, failed } = await this.batches.send(request, body, idempotent, strict);
    const data = accepted.map(({ id }) => ({ id }));
    if (!strict) return { data, errors: failed.map(({ index, error: { message } }) => ({ index, message })) };
    const [first] = failed;
    if (!first) return { data };
    const { error, index } = first;
    response.status(error.statusCode);
    if (error.statusCode === 429 || error.statusCode === 503) response.setHeader('Retry-After', '5');
    const rest =
      accepted.length === 0 ? 'No email was accepted.' : `Accepted: ${formatRanges(accepted.map((one) => one.index))}.`;
    const message = `emails[${index}]: ${error.message.replace(/\.?$/, '.')} ${rest}`;
    return { ...error, message, ...(accepted.length > 0 && { accepted }) };
  }

  @Endpoint('GET', '', 'read', list.extend({ data: z.array(listedEmail) }), {
    summary: 'List emails',
    calls: searchLogs,
  })
  async list(
    @CurrentContext() context: RequestContext,
    @Query({ schema: listQuery }) { limit, after, before }: z.output<typeof listQuery>,
  ) {
    if (before !== undefined) {
      const { data, has_more } = await this.services.call(listNewerLogs, context, { newer_than: before, count: limit });
      return { object: 'list', has_more, data: data.map(toListedEmail) };
    }
    const { data, next_cursor } = await this.services.call(searchLogs, context, { count: limit, cursor: after });
    return { object: 'list', has_more: data.length > 0 && next_cursor !== null, data: data.map(toListedEmail) };
  }

  @Endpoint('GET', ':email_id', 'read', shownEmail, { summary: 'Show an email', calls: getSentMail, renders: true })
  async get(@CurrentContext() context: RequestContext, @Param('email_id') log_id: string) {
    const [log, mail] = await Promise.all([
      this.services.call(getLog, context, { log_id }),
      this.services.call(getSentMail, context, { log_id }).catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'not_found') return undefined;
        throw error;
      }),
    ]);
    return toShownEmail(log, mail);
  }

  @Endpoint('GET', ':email_id/attachments', 'read', list.extend({ data: z.array(shownAttachment) }), {
    summary: 'List the attachments of an email',
    calls: getSentMail,
    renders: true,
  })
  async listAttachments(@CurrentContext() context: RequestContext, @Param('email_id') log_id: string) {
    return { object: 'list', has_more: false, data: await this.loadAttachments(context, log_id) };
  }

  @Endpoint('GET', ':email_id/attachments/:id', 'read', shownAttachment.extend({ object: z.literal('attachment') }), {
    summary: 'Show an attachment of an email',
    calls: getSentMail,
    renders: true,
  })
  async getAttachment(
    @CurrentContext() context: RequestContext,
    @Param('email_id') log_id: string,
    @Param('id') id: string,
  ) {
    const found = (await this.loadAttachments(context, log_id)).find(
      (attachment) => attachment.id === id.toLowerCase(),
    );
    if (!found) notFound('Attachment');
    return { object: 'attachment', ...found };
  }

  private async loadAttachments(
    context: RequestContext,
    log_id: string,
  ): Promise<readonly z.output<typeof shownAttachment>[]> {
    const { accountId } = context;
    const { attachments } = await this.services.call(getSentMail, context, { log_id });
    const expires = new Date(Date.now() + downloadHours * 3_600_000);
    return attachments.map(({ name, bytes, inline, content_type, content_id }, index) => ({
      id: toAttachmentId(log_id, index),
      filename: name,
      size: bytes,
      content_type,
      content_disposition: inline ? 'inline' : 'attachment',
      ...(content_id !== undefined && { content_id }),
      download_url: this.links.attachmentUrl({ accountId, logId: log_id }, index, expires),
      expires_at: expires.toISOString(),
    }));
  }

  @Endpoint('PATCH', ':email_id', 'send', changedEmail, { summary: 'Reschedule an email', calls: rescheduleMessage })
  async reschedule(
    @CurrentContext() context: RequestContext,
    @Param('email_id') log_id: string,
    @Body({ schema: changeBody }) { scheduled_at }: z.output<typeof changeBody>,
  ) {
    const send_at = parseSendAt(scheduled_at, Date.now());
    await this.services.call(rescheduleMessage, context, { log_id, send_at });
    return { object: 'email', id: uuidOfId(log_id) };
  }

  @Endpoint('POST', ':email_id/cancel', 'send', changedEmail, { summary: 'Cancel an email', calls: cancelMessage })
  async cancel(@CurrentContext() context: RequestContext, @Param('email_id') log_id: string) {
    await this.services.call(cancelMessage, context, { log_id });
    return { object: 'email', id: uuidOfId(log_id) };
  }
}

/** Ascending indexes as `emails[0] to emails[8], emails[10]`. */
function formatRanges(indexes: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const index of indexes) {
    const range = ranges.at(-1);
    if (range?.last === index - 1) range.last = index;
    else ranges.push({ first: index, last: index });
  }
  return ranges
    .map(({ first, last }) => (first === last ? `emails[${first}]` : `emails[${first}] to emails[${last}]`))
    .join(', ');
}
