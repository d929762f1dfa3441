import type { NextFunction, Response } from 'express';
import type { ArrivingRequest } from './api-request.js';

/** What every answer says, errors too: nobody keeps it, nobody guesses its type, and who came by HTTPS stays there. */
export function setResponseHeaders(request: ArrivingRequest, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  next();
}
