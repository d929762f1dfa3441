export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
}
export function readMetrics(): Readonly<Record<string, Metric>>;
export function metricsIn(expression: string): readonly string[];
