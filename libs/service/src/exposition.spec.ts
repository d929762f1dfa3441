import { describe, expect, it } from '@jest/globals';
import { LatencyHistogram } from '@postrider/messaging';
import { Counter, Gauge } from 'prom-client';
import { exposition } from './health.js';

describe('the metrics of a process', () => {
  const counted = new Counter({ name: 'test_counted_total', help: 'Test counter', labelNames: ['who'] });
  const seconds = new LatencyHistogram({
    name: 'test_seconds',
    help: 'How long',
    labelNames: ['who'],
    buckets: [0.1, 1],
  });
  const unknown = new Gauge({ name: 'test_unknown', help: 'Not known' });
  counted.inc({ who: 'a "b"\n\\' }, 3);
  seconds.observe({ who: 'me' }, 0.5, { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' });
  seconds.observe({ who: 'me' }, 0.05, undefined);
  unknown.set(NaN);

  const ofTest = (text: string): string =>
    text
      .split('\n')
      .filter((line) => line.includes('test_') || line === '# EOF')
      .join('\n');

  it('use the Prometheus format unless the request accepts OpenMetrics', async () => {
    const before = await exposition();
    await exposition('application/openmetrics-text; version=1.0.0,text/plain;q=0.5');
    expect(await exposition('text/plain')).toEqual(before);
    expect(before.type).toContain('text/plain');
    expect(before.text).toContain('# TYPE test_counted_total counter');
    expect(before.text).not.toContain('trace_id');
  });

  it('include exemplars in OpenMetrics format', async () => {
    const { type, text } = await exposition('application/openmetrics-text; version=1.0.0,text/plain;q=0.5');
    expect(type).toContain('application/openmetrics-text');
    expect(ofTest(text).replace(/\d{10}\.\d+$/m, 'now')).toBe(`# HELP test_counted Test counter
# TYPE test_counted counter
test_counted_total{who="a \\"b\\"\\n\\\\"} 3
# HELP test_seconds How long
# TYPE test_seconds histogram
test_seconds_bucket{le="0.1",who="me"} 1
test_seconds_bucket{le="1",who="me"} 2 # {trace_id="4bf92f3577b34da6a3ce929d0e0e4736"} 0.5 now
test_seconds_bucket{le="+Inf",who="me"} 2
test_seconds_sum{who="me"} 0.55
test_seconds_count{who="me"} 2
# HELP test_unknown Not known
# TYPE test_unknown gauge
test_unknown Nan
# EOF`);
  });
});
