import { randomBytes } from 'node:crypto';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-base';
import { newId } from '@postrider/contracts';
import type { Environment, Tracing } from '@postrider/service';
import { startService, startTracing } from '@postrider/service';
import { createTestDatabase, createTestVhost, SmtpSink, waitFor } from '@postrider/testing';
import { customerService } from '../../customer/src/customer.service-definition.js';
import { deliveryService } from '../../delivery/src/delivery.service-definition.js';
import { startGateway } from '../../gateway/src/gateway.js';
import { templateService } from '../../template/src/template.service-definition.js';
import { trackingService } from '../../tracking/src/tracking.service-definition.js';

const liveKey = 'live_0123456789abcdefghij';
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

const exporter = new InMemorySpanExporter();
let tracing: Tracing;
beforeAll(async () => {
  tracing = await startTracing('test', {}, exporter);
});
afterAll(() => tracing.stop());

describe.each(['memory', 'amqp'] as const)('a send over %s', (transport) => {
  const callersTrace = randomBytes(16).toString('hex');
  const toStop: (() => Promise<unknown>)[] = [];
  let api: string;

  beforeAll(async () => {
    const [database, sink] = await Promise.all([createTestDatabase(), SmtpSink.start()]);
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
      LOG_LEVEL: 'silent',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      DEFAULT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
      SMTP_ALLOWED_PORTS: String(sink.port),
    };
    const services = await Promise.all([
      startService(templateService, environment),
      startService(customerService, environment),
      startService(trackingService, environment),
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
  const spansOfTrace = async (): Promise<ReadableSpan[]> => {
    await tracing.flush();
    return exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === callersTrace);
  };

  it('is one trace from the HTTP request to the answer of the provider, and on to the events', async () => {
    const { id } = await post('/templates', { name: 'Hello', subject: 'Hello {{name}}', text: 'Hello {{name}}' });
    await post(
      '/send',
      { template: id, recipient: { address: 'ada@example.com' }, sender },
      { traceparent: `00-${callersTrace}-00f067aa0ba902b7-01` },
    );
    await waitFor(async () => {
      const names = (await spansOfTrace()).map(({ name }) => name);
      // How many takes there are depends on what travelled together.
      return ['take message.accepted.v1', 'take message.sent.v1', 'delivery.attempt'].every((name) =>
        names.includes(name),
      );
    });
    const spans = await spansOfTrace();
    const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
    /** The names from the span up to the HTTP request. */
    const pathOf = (span: ReadableSpan | undefined): string[] =>
      span === undefined ? [] : [span.name, ...pathOf(byId.get(span.parentSpanContext?.spanId ?? ''))];
    const pathsOf = (name: string): string[] =>
      spans.filter((span) => span.name.startsWith(name)).map((span) => pathOf(span).join(' < '));

    const request = 'POST /api/v1/send';
    const accept = `delivery.message.accept.v1 < delivery.message.accept.v1 < ${request}`;
    expect(pathsOf('POST')).toEqual([request]);
    expect(pathsOf('delivery.message.accept')).toContain(accept);
    for (const call of ['template.template.resolve.v1', 'customer.customer.ensure.v1'])
      expect(pathsOf(call)).toContain(`${call} < ${call} < ${accept}`);
    expect(pathsOf('delivery.attempt')).toEqual([`delivery.attempt < ${accept}`]);
    for (const owner of [
      'template.template.resolve.v1',
      'customer.customer.ensure.v1',
      'delivery.message.accept.v1',
      'delivery.attempt',
    ])
      expect(pathsOf('pg.query')).toContainEqual(expect.stringMatching(new RegExp(`^pg\\S+ \\S+ < ${owner} `)));
    expect(pathsOf('take message.accepted')).toContainEqual(
      `take message.accepted.v1 < publish message.accepted.v1 < ${accept}`,
    );
    expect(pathsOf('take message.sent')).toEqual([
      `take message.sent.v1 < publish message.sent.v1 < delivery.attempt < ${accept}`,
    ]);

    const [attempt] = spans.filter(({ name }) => name === 'delivery.attempt');
    expect(attempt?.attributes).toMatchObject({ 'postrider.attempt': 1, 'postrider.outcome': 'sent' });
    const [http] = spans.filter(({ name }) => name === request);
    expect(http?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    expect(http?.attributes).toMatchObject({ 'http.route': '/api/v1/send', 'http.response.status_code': 200 });
    expect(JSON.stringify(spans.map(({ name, attributes, events }) => [name, attributes, events]))).not.toContain(
      'ada@',
    );
  });
});
