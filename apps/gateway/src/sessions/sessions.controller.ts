import { Body, Controller, Req, Res } from '@nestjs/common';
import { ok, okResponse } from '@postrider/contracts';
import type { Response } from 'express';
import { z } from 'zod';
import type { IncomingApiRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, Endpoint } from '../http/endpoint.js';
import { smallBody } from '../http/endpoint-metadata.js';
import type { LogInBody, UserChanges } from './session.js';
import { exampleSession, logInBody, ownSessionResource, sessionResource, userChanges } from './session.js';
import { SessionsService } from './sessions.service.js';

/** See docs/reference/sessions.md. */
@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Endpoint('POST', 'session', null, sessionResource, {
    summary: 'Log in',
    description: 'Sets the cookie of the session.',
    access: 'public',
    body: smallBody,
    errors: ['wrong_credentials'],
    examples: {
      request: { email: 'ada@acme.example', password: 'correct horse battery' },
      response: exampleSession,
    },
  })
  logIn(
    @Req() request: IncomingApiRequest,
    @Res({ passthrough: true }) response: Response,
    @Body({ schema: logInBody }) body: LogInBody,
  ) {
    return this.sessions.logIn(request, response, body);
  }

  @Endpoint('GET', 'session', null, sessionResource, {
    summary: 'Show the session',
    access: 'user',
    examples: { response: exampleSession },
  })
  show(@Req() request: IncomingApiRequest) {
    return this.sessions.current(request);
  }

  @Endpoint('PATCH', 'session', null, sessionResource, {
    summary: 'Change name, language or password',
    description: 'A new password ends all other sessions of the user.',
    access: 'user',
    body: smallBody,
    errors: ['wrong_credentials'],
    examples: {
      request: { language: 'de' },
      response: { ...exampleSession, user: { ...exampleSession.user, language: 'de' } },
    },
  })
  change(
    @Req() request: IncomingApiRequest,
    @CurrentCaller() { user }: Caller,
    @Body({ schema: userChanges }) body: UserChanges,
  ) {
    return this.sessions.change(request, user!, body);
  }

  @Endpoint('DELETE', 'session', null, ok, { summary: 'Log out', access: 'user' })
  async end(@CurrentCaller() { user }: Caller, @Res({ passthrough: true }) response: Response) {
    await this.sessions.end(user!, response);
    return okResponse;
  }

  @Endpoint('GET', 'sessions', null, z.array(ownSessionResource), {
    summary: 'List sessions',
    access: 'user',
    examples: {
      response: [
        {
          id: 'ses_01KQV5Xx7GJ8sVJ4mB2cDe',
          created: 1_795_348_800,
          last_seen: 1_795_350_000,
          expires_at: 1_796_558_400,
          address: '192.0.2.7',
          user_agent: 'Mozilla/5.0',
          current: true,
        },
      ],
    },
  })
  list(@CurrentCaller() { user }: Caller) {
    return this.sessions.list(user!);
  }

  @Endpoint('DELETE', 'sessions', null, ok, {
    summary: 'Log out everywhere',
    description: 'Ends all sessions of the user, this one too, everywhere within 30 seconds.',
    access: 'user',
  })
  async endAll(
    @Req() request: IncomingApiRequest,
    @CurrentCaller() { user }: Caller,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.sessions.endAll(request, user!, response);
    return okResponse;
  }
}
