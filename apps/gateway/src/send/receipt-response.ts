import { ok, receipt } from '@postrider/contracts';
import type { Response } from 'express';
import { success } from '../http/endpoint.js';

/** The response to every kind of send. */
export const receiptResponse = ok.extend(receipt.omit({ replayed: true }).shape);

export function toResponse<Body extends { replayed?: boolean | undefined }>(
  response: Response,
  { replayed, ...body }: Body,
) {
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  return success(body);
}
