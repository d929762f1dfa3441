import { once } from 'node:events';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-base';
import { traced } from '@postrider/messaging';
import { createTestDatabase } from '@postrider/testing';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { ConfigError } from '../config.js';
import { createLogger } from '../logger.js';
import type { Tracing } from './start-tracing.js';
import { startTracing } from './start-tracing.js';
import { traceHttp } from './trace-http.js';

const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('tracing', () => {
  const exporter = new InMemorySpanExporter();
  let tracing: Tracing;
  let drop: () => Promise<unknown>;
  let pool: Pool;
  let database: DataSource;
  let server: Server;
  let getStatus: () => Promise<number>;

  beforeAll(async () => {
    expect(await traced('nothing', {}, async (span) => span)).toBeUndefined();
    // Loads the driver before tracing starts: the patch must apply to the loaded class.
    const created = await createTestDatabase();
    ({ drop } = created);
    pool = new Pool({ connectionString: created.url });
    database = await new DataSource({ type: 'postgres', url: created.url }).initialize();
    tracing = await startTracing('test', {}, exporter);
    server = createServer((request, response) => {
      traceHttp(Object.assign(request, { route: { path: '/things/:name' } }), response, () => {
        void getStatus().then((status) => response.writeHead(status).end());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    await tracing.stop();
    server.close();
    server.closeAllConnections();
    await pool.end();
    await database.destroy();
    await drop();
  });
  beforeEach(() => {
    getStatus = async () => 200;
    exporter.reset();
  });

  const spans = async (): Promise<ReadableSpan[]> => {
    await tracing.flush();
    return exporter.getFinishedSpans();
  };
  const call = async (headers: Record<string, string> = {}): Promise<IncomingHttpHeaders | void> => {
    const { port } = server.address() as AddressInfo;
    await (await fetch(`http://127.0.0.1:${port}/things/ada@example.com`, { headers })).text();
  };

  it('is off without a collector, and rejects an invalid endpoint', async () => {
    const off = await startTracing('test', {});
    await Promise.all([off.flush(), off.stop()]);
    await expect(startTracing('test', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).rejects.toThrow(ConfigError);
  });

  it('names the process', async () => {
    await traced('work', {}, async () => {});
    expect((await spans()).map(({ resource }) => resource.attributes['service.name'])).toEqual(['postrider-test']);
  });

  it('records the statements of traced work, through a pool and through TypeORM, without their parameters', async () => {
    await pool.query('select 1');
    await traced('work', {}, async () => {
      await pool.query('select $1::text', ['ada@example.com']);
      await pool.query({ name: 'prepared', text: 'select 2' });
      await database.query('select 3');
      await database.transaction((tx) => tx.query('select 4'));
    });
    const all = await spans();
    const work = all.find(({ name }) => name === 'work')!;
    const statements = all.filter((span) => span.parentSpanContext?.spanId === work.spanContext().spanId);
    expect(all).toHaveLength(statements.length + 1);
    expect(statements.map(({ attributes }) => attributes['db.statement'])).toEqual(
      expect.arrayContaining(['select $1::text', 'select 2', 'select 3', 'select 4']),
    );
    expect(JSON.stringify(all.map(({ attributes, events }) => ({ attributes, events })))).not.toContain('ada@');
  });

  it('names a request by its route, in the trace of its caller', async () => {
    getStatus = async () => (await pool.query('select 5')).rowCount! + 499;
    await call({ traceparent: `00-${callersTrace}-00f067aa0ba902b7-01` });
    const all = await spans();
    const request = all.find(({ name }) => name === 'GET /things/:name');
    expect(request?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/things/:name',
      'http.response.status_code': 500,
      'error.type': '500',
    });
    expect(request?.status.code).toBe(2);
    expect(all.map((span) => span.spanContext().traceId)).toEqual([callersTrace, callersTrace]);
  });

  it('ignores an invalid traceparent of a caller', async () => {
    await call({ traceparent: 'no trace at all' });
    const [request] = await spans();
    expect(request?.parentSpanContext).toBeUndefined();
    expect(request?.attributes['http.response.status_code']).toBe(200);
  });

  it('adds trace ids to log lines of traced work', async () => {
    const lines: string[] = [];
    const written = jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
    await traced('work', {}, async () => createLogger('test', 'info').log('inside', 'Spec'));
    createLogger('test', 'info').log('outside', 'Spec');
    written.mockRestore();
    const [work] = await spans();
    const { traceId, spanId } = work!.spanContext();
    expect(JSON.parse(lines[0]!)).toMatchObject({ trace_id: traceId, span_id: spanId });
    expect(JSON.parse(lines[1]!)).not.toHaveProperty('trace_id');
  });
});
