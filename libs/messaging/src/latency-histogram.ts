import { Histogram, register } from 'prom-client';

/** Durations that refer to a trace as an example, where there is one: a bucket of slow requests leads to one of them. */
export class LatencyHistogram<Label extends string> {
  private readonly histogram: Histogram<string>;

  constructor(config: {
    readonly name: string;
    readonly help: string;
    readonly labelNames: readonly Label[];
    readonly buckets: number[];
  }) {
    // prom-client lets exemplars into registries of OpenMetrics alone; ours is written in either format, by libs/service.
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
