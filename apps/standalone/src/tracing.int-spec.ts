import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { newId } from '@postrider/contracts';
import type { Environment, Tracing } from '@postrider/service';
import { startService, startTracing } from '@postrider/service';
import { createTestDatabase, createTestVhost, SmtpSink, waitFor } from '@postrider/testing';
import { register } from 'prom-client';
import { customerService } from '../../customer/src/customer.module.js';
import { deliveryService } from '../../delivery/src/delivery.module.js';
import { dripService } from '../../drip/src/drip.module.js';
import { startGateway } from '../../gateway/src/gateway.js';
import { templateService } from '../../template/src/template.module.js';
import { trackingService } from '../../tracking/src/tracking.service-definition.js';
import { databases } from './databases.js';

const liveKey = 'live_0123456789abcdefghij';
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly events?: unknown;
}

/** A collector for OTLP over HTTP. */
class Collector {
  readonly spans: CollectedSpan[] = [];
  readonly services = new Set<unknown>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer((request, response) => {
      const respond = async (): Promise<void> => {
        const body = await text(request);
        if (request.url === '/v1/traces') collector.collect(JSON.parse(body));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      };
      void respond();
    });
    const collector = new Collector(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private collect({ resourceSpans }: { resourceSpans: TakenSpans[] }): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value['stringValue']);
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
  }
}
interface TakenSpans {
  readonly resource: { readonly attributes: CollectedSpan['attributes'] };
  readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
}

let collector: Collector;
let tracing: Tracing;
beforeAll(async () => {
  collector = await Collector.start();
  tracing = await startTracing('test', {}, new OTLPTraceExporter({ url: `${collector.url}/v1/traces` }));
}, 60_000);
afterAll(async () => {
  await tracing.stop();
  collector.stop();
});

describe.each(['memory', 'amqp'] as const)('a send over %s', (transport) => {
  let callersTrace: string;
  const lines: string[] = [];
  const toStop: (() => Promise<unknown>)[] = [];
  let api: string;

  beforeAll(async () => {
    const written = jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    toStop.unshift(async () => written.mockRestore());
    const [database, sink] = await Promise.all([createTestDatabase(...Object.values(databases)), SmtpSink.start()]);
    // Delays the sent event until the accepted event was published.
    sink.replyAfterMs = 1_000;
    toStop.unshift(
      () => database.drop(),
      () => sink.close(),
    );
    let amqpUrl = `memory:${newId('request')}`;
    if (transport === 'amqp') {
      const vhost = await createTestVhost();
      toStop.unshift(() => vhost.drop());
      amqpUrl = vhost.url;
    }
    const environment: Environment = {
      AMQP_URL: amqpUrl,
      DATABASE_URL: database.url,
      DATABASE_POOL: '4',
      HEALTH_PORT: '0',
      LOG_LEVEL: 'info',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      DEFAULT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
      SMTP_ALLOWED_PORTS: String(sink.port),
    };
    const services = await Promise.all([
      startService(templateService, environment),
      startService(customerService, environment),
      startService(trackingService, environment),
      startService(dripService, environment),
      startService(deliveryService, environment),
    ]);
    const gateway = await startGateway({
      ...environment,
      HOST: '127.0.0.1',
      PORT: '0',
      BOOTSTRAP_LIVE_KEY: liveKey,
    });
    api = `${gateway.url}/api/v1`;
    toStop.unshift(
      () => gateway.stop(),
      () => Promise.all(services.map((service) => service.stop())),
    );
    await waitFor(() => gateway.health.readyWithin(0));
  }, 60_000);
  afterAll(async () => {
    for (const stop of toStop) await stop();
  });

  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<{ id: string }> => {
    const response = await fetch(`${api}${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${liveKey}:`)}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { id: string };
  };
  const spansOfTrace = async (): Promise<CollectedSpan[]> => {
    await tracing.flush();
    return collector.spans.filter(({ traceId }) => traceId === callersTrace);
  };
  const getAttributes = (span: CollectedSpan | undefined): Record<string, unknown> =>
    Object.fromEntries(span!.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

  /**
   * Sends an email. On a busy machine its events can share a bundle with others and get a separate trace with links;
   * then another email is sent to a new recipient.
   */
  const isWhollyTraced = async (template: string): Promise<boolean> => {
    callersTrace = randomBytes(16).toString('hex');
    await post(
      '/send',
      { template, recipient: { address: `ada+${callersTrace}@example.com` }, sender },
      { traceparent: `00-${callersTrace}-00f067aa0ba902b7-01` },
    );
    const isWhole = async (): Promise<boolean> => {
      const collected = await spansOfTrace();
      const names = collected.map(({ name }) => name);
      const ids = new Set([...collected.map(({ spanId }) => spanId), '00f067aa0ba902b7']);
      // The number of deliveries depends on bundling; a span ends after its children.
      return (
        ['take message.accepted.v1', 'take message.sent.v1', 'delivery.attempt'].every((name) =>
          names.includes(name),
        ) && collected.every(({ parentSpanId = '' }) => ids.has(parentSpanId))
      );
    };
    return waitFor(isWhole, { timeoutMs: 10_000 }).catch(() => false);
  };

  it('is one trace from the HTTP request to the reply of the provider and the events', async () => {
    const { id } = await post('/templates', { name: 'Hello', subject: 'Hello {{name}}', text: 'Hello {{name}}' });
    await waitFor(() => isWhollyTraced(id), { what: 'a send that is one trace', timeoutMs: 60_000 });
    const spans = await spansOfTrace();
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    /** The names of the spans from this one up to the HTTP request. */
    const getSpanPath = (span: CollectedSpan | undefined): string[] =>
      span === undefined ? [] : [span.name, ...getSpanPath(byId.get(span.parentSpanId ?? ''))];
    const getSpanPaths = (name: string): string[] =>
      spans.filter((span) => span.name.startsWith(name)).map((span) => getSpanPath(span).join(' < '));

    const request = 'POST /api/v1/send';
    const accept = `delivery.message.accept.v1 < delivery.message.accept.v1 < ${request}`;
    expect(getSpanPaths('POST')).toEqual([request]);
    expect(getSpanPaths('delivery.message.accept')).toContain(accept);
    for (const call of ['template.template.resolve.v1', 'customer.customer.ensure.v1'])
      expect(getSpanPaths(call)).toContain(`${call} < ${call} < ${accept}`);
    expect(getSpanPaths('delivery.attempt')).toEqual([`delivery.attempt < ${accept}`]);
    for (const owner of [
      'template.template.resolve.v1',
      'customer.customer.ensure.v1',
      'delivery.message.accept.v1',
      'delivery.attempt',
    ])
      expect(getSpanPaths('pg.query')).toContainEqual(expect.stringMatching(new RegExp(`^pg\\S+ \\S+ < ${owner} `)));
    expect(getSpanPaths('take message.accepted')).toContainEqual(
      `take message.accepted.v1 < publish message.accepted.v1 < ${accept}`,
    );
    // Handled by tracking and by drip.
    expect(new Set(getSpanPaths('take message.sent'))).toEqual(
      new Set([`take message.sent.v1 < publish message.sent.v1 < delivery.attempt < ${accept}`]),
    );

    const [attempt] = spans.filter(({ name }) => name === 'delivery.attempt');
    expect(getAttributes(attempt)).toMatchObject({ 'postrider.attempt': 1, 'postrider.outcome': 'sent' });
    const [http] = spans.filter(({ name }) => name === request);
    expect(http?.parentSpanId).toBe('00f067aa0ba902b7');
    expect(getAttributes(http)).toMatchObject({ 'http.route': '/api/v1/send', 'http.response.status_code': 200 });
    expect(JSON.stringify(spans.map(({ name, attributes, events }) => [name, attributes, events]))).not.toContain(
      'ada+',
    );
    expect([...collector.services]).toEqual(['postrider-test']);
  }, 90_000);

  it('is referenced by a log line and by the slowest bucket of a histogram', async () => {
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.filter(({ msg, route }) => msg === 'request' && route === '/api/v1/send').at(-1)).toMatchObject({
      trace_id: callersTrace,
      span_id: expect.any(String),
    });
    const families = await register.getMetricsAsJSON();
    for (const family of [
      'postrider_http_request_seconds',
      'postrider_rpc_called_seconds',
      'postrider_rpc_handled_seconds',
    ])
      expect(JSON.stringify(families.find(({ name }) => name === family)?.values)).toContain(
        `"labelSet":{"trace_id":"${callersTrace}"}`,
      );
  });
});
