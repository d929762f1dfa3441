import { ServiceError } from '@postrider/contracts';
import type { NextFunction, Response } from 'express';
import type { ArrivingRequest } from './api-request.js';

export const httpsRequired = (): ServiceError => new ServiceError('https_required', 'Calls must use HTTPS');

/** Refuses plain HTTP. */
export function requireHttps(request: ArrivingRequest, _response: Response, next: NextFunction): void {
  if (!request.secure) throw httpsRequired();
  next();
}
