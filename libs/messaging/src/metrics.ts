import { Counter, Histogram, register } from 'prom-client';

/** A histogram of durations with exemplars: a bucket of slow requests links to the trace of one of them. */
export class LatencyHistogram<Label extends string> {
  private readonly histogram: Histogram<string>;

  constructor(config: {
    readonly name: string;
    readonly help: string;
    readonly labelNames: readonly Label[];
    readonly buckets: number[];
  }) {
    // prom-client accepts exemplars only in OpenMetrics registries; libs/service writes this one in both formats.
    this.histogram = new Histogram<string>({ ...config, registers: [], enableExemplars: true });
    register.registerMetric(this.histogram);
  }

  observe(
    labels: Readonly<Record<Label, string>>,
    seconds: number,
    exemplar: { readonly trace_id: string } | undefined,
  ): void {
    this.histogram.observe({ labels, value: seconds, ...(exemplar && { exemplarLabels: exemplar }) });
  }
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const rpcHandled = new LatencyHistogram({
  name: 'postrider_rpc_handled_seconds',
  help: 'Time a service took to answer a call, by pattern and outcome',
  labelNames: ['pattern', 'outcome'],
  buckets: seconds,
});
export const rpcCalled = new LatencyHistogram({
  name: 'postrider_rpc_called_seconds',
  help: 'Time a call took as its caller saw it, by pattern and outcome',
  labelNames: ['pattern', 'outcome'],
  buckets: seconds,
});
export const eventsConsumed = new Counter({
  name: 'postrider_events_consumed_total',
  help: 'Events taken from the queue, by service, topic and what became of them',
  labelNames: ['service', 'topic', 'outcome'],
});
export const eventsPublished = new Counter({
  name: 'postrider_events_published_total',
  help: 'Events offered to the broker, by topic and outcome',
  labelNames: ['topic', 'outcome'],
});
