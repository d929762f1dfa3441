import type { ExecutionContext } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { NextFunction, Request, Response } from 'express';
import type { Caller } from './caller.js';
import type { EndpointMetadata } from './endpoint-metadata.js';
import type { IncomingHttpHeaders } from 'node:http';

/** 405: the path exists, with other methods. */
export class MethodNotAllowed extends ServiceError {
  constructor(
    method: string,
    readonly allowed: readonly string[],
  ) {
    super('method_not_allowed', `${method} is not allowed here; allowed: ${allowed.join(', ')}`);
  }
}

/** Whether a published client library sent the request (docs/guides/client-libraries.md). */
export const isClientLibrary = (headers: IncomingHttpHeaders): boolean => headers['x-swu-api-client'] !== undefined;

/** Some libraries are known only by their key header. Ambiguous templates from any library are read as Jinja. */
const readsAmbiguousTagsAsJinja = (headers: IncomingHttpHeaders): boolean =>
  isClientLibrary(headers) || Boolean(headers['x-swu-api-key']);

/** A request in the middleware, which sets these fields one by one. An element of a batch has them from the start. */
export interface IncomingApiRequest extends Request {
  /** Parsed JSON, or the bytes if the operation takes a file; undefined until it is read. */
  body: unknown;
  requestId?: string;
  /** Unix milliseconds; absent for an element of a batch. */
  arrivedAt?: number;
  isElement?: boolean;
  /** Whether the audit log made the request. Rate limits do not count it. */
  isForAudit?: boolean;
  /** Unix milliseconds after which the caller no longer needs the response. */
  deadline?: number;
  caller?: Caller;
  /** A second key beside `Authorization`, used if the first is not valid. */
  otherKey?: string;
  /** Undefined if there is no such operation. */
  endpoint?: EndpointMetadata | undefined;
}

/** A request as controllers see it. */
export interface ApiRequest extends IncomingApiRequest {
  requestId: string;
  deadline: number;
  caller: Caller;
}

const traceparent = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The context of every call to a service. The account comes only from the key or session. */
export function toContext({ caller, requestId, deadline, headers }: ApiRequest): RequestContext {
  const trace = headers['traceparent'];
  return {
    accountId: caller.accountId,
    requestId,
    deadline,
    callerId: caller.keyId,
    ...(caller.requiresReview ? { requiresReview: true } : {}),
    ...(caller.limits === undefined ? {} : { limits: caller.limits }),
    ...(readsAmbiguousTagsAsJinja(headers) ? { clientLibrary: true } : {}),
    ...(typeof trace === 'string' && traceparent.test(trace) ? { traceparent: trace } : {}),
  };
}

export const getRequest = (context: ExecutionContext): ApiRequest => context.switchToHttp().getRequest<ApiRequest>();

export type Middleware = (request: IncomingApiRequest, response: Response, next: NextFunction) => Promise<void> | void;

/**
 * Combines middleware into one: as layers of Express, each would cost a promise and a path match per request. Errors
 * that are thrown or passed to `next` reach the exception filter.
 */
export const inOrder =
  (...steps: readonly Middleware[]): Middleware =>
  (request, response, next) => {
    const run = (position: number): void => {
      const step = steps[position];
      if (!step) {
        next();
        return;
      }
      try {
        step(request, response, (error?: unknown) => (error ? next(error) : run(position + 1)))?.catch(next);
      } catch (error) {
        next(error);
      }
    };
    run(0);
  };
