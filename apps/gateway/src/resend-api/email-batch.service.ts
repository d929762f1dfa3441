import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ServiceError } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { Express } from 'express';
import { runElement } from '../batch/batch-element.js';
import type { GatewayConfig } from '../config.js';
import type { ApiRequest } from '../http/api-request.js';
import { toContext } from '../http/api-request.js';
import type { Idempotent } from '../send/idempotency.js';
import { parseMail } from './email-body.js';
import type { ResendError } from './resend-errors.js';
import { toResendError } from './resend-errors.js';
import { TemplateNames } from './template-names.js';

const maxEmails = 100;
const maxConcurrent = 8;
const batchMs = 60_000;
/** Characters of all responses; each is an id or an error. */
const maxResponsesLength = 1024 * 1024;

interface FailedEmail {
  readonly index: number;
  readonly error: ResendError;
}

interface AcceptedEmail {
  readonly index: number;
  readonly id: string;
}

export interface BatchOutcome {
  /** In the order of the request. */
  readonly accepted: readonly AcceptedEmail[];
  readonly failed: readonly FailedEmail[];
}

/** Sends the emails of a batch as requests of their own, with their limits and their logs. */
@Injectable()
export class EmailBatchService {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly templates: TemplateNames,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** `strict`: no email is sent if one is invalid, and none after one that was rejected. */
  async send(request: ApiRequest, body: unknown, { idempotency }: Idempotent, strict: boolean): Promise<BatchOutcome> {
    const emails = getEmails(body);
    const failed = await this.findInvalid(request, emails);
    if (strict && failed.length > 0) return { accepted: [], failed };
    const invalid = new Set(failed.map(({ index }) => index));
    const valid = emails.flatMap((email, index) => (invalid.has(index) ? [] : [{ email, index }]));
    const accepted: AcceptedEmail[] = [];
    const endsAt = Date.now() + batchMs;
    const budget = { left: maxResponsesLength };
    for (let start = 0; start < valid.length; start += maxConcurrent) {
      if (strict && failed.length > 0) break;
      const sending = valid.slice(start, start + maxConcurrent).map(async ({ email, index }) => ({
        index,
        response: await runElement(
          this.host.httpAdapter.getInstance<Express>(),
          request,
          `${request.requestId}.${index}`,
          Math.min(Date.now() + this.config.REQUEST_TIMEOUT_MS, endsAt),
          {
            method: 'POST',
            path: '/resend/emails',
            // Makes the key reject a batch of which another email has changed.
            body: idempotency ? { ...(email as object), batch: idempotency.request_hash } : email,
            idempotencyKey: idempotency && keyOfEmail(idempotency.key, index),
          },
          budget,
        ),
      }));
      for (const { index, response } of await Promise.all(sending))
        if (response.status === 200) accepted.push({ index, id: (response.body as { id: string }).id });
        else failed.push({ index, error: response.body as ResendError });
    }
    return { accepted, failed: failed.toSorted((a, b) => a.index - b.index) };
  }

  /** Checks what can be known before an email is accepted. */
  private async findInvalid(request: ApiRequest, emails: readonly unknown[]): Promise<FailedEmail[]> {
    const failed: FailedEmail[] = [];
    const templates = new Map<string, Promise<string>>();
    for (const [index, email] of emails.entries()) {
      try {
        const { template } = parseMail(email);
        if (template === undefined) continue;
        const id = templates.get(template) ?? this.templates.resolveId(toContext(request), template);
        await templates.set(template, id).get(template);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.retryable) throw error;
        failed.push({ index, error: toResendError(error, email) });
      }
    }
    return failed;
  }
}

function getEmails(body: unknown): readonly unknown[] {
  if (Array.isArray(body) && body.length > 0 && body.length <= maxEmails) return body as unknown[];
  throw ServiceError.invalidField('body', `must be an array of 1 to ${maxEmails} emails`);
}

const keyOfEmail = (key: string, index: number): string =>
  `resend-batch:${createHash('sha256').update(key).digest('hex')}:${index}`;
