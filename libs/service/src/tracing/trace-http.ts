import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Span } from '@opentelemetry/api';
import { SpanKind } from '@opentelemetry/api';
import { currentTrace, failSpan, isTracing, traced } from '@postrider/messaging';

/** A request with the matched route that the router adds. */
type Routed = IncomingMessage & { readonly route?: { readonly path?: unknown } };

/**
 * Middleware that runs the request in a span until its response ends. The span continues the caller's trace (header
 * `traceparent`), or that of the batch the request belongs to.
 */
export function traceHttp(request: Routed, response: ServerResponse, next: () => void): void {
  if (!isTracing()) {
    next();
    return;
  }
  const { method = 'GET', headers } = request;
  const traceparent = currentTrace() ? undefined : String(headers['traceparent'] ?? '') || null;
  const untilClosed = (span?: Span): Promise<void> =>
    new Promise((resolve) => {
      response.once('close', () => {
        describeResponse(span, method, request, response);
        resolve();
      });
      next();
    });
  void traced(method, { 'http.request.method': method }, untilClosed, { kind: SpanKind.SERVER, traceparent });
}

/**
 * Names the span by the route's pattern, because a path may contain an address. A caller that disconnects before the
 * response gets nginx's status 499.
 */
function describeResponse(span: Span | undefined, method: string, { route }: Routed, response: ServerResponse): void {
  const path = String(route?.path ?? '');
  if (path.startsWith('/')) span?.updateName(`${method} ${path}`).setAttribute('http.route', path);
  const status = response.writableFinished ? response.statusCode : 499;
  span?.setAttribute('http.response.status_code', status);
  if (status >= 500) failSpan(span, String(status));
}
