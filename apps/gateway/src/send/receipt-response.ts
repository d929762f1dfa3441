import type { Receipt } from '@postrider/contracts';
import { ok, receipt } from '@postrider/contracts';
import type { Response } from 'express';
import { success } from '../http/endpoint.js';

/** The response to every kind of send. */
export const receiptResponse = ok.extend(receipt.omit({ replayed: true }).shape);

export function toResponse(response: Response, { replayed, ...body }: Receipt) {
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  return success(body);
}
