import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException, Inject, Logger, NotFoundException } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ServiceError, errorRule } from '@postrider/contracts';
import { isTemporary, unavailable } from '@postrider/messaging';
import type { Express, Response } from 'express';
import type { IncomingApiRequest } from './api-request.js';
import { MethodNotAllowed } from './api-request.js';
import { BodyRateLimiter } from './body-rate-limiter.js';
import { Tarpit } from './tarpit.js';
import { getMethods } from './routes.js';
import { discardRest } from './discard-body.js';

/** The errors of an interface that has a form of its own for them. */
export interface ErrorForm {
  readonly fits: (request: IncomingApiRequest) => boolean;
  /** Status and headers are those of the API until it changes them. */
  readonly respond: (request: IncomingApiRequest, response: Response, error: ServiceError) => void;
}

export const ERROR_FORMS = Symbol('ERROR_FORMS');

/** Turns every error into a response. Unexpected errors are logged, and the response reveals nothing internal. */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Api');

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly bodies: BodyRateLimiter,
    private readonly rejections: Tarpit,
    @Inject(ERROR_FORMS) private readonly forms: readonly ErrorForm[],
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<IncomingApiRequest>();
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      discardRest(request, response, this.bodies);
      response.destroy();
      return;
    }
    const error = this.toServiceError(thrown, request);
    this.rejections.delay(request, response, error, () => this.reject(request, response, error));
  }

  private reject(request: IncomingApiRequest, response: Response, error: ServiceError): void {
    discardRest(request, response, this.bodies);
    for (const [name, value] of getHeaders(error)) response.setHeader(name, value);
    response.status(errorRule(error.code).status);
    const form = this.forms.find(({ fits }) => fits(request));
    if (form) form.respond(request, response, error);
    else this.respond(request, response, error);
  }

  protected respond(request: IncomingApiRequest, response: Response, error: ServiceError): void {
    const { code, message, details } = error;
    response.removeHeader('Content-Type');
    response.json({
      success: false,
      status: code,
      message,
      ...(details && details.length > 0 ? { errors: details } : {}),
      ...(errorRule(code).status >= 500 ? error.failure : {}),
      request_id: request.requestId,
    });
  }

  private toServiceError(thrown: unknown, request: IncomingApiRequest): ServiceError {
    if (thrown instanceof ServiceError) return thrown;
    if (thrown instanceof NotFoundException) return this.unknownRoute(request);
    if (thrown instanceof HttpException && thrown.getStatus() === 400)
      return new ServiceError('invalid_request', 'Invalid request: the path is not properly percent-encoded');
    this.logger.error(
      { err: thrown, requestId: request.requestId, accountId: request.caller?.accountId },
      'request failed',
    );
    if (isTemporary(thrown)) return unavailable('A dependency of the service is unavailable', 'dependency_unreachable');
    return new ServiceError('internal', 'Internal error');
  }

  private unknownRoute({ method, baseUrl, path }: IncomingApiRequest): ServiceError {
    const allowed = getMethods(this.host.httpAdapter.getInstance<Express>(), baseUrl + path);
    if (allowed.length > 0) return new MethodNotAllowed(method, allowed);
    return new ServiceError('not_found', 'No such path');
  }
}

function getHeaders(error: ServiceError): readonly [string, string][] {
  if (error instanceof MethodNotAllowed) return [['Allow', error.allowed.join(', ')]];
  if (error.code === 'unauthenticated') return [['WWW-Authenticate', 'Basic realm="Postrider", charset="UTF-8"']];
  if (error.code === 'session_required') return [['WWW-Authenticate', 'Session realm="Postrider"']];
  const retryAfter = error.retryAfter ?? errorRule(error.code).retryAfter;
  return retryAfter === undefined ? [] : [['Retry-After', String(retryAfter)]];
}
