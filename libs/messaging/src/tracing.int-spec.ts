import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { newId } from '@postrider/contracts';
import { createTestVhost, waitFor } from '@postrider/testing';
import { publishTraced, takeTraced } from './event-tracing.js';
import type { EventEnvelope } from './on.js';
import type { Caller, EchoService } from './testing/echo.js';
import { echo, misbehave, startCaller, startEcho } from './testing/echo.js';
import { currentTrace, enableTracing, traced, getTraceparent } from './tracing.js';

const exporter = new InMemorySpanExporter();
const spans = (name: string): ReadableSpan[] => exporter.getFinishedSpans().filter((span) => span.name === name);
const getTraceId = (span: ReadableSpan | undefined): string | undefined => span?.spanContext().traceId;

describe('tracing', () => {
  it('is off until a provider is registered', async () => {
    expect(await traced('nothing', {}, async (span) => span)).toBeUndefined();
    expect([getTraceparent(), currentTrace()]).toEqual([undefined, undefined]);
  });

  describe('with a provider', () => {
    beforeAll(() => {
      context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
      propagation.setGlobalPropagator(new W3CTraceContextPropagator());
      trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
      enableTracing();
    });
    beforeEach(() => exporter.reset());

    describe.each(['memory', 'amqp'] as const)('calls over %s', (transport) => {
      let drop: () => Promise<unknown> = async () => {};
      let service: EchoService;
      let caller: Caller;
      beforeAll(async () => {
        let url = `memory:${newId('request')}`;
        if (transport === 'amqp') {
          const vhost = await createTestVhost();
          ({ url } = vhost);
          drop = () => vhost.drop();
        }
        service = await startEcho(url);
        caller = await startCaller(url);
        await waitFor(() => caller.call(echo, { text: 'there?' }));
      });
      afterAll(async () => {
        await caller.stop();
        await service.stop();
        await drop();
      });

      it('have a span on each side, in the trace of their caller', async () => {
        const asking = (name: string): Promise<unknown> => traced(name, {}, () => caller.call(echo, { text: name }));
        await Promise.all([asking('one'), asking('two')]);
        for (const name of ['one', 'two']) {
          const [outer] = spans(name);
          const ofTrace = spans(echo.pattern).filter((span) => getTraceId(span) === getTraceId(outer));
          const client = ofTrace.find(({ kind }) => kind === SpanKind.CLIENT);
          const server = ofTrace.find(({ kind }) => kind === SpanKind.SERVER);
          expect(ofTrace).toHaveLength(2);
          expect(client?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
          expect(server?.parentSpanContext?.spanId).toBe(client?.spanContext().spanId);
        }
      });

      it('are errors on both sides when they fail, and not when they are rejected', async () => {
        await caller.call(misbehave, { how: 'refuse' }).catch(() => {});
        expect(
          spans(misbehave.pattern).map(({ attributes, status }) => [attributes['error.type'], status.code]),
        ).toEqual([
          ['not_found', 0],
          ['not_found', 0],
        ]);
        exporter.reset();
        await caller.call(misbehave, { how: 'throw' }).catch(() => {});
        expect(
          spans(misbehave.pattern).map(({ attributes, status }) => [attributes['error.type'], status.code]),
        ).toEqual([
          ['internal', 2],
          ['internal', 2],
        ]);
      });
    });

    describe('events', () => {
      const event = (traceparent?: string): EventEnvelope => ({
        eventId: newId('event'),
        topic: 'thing.happened.v1',
        accountId: 'acc_1',
        requestId: 'req_1',
        ...(traceparent === undefined ? {} : { traceparent }),
        payload: {},
      });
      const createdIn = (name: string): Promise<EventEnvelope> => traced(name, {}, async () => event(getTraceparent()));

      /** Publishes events and returns what the publisher received; all but the first event fail. */
      const published = async (...events: readonly EventEnvelope[]): Promise<readonly EventEnvelope[]> => {
        let given: readonly EventEnvelope[] = [];
        const publisher = {
          sideBySide: 1,
          publish: async (offered: readonly EventEnvelope[]) => {
            given = offered;
            return new Map(offered.slice(1).map(({ eventId }) => [eventId, { error: new Error('No queue is bound') }]));
          },
          close: async () => {},
        };
        await publishTraced(publisher, events);
        return given;
      };

      it('continue their trace through the publisher to their consumers', async () => {
        const [offered] = await published(await createdIn('fact'), event());
        await takeTraced([offered!], async () => {});
        const [fact] = spans('fact');
        const [publish] = spans('publish thing.happened.v1');
        const [take] = spans('take thing.happened.v1');
        expect(publish?.parentSpanContext?.spanId).toBe(fact?.spanContext().spanId);
        expect(take?.parentSpanContext?.spanId).toBe(publish?.spanContext().spanId);
        expect(getTraceId(take)).toBe(getTraceId(fact));
        expect(spans('publish thing.happened.v1')).toHaveLength(1);
      });

      it('record a failed publish in their span', async () => {
        await published(await createdIn('first'), await createdIn('second'));
        expect(spans('publish thing.happened.v1').map(({ status }) => status.code)).toEqual([0, 2]);
      });

      it('of several traces in one batch have one span with links to them', async () => {
        const events = await Promise.all(['one', 'two'].map(createdIn));
        await takeTraced(events, async () => {});
        const [take] = spans('take thing.happened.v1');
        const origins = [...spans('one'), ...spans('two')].map(getTraceId);
        expect(take?.links.map((link) => link.context.traceId).toSorted()).toEqual(origins.toSorted());
        expect(take?.parentSpanContext).toBeUndefined();
      });

      it('without a trace start none', async () => {
        await takeTraced(await published(event()), async () => {});
        expect(exporter.getFinishedSpans()).toEqual([]);
      });
    });
  });
});
