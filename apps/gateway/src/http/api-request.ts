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
    super(
      'method_not_allowed',
      `${method} is not possible here; ${allowed.join(', ')} ${allowed.length === 1 ? 'is' : 'are'}`,
    );
  }
}

/** The published client libraries say so themselves (docs/guides/client-libraries.md). */
export const isClientLibrary = (headers: IncomingHttpHeaders): boolean => headers['x-swu-api-client'] !== undefined;

/** Some libraries send only the key in a header of their own. Their templates are theirs too: what is ambiguous is read as Jinja. */
const readsAmbiguousTagsAsJinja = (headers: IncomingHttpHeaders): boolean =>
  isClientLibrary(headers) || Boolean(headers['x-swu-api-key']);

/** A request while the middleware works on it. An element of a batch brings all of this along; the others are given it one by one. */
export interface ArrivingRequest extends Request {
  /** Parsed JSON, or the bytes where the route takes a file; undefined until it is read. */
  body: unknown;
  requestId?: string;
  /** Unix milliseconds; of an element of a batch unknown. */
  arrivedAt?: number;
  /** Whether it is an element of a batch. */
  isElement?: boolean;
  /** Whether the audit log asks, which is not the caller's request: limits do not count it. */
  isForAudit?: boolean;
  /** Unix milliseconds after which the answer is of no use. */
  deadline?: number;
  caller?: Caller;
  /** A key beside that of `Authorization`, which counts where the first is none. */
  otherKey?: string;
  /** Undefined too where there is no such operation. */
  endpoint?: EndpointMetadata | undefined;
}

/** A request as routes see it: everything is known of it. */
export interface ApiRequest extends ArrivingRequest {
  requestId: string;
  deadline: number;
  caller: Caller;
}

const traceparent = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** What travels with every call to a service. The account comes from the key alone. */
export function contextOf({ caller, requestId, deadline, headers }: ApiRequest): RequestContext {
  const trace = headers['traceparent'];
  return {
    accountId: caller.accountId,
    requestId,
    deadline,
    ...(caller.limits === undefined ? {} : { limits: caller.limits }),
    ...(readsAmbiguousTagsAsJinja(headers) ? { clientLibrary: true } : {}),
    ...(typeof trace === 'string' && traceparent.test(trace) ? { traceparent: trace } : {}),
  };
}

export const requestOf = (context: ExecutionContext): ApiRequest => context.switchToHttp().getRequest<ApiRequest>();

/** Express middleware over our requests. */
export type Middleware = (request: ArrivingRequest, response: Response, next: NextFunction) => Promise<void> | void;

/**
 * Middleware one after the other, as one: a layer of its own for each would cost every request a promise and a look at its path. Whatever one
 * of them throws goes to the filter, like what it hands to `next`.
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
