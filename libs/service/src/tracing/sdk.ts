import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { enableTracing } from '@postrider/messaging';
import pg from 'pg';

/** Sampler, endpoint, headers and limits come from the standard OTEL_* variables, which the SDK reads itself. */
export function installSdk(serviceName: string, exporter: SpanExporter = new OTLPTraceExporter()): BasicTracerProvider {
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  traceStatements(provider);
  enableTracing();
  return provider;
}

/**
 * Traces the statements of traced requests, whichever pool they use: `pg.Client` is the same class for our pools and
 * for TypeORM. It is patched here, because the instrumentation's hooks only see modules that are loaded later.
 * Parameters are not recorded, because they contain addresses.
 */
function traceStatements(provider: BasicTracerProvider): void {
  const instrumentation = new PgInstrumentation({ enabled: false, requireParentSpan: true, ignoreConnectSpans: true });
  instrumentation.setTracerProvider(provider);
  for (const { name, patch } of instrumentation.getModuleDefinitions()) if (name === 'pg') patch?.(pg);
}
