import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import type { ArrivingRequest } from '../http/api-request.js';
import { AuthenticationService } from './authentication.service.js';

/** Nobody without a key gets further. */
@Injectable()
export class AuthenticationMiddleware implements NestMiddleware {
  constructor(private readonly authentication: AuthenticationService) {}

  async use(request: ArrivingRequest, _response: Response, next: NextFunction): Promise<void> {
    request.caller ??= await this.authentication.authenticate(request);
    next();
  }
}
