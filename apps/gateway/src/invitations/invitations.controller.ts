import { Body, Controller, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { IncomingApiRequest } from '../http/api-request.js';
import { Endpoint } from '../http/endpoint.js';
import { smallBody } from '../http/endpoint-metadata.js';
import { exampleSession, sessionResource } from '../sessions/session.js';
import type { AcceptBody, InvitationQuestion } from './invitation.js';
import { acceptBody, invitationQuestion, invitationResource } from './invitation.js';
import { InvitationsService } from './invitations.service.js';

const token = 'q8S0w7kLr1vJ3xZ5bN9mC2yT4uG6hD8fE0aP1sR3iKo';

/** See docs/reference/users.md. */
@Controller('invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Endpoint('POST', 'check', null, invitationResource, {
    summary: 'Show an invitation',
    access: 'public',
    body: smallBody,
    errors: ['invalid_token'],
    examples: {
      request: { token },
      response: { email: 'ada@acme.example', name: 'Ada', account: 'Acme', role: 'editor', registered: false },
    },
  })
  check(@Body({ schema: invitationQuestion }) body: InvitationQuestion) {
    return this.invitations.check(body.token);
  }

  @Endpoint('POST', 'accept', null, sessionResource, {
    summary: 'Accept an invitation',
    description: 'Creates the user, if there is none with the address, and logs in. Works once.',
    access: 'public',
    body: smallBody,
    errors: ['invalid_token', 'wrong_credentials'],
    examples: { request: { token, name: 'Ada', password: 'correct horse battery' }, response: exampleSession },
  })
  accept(
    @Req() request: IncomingApiRequest,
    @Res({ passthrough: true }) response: Response,
    @Body({ schema: acceptBody }) body: AcceptBody,
  ) {
    return this.invitations.accept(request, response, body);
  }
}
