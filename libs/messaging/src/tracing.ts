import type { Attributes, Context, Link, Span } from '@opentelemetry/api';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, context, propagation, trace } from '@opentelemetry/api';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { serializeLossless } from '@postrider/numbers';

/** A serialized call, the same on every transport: the JSON list `[pattern, context, payload]`. */
export const encodeRequest = (pattern: string, context: RequestContext, payload: unknown): string =>
  `${JSON.stringify([pattern, context]).slice(0, -1)},${serializeLossless(payload ?? null)}]`;

/** Resolves to the provider that is registered when the first span starts. */
const tracer = trace.getTracer('postrider');
let enabled = false;

/** Called once a provider is registered. Until then, `traced` only checks a boolean. */
export function enableTracing(): void {
  enabled = true;
}

export const isTracing = (): boolean => enabled;

export interface SpanOptions {
  readonly kind?: SpanKind;
  /** The parent, usually in another process; null starts a new trace. Defaults to the active span. */
  readonly traceparent?: string | null | undefined;
  /** Trace contexts of other related traces. */
  readonly linked?: readonly string[];
}

/** Runs `work` in a span; spans, calls and logs of `work` belong to it. */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: (span?: Span) => Promise<Result>,
  options: SpanOptions = {},
): Promise<Result> {
  // Not an async function, so that it adds no promise when tracing is off.
  if (!enabled) return work();
  const span = startSpan(name, attributes, options);
  return context.with(trace.setSpan(context.active(), span), async () => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, error instanceof ServiceError ? error.code : (error as Error).name);
      throw error;
    } finally {
      span.end();
    }
  });
}

export function startSpan(
  name: string,
  attributes: Attributes,
  { kind = SpanKind.INTERNAL, traceparent, linked = [] }: SpanOptions,
): Span {
  const parent = traceparent === undefined ? context.active() : parseTraceparent(traceparent);
  return tracer.startSpan(name, { kind, attributes, links: linked.flatMap(linkTo) }, parent);
}

/**
 * A rejection is a normal outcome; only unexpected failures and unavailability are errors. Records the type, never the
 * message, which may contain an address.
 */
export function failSpan(span: Span | undefined, type: string): void {
  span?.setAttribute('error.type', type);
  if (type === 'internal' || type === 'unavailable' || !/^[a-z_]+$/.test(type))
    span?.setStatus({ code: SpanStatusCode.ERROR });
}

/** The W3C trace context of the span, or of the active one; undefined without a trace. */
export function getTraceparent(span?: Span): string | undefined {
  if (!enabled) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(span ? trace.setSpan(ROOT_CONTEXT, span) : context.active(), carrier);
  return carrier.traceparent;
}

/** Trace fields for log lines. */
export function currentTrace(): { trace_id: string; span_id: string } | undefined {
  const active = enabled ? trace.getActiveSpan()?.spanContext() : undefined;
  return active && { trace_id: active.traceId, span_id: active.spanId };
}

/** The exemplar for a measurement: the trace of the span, or of the active one, if it is sampled. */
export function getExemplar(span?: Span): { trace_id: string } | undefined {
  const measured = enabled ? (span ?? trace.getActiveSpan())?.spanContext() : undefined;
  return measured && (measured.traceFlags & TraceFlags.SAMPLED) !== 0 ? { trace_id: measured.traceId } : undefined;
}

const parseTraceparent = (traceparent: string | null): Context =>
  traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });

function linkTo(traceparent: string): Link[] {
  const linked = trace.getSpanContext(parseTraceparent(traceparent));
  return linked ? [{ context: linked }] : [];
}
