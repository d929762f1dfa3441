import type { RequestContext } from '@postrider/contracts';
import type { Request } from 'express';
import type { Caller } from '../authentication/caller.js';

/** A request on its way through the gateway; every field is set before a route sees it. */
export interface ApiRequest extends Request {
  /** Parsed JSON, or the bytes where the route takes a file. */
  body: unknown;
  requestId: string;
  /** Unix milliseconds after which the answer is of no use. */
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
    ...(typeof trace === 'string' && traceparent.test(trace) ? { traceparent: trace } : {}),
  };
}
