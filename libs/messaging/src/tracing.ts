import type { Attributes, Context, Link, Span } from '@opentelemetry/api';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, context, propagation, trace } from '@opentelemetry/api';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { serializeLossless } from '@postrider/numbers';

/** A call as every transport carries it: the list `[pattern, context, payload]` as JSON. */
export const encodeRequest = (pattern: string, context: RequestContext, payload: unknown): string =>
  `${JSON.stringify([pattern, context]).slice(0, -1)},${serializeLossless(payload ?? null)}]`;

/** Resolved to the provider that is registered by the time of the first span. */
const tracer = trace.getTracer('postrider');
let enabled = false;

/** Called once a provider is registered. Until then `traced` is a check of one boolean. */
export function enableTracing(): void {
  enabled = true;
}

export const isTracing = (): boolean => enabled;

export interface SpanOptions {
  readonly kind?: SpanKind;
  /** Of whoever asked, in another process as a rule; null: a trace of its own. The active span is the parent when absent. */
  readonly traceparent?: string | null | undefined;
  /** Those of other traces that this is about, too. */
  readonly linked?: readonly string[];
}

/** Runs `work` as a span that ends with it; what is traced, asked or logged meanwhile belongs to it. */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: (span?: Span) => Promise<Result>,
  options: SpanOptions = {},
): Promise<Result> {
  // Not an async function: where nothing is traced it adds not even a promise.
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
  const parent = traceparent === undefined ? context.active() : contextOf(traceparent);
  return tracer.startSpan(name, { kind, attributes, links: linked.flatMap(linkTo) }, parent);
}

/** A refusal is an answer like any other; what was not foreseen or not reached is an error. Never the message, which may hold an address. */
export function failSpan(span: Span | undefined, type: string): void {
  span?.setAttribute('error.type', type);
  if (type === 'internal' || type === 'unavailable' || !/^[a-z_]+$/.test(type))
    span?.setStatus({ code: SpanStatusCode.ERROR });
}

/** The W3C trace context of a span, or of the active one, for others to go on with; undefined without a trace. */
export function traceparentOf(span?: Span): string | undefined {
  if (!enabled) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(span ? trace.setSpan(ROOT_CONTEXT, span) : context.active(), carrier);
  return carrier.traceparent;
}

/** What a log line says of the active span. */
export function currentTrace(): { trace_id: string; span_id: string } | undefined {
  const active = enabled ? trace.getActiveSpan()?.spanContext() : undefined;
  return active && { trace_id: active.traceId, span_id: active.spanId };
}

/** What a measurement refers to as an example of it: the trace of the span, or of the active one, where a collector gets it. */
export function exemplarOf(span?: Span): { trace_id: string } | undefined {
  const measured = enabled ? (span ?? trace.getActiveSpan())?.spanContext() : undefined;
  return measured && (measured.traceFlags & TraceFlags.SAMPLED) !== 0 ? { trace_id: measured.traceId } : undefined;
}

const contextOf = (traceparent: string | null): Context =>
  traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });

function linkTo(traceparent: string): Link[] {
  const linked = trace.getSpanContext(contextOf(traceparent));
  return linked ? [{ context: linked }] : [];
}
