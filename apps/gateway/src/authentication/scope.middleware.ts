import { ServiceError } from '@postrider/contracts';
import type { NextFunction, Response } from 'express';
import type { ArrivingRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import type { EndpointMetadata } from '../http/endpoint-metadata.js';

/** Refuses a key that may not do what is asked for, before its body costs anything. */
export function requireScope({ caller, endpoint }: ArrivingRequest, _response: Response, next: NextFunction): void {
  if (endpoint) checkScope(caller!, endpoint);
  next();
}

/** @throws ServiceError `forbidden` (docs/api.md#api-keys) */
export function checkScope({ scopes }: Caller, { scope }: Pick<EndpointMetadata, 'scope'>): void {
  if (scopes !== null && scope !== null && !scopes.includes(scope))
    throw new ServiceError('forbidden', `This API key lacks the scope ${scope}`);
}
