import type { NestMiddleware } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { NextFunction, Response } from 'express';
import type { GatewayConfig } from '../config.js';
import type { ArrivingRequest } from './api-request.js';

const acceptableId = /^[\x20-\x7e]{1,128}$/;

/** Gives the request its id, the caller's where it is usable, and its deadline. */
@Injectable()
export class RequestIdMiddleware implements NestMiddleware {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  use(request: ArrivingRequest, response: Response, next: NextFunction): void {
    request.requestId ??= acceptedId(request.headers['x-request-id']) ?? newId('request');
    request.deadline ??= Date.now() + this.config.REQUEST_TIMEOUT_MS;
    response.setHeader('X-Request-Id', request.requestId);
    next();
  }
}

const acceptedId = (given: string | string[] | undefined): string | undefined =>
  typeof given === 'string' && acceptableId.test(given) ? given : undefined;
