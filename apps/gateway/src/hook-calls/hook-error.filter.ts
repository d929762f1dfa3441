import { Catch } from '@nestjs/common';
import type { ServiceError } from '@postrider/contracts';
import type { Response } from 'express';
import type { IncomingApiRequest } from '../http/api-request.js';
import { ResendErrorFilter } from '../resend-api/resend-error.filter.js';

const ofSupabase = /^\/hooks\/supabase\//i;

/** Errors of hooks of Supabase in its form, all others as before. */
@Catch()
export class HookErrorFilter extends ResendErrorFilter {
  protected override answer(request: IncomingApiRequest, response: Response, error: ServiceError): void {
    if (!ofSupabase.test(request.path)) {
      super.answer(request, response, error);
      return;
    }
    // Supabase repeats a call only after 429 and 503.
    if (error.code === 'idempotency_in_progress') response.status(503);
    response.removeHeader('Content-Type');
    response.json({ error: { http_code: response.statusCode, message: error.message } });
  }
}
