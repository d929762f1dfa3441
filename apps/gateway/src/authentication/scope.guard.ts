import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ServiceError } from '@postrider/contracts';
import type { EndpointMetadata } from '../http/endpoint.js';
import { ENDPOINT, requestOf } from '../http/endpoint.js';

/** Lets a key do what its scopes cover. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { scopes } = requestOf(context).caller;
    if (scopes === null) return true;
    const needed = this.reflector.get<EndpointMetadata>(ENDPOINT, context.getHandler()).scope;
    if (needed !== null && !scopes.includes(needed))
      throw new ServiceError('forbidden', `This API key lacks the scope ${needed}`);
    return true;
  }
}
