import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Span } from '@opentelemetry/api';
import { SpanKind } from '@opentelemetry/api';
import { currentTrace, failSpan, isTracing, traced } from '@postrider/messaging';

/** As the router leaves it on the request. */
type Routed = IncomingMessage & { readonly route?: { readonly path?: unknown } };

/**
 * Middleware: what comes behind it belongs to the request's span, which ends with the response. It goes on with the caller's trace (the header
 * `traceparent`), or with that of the batch the request is an element of.
 */
export function traceHttp(request: Routed, response: ServerResponse, next: () => void): void {
  if (!isTracing()) {
    next();
    return;
  }
  const { method = 'GET', headers } = request;
  const traceparent = currentTrace() ? undefined : String(headers['traceparent'] ?? '') || null;
  const answered = (span?: Span): Promise<void> =>
    new Promise((resolve) => {
      response.once('close', () => {
        describeAnswer(span, method, request, response);
        resolve();
      });
      next();
    });
  void traced(method, { 'http.request.method': method }, answered, { kind: SpanKind.SERVER, traceparent });
}

/** By the route's pattern: a path may hold an address. A caller that went away before its answer has the status nginx gives it. */
function describeAnswer(span: Span | undefined, method: string, { route }: Routed, response: ServerResponse): void {
  const path = String(route?.path ?? '');
  if (path.startsWith('/')) span?.updateName(`${method} ${path}`).setAttribute('http.route', path);
  const status = response.writableFinished ? response.statusCode : 499;
  span?.setAttribute('http.response.status_code', status);
  if (status >= 500) failSpan(span, String(status));
}
