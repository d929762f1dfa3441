import { ServiceError } from '@postrider/contracts';
import type { NextFunction, Response } from 'express';
import type { ArrivingRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import type { EndpointMetadata } from '../http/endpoint-metadata.js';
import { roleFor } from './rights.js';

/** Refuses whoever may not do what is asked for, before its body costs anything. */
export function requireScope({ caller, endpoint }: ArrivingRequest, _response: Response, next: NextFunction): void {
  if (endpoint) checkScope(caller, endpoint);
  next();
}

/** @throws ServiceError `forbidden` (docs/api.md#scopes) */
export function checkScope(
  caller: Caller | undefined,
  { scope, asker }: Pick<EndpointMetadata, 'scope' | 'asker'>,
): void {
  if (asker === 'anybody') {
    if (caller) throw new ServiceError('forbidden', 'This is asked without an API key and not in a batch');
    return;
  }
  if (asker === 'user' && !caller!.user) throw new ServiceError('forbidden', 'This is for users: it takes no API key');
  const { scopes, user } = caller!;
  if (scopes === null || scope === null || scopes.includes(scope)) return;
  if (user)
    throw new ServiceError(
      'forbidden',
      `Your role in this account is ${user.role}; this needs the role ${roleFor(scope)}`,
    );
  throw new ServiceError('forbidden', `This API key lacks the scope ${scope === 'administer' ? 'manage' : scope}`);
}
