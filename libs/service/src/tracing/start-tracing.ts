import { within } from '@postrider/concurrency';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Environment } from '../config.js';
import { defineConfig, tracingVariables } from '../config.js';

const flushMs = 2_000;

export interface Tracing {
  /** Hands over what has ended so far. */
  flush(): Promise<void>;
  /** The same for the last time, however long the collector takes: at most 2 s. */
  stop(): Promise<void>;
}

const nothing: Tracing = { flush: async () => {}, stop: async () => {} };

/**
 * Traces this process to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names; without one the OpenTelemetry SDK is not even loaded. To be called
 * once, before anything is started. Spans go to the `exporter` instead where one is given.
 */
export async function startTracing(app: string, environment?: Environment, exporter?: SpanExporter): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT } = defineConfig(app, tracingVariables).read(environment);
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined && !exporter) return nothing;
  const { installSdk } = await import('./sdk.js');
  const sdk = installSdk(`postrider-${app}`, exporter);
  return {
    flush: () => sdk.forceFlush(),
    stop: () => within(sdk.shutdown(), flushMs, () => undefined),
  };
}
