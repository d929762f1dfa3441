import type { FieldError } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { Catch } from '@nestjs/common';
import type { Response } from 'express';
import { ApiErrorFilter } from '../http/api-error.filter.js';
import type { IncomingApiRequest } from '../http/api-request.js';
import { isClientLibrary } from '../http/api-request.js';
import { fieldAsWritten } from './body.middleware.js';

/**
 * Errors as the libraries expect them: the message as plain text, because some recognize an error by a body that is
 * not JSON, and 400 instead of 404 or 405.
 */
@Catch()
export class ClientLibraryFilter extends ApiErrorFilter {
  protected override respond(request: IncomingApiRequest, response: Response, error: ServiceError): void {
    const renamed = withFieldsAsWritten(request, error);
    if (!isClientLibrary(request.headers)) {
      super.respond(request, response, renamed);
      return;
    }
    if (response.statusCode === 404 || response.statusCode === 405) response.status(400);
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.send(plainText(renamed.message));
  }
}

function withFieldsAsWritten(request: IncomingApiRequest, error: ServiceError): ServiceError {
  const details = error.details?.map(({ field, message }): FieldError => ({
    field: fieldAsWritten(request, field),
    message,
  }));
  if (!details || details.every(({ field }, index) => field === error.details?.[index]?.field)) return error;
  return error.code === 'invalid_request'
    ? ServiceError.invalidFields(details)
    : new ServiceError(error.code, error.message, details);
}

/** Never empty and never JSON. */
function plainText(message: string): string {
  try {
    JSON.parse(message);
    return `Error: ${message}`;
  } catch {
    return message === '' ? 'Error' : message;
  }
}
