import { ServiceError } from '@postrider/contracts';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { getRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import type { EndpointMetadata } from '../http/endpoint-metadata.js';
import { ENDPOINT } from '../http/endpoint-metadata.js';
import { roleFor } from './credentials.js';

/** Checks the scope of the handler that Nest chose, in case the middleware matched the path differently. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    checkScope(getRequest(context).caller, this.reflector.get<EndpointMetadata>(ENDPOINT, context.getHandler()));
    return true;
  }
}

/** @throws ServiceError `forbidden` (docs/guides/authentication.md#scopes) */
export function checkScope(
  caller: Caller | undefined,
  { scope, access }: Pick<EndpointMetadata, 'scope' | 'access'>,
): void {
  if (access === 'public') {
    if (caller) throw new ServiceError('forbidden', 'This endpoint takes no API key and is not available in a batch');
    return;
  }
  if (access === 'user' && !caller!.user) throw new ServiceError('forbidden', 'This endpoint does not accept API keys');
  const { scopes, user } = caller!;
  if (scopes === null || scope === null || scopes.includes(scope)) return;
  if (user)
    throw new ServiceError(
      'forbidden',
      `Your role in this account is ${user.role}; this needs the role ${roleFor(scope)}`,
    );
  throw new ServiceError('forbidden', `This API key lacks the scope ${scope === 'administer' ? 'manage' : scope}`);
}
