import { Body, Controller, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ok, okResponse } from '@postrider/contracts';
import type { IncomingApiRequest } from '../http/api-request.js';
import { Endpoint } from '../http/endpoint.js';
import { smallBody } from '../http/endpoint-metadata.js';
import { exampleSession, sessionResource } from '../sessions/session.js';
import type { ConfirmBody, ResetBody } from './password-resets.service.js';
import { PasswordResetsService, ResetRequests, confirmBody, resetBody } from './password-resets.service.js';

/** See docs/reference/sessions.md. */
@Controller('password_resets')
export class PasswordResetsController {
  constructor(
    private readonly resets: PasswordResetsService,
    private readonly requests: ResetRequests,
  ) {}

  @Endpoint('POST', '', null, ok, {
    summary: 'Request a password reset',
    description: 'Sends a link if the address belongs to a user. The response is the same if not.',
    access: 'public',
    body: smallBody,
    examples: { request: { email: 'ada@acme.example' } },
  })
  ask(@Req() request: IncomingApiRequest, @Body({ schema: resetBody }) { email }: ResetBody) {
    this.requests.request(request, email);
    return okResponse;
  }

  @Endpoint('POST', 'confirm', null, sessionResource, {
    summary: 'Reset a password',
    description: 'Ends all sessions of the user and logs in. Works once.',
    access: 'public',
    body: smallBody,
    errors: ['invalid_token'],
    examples: {
      request: { token: 'q8S0w7kLr1vJ3xZ5bN9mC2yT4uG6hD8fE0aP1sR3iKo', password: 'correct horse battery' },
      response: exampleSession,
    },
  })
  confirm(
    @Req() request: IncomingApiRequest,
    @Res({ passthrough: true }) response: Response,
    @Body({ schema: confirmBody }) body: ConfirmBody,
  ) {
    return this.resets.confirm(request, response, body);
  }
}
