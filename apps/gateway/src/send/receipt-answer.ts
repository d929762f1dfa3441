import type { Receipt } from '@postrider/contracts';
import { ok, receipt } from '@postrider/contracts';
import type { Response } from 'express';
import { success } from '../http/endpoint.js';

/** The answer to every kind of send. */
export const receiptAnswer = ok.extend(receipt.omit({ replayed: true }).shape);

export function toAnswer(response: Response, { replayed, ...answer }: Receipt) {
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  return success(answer);
}
