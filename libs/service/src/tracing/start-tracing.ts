import { within } from '@postrider/concurrency';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Environment } from '../config.js';
import { defineConfig, tracingVariables } from '../config.js';

const flushMs = 2_000;

export interface Tracing {
  /** Exports the finished spans. */
  flush(): Promise<void>;
  /** Exports the finished spans and stops, after 2 s at the latest. */
  stop(): Promise<void>;
}

const noTracing: Tracing = { flush: async () => {}, stop: async () => {} };

/**
 * Exports the traces of this process to the collector at OTEL_EXPORTER_OTLP_ENDPOINT, or to `exporter` if given;
 * without either, the OpenTelemetry SDK is not loaded. Call it once, before anything else starts.
 */
export async function startTracing(app: string, environment?: Environment, exporter?: SpanExporter): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT } = defineConfig(app, tracingVariables).read(environment);
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined && !exporter) return noTracing;
  const { installSdk } = await import('./sdk.js');
  const sdk = installSdk(`postrider-${app}`, exporter);
  return {
    flush: () => sdk.forceFlush(),
    stop: () => within(sdk.shutdown(), flushMs, () => undefined),
  };
}
