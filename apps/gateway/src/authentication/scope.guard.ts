import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requestOf } from '../http/api-request.js';
import type { EndpointMetadata } from '../http/endpoint-metadata.js';
import { ENDPOINT } from '../http/endpoint-metadata.js';
import { checkScope } from './scope.middleware.js';

/** The last word on scopes, by the handler itself: whatever was found out about its address before. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    checkScope(requestOf(context).caller, this.reflector.get<EndpointMetadata>(ENDPOINT, context.getHandler()));
    return true;
  }
}
