import type { MetricValue } from 'prom-client';
import { register } from 'prom-client';

/** prom-client has them, its types do not. */
interface Exemplar {
  readonly labelSet: Readonly<Record<string, string>>;
  readonly value: number;
  readonly timestamp: number;
}
type Sample = MetricValue<string> & { readonly metricName?: string; readonly exemplar?: Exemplar | null };

const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The metrics of this process in the format that is asked for; only OpenMetrics has exemplars. */
export async function exposition(accept = ''): Promise<{ type: string; text: string }> {
  if (!accept.includes('application/openmetrics-text'))
    return { type: register.contentType, text: await register.metrics() };
  return { type: openMetrics, text: await inOpenMetrics() };
}

/** Written here since prom-client renames its counters for good when it writes this format, and the other then lacks their `_total`. */
async function inOpenMetrics(): Promise<string> {
  const families = await register.getMetricsAsJSON();
  const lines = families.flatMap(({ name, help, type, values }) => {
    const family = String(type) === 'counter' ? name.replace(/_total$/, '') : name;
    const sampleName = String(type) === 'counter' ? `${family}_total` : name;
    return [
      `# HELP ${family} ${escaped(help)}`,
      `# TYPE ${family} ${String(type)}`,
      ...(values as Sample[]).map(
        ({ metricName = sampleName, labels, value, exemplar }) =>
          `${metricName}${labelled(labels)} ${numeral(value)}${exampleOf(exemplar)}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n# EOF\n`;
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

function labelled(labels: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const numeral = (value: number): string =>
  Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';

const exampleOf = (exemplar: Exemplar | null | undefined): string =>
  exemplar ? ` # {${labelled(exemplar.labelSet).slice(1, -1)}} ${numeral(exemplar.value)} ${exemplar.timestamp}` : '';
