import { SpanKind } from '@opentelemetry/api';
import type { EventEnvelope } from './on.js';
import { failSpan, isTracing, startSpan, traced, getTraceparent } from './tracing.js';
import type { EventFailures, EventPublisher } from './transport.js';

const system = 'postrider';

/** Publishes with a span for each event that belongs to a trace; its consumers continue that trace. */
export async function publishTraced(
  publisher: EventPublisher,
  events: readonly EventEnvelope[],
): Promise<EventFailures> {
  if (!isTracing()) return publisher.publish(events);
  const offered = events.map((event) => ({ event, span: event.traceparent ? publishSpan(event) : undefined }));
  try {
    const failures = await publisher.publish(
      offered.map(({ event, span }) => (span ? { ...event, traceparent: getTraceparent(span) } : event)),
    );
    for (const { event, span } of offered) {
      const failure = failures.get(event.eventId);
      if (failure) failSpan(span, failure.error.name);
    }
    return failures;
  } finally {
    for (const { span } of offered) span?.end();
  }
}

const publishSpan = ({ topic, eventId, traceparent }: EventEnvelope) =>
  startSpan(
    `publish ${topic}`,
    { 'messaging.system': system, 'messaging.destination.name': topic, 'messaging.message.id': eventId },
    { kind: SpanKind.PRODUCER, traceparent },
  );

/**
 * Handles a batch in one span: in the events' trace if they share one, otherwise in a new trace with links to theirs.
 */
export async function takeTraced(events: readonly EventEnvelope[], take: () => Promise<void>): Promise<void> {
  if (!isTracing()) return take();
  const origins = [...new Set(events.flatMap(({ traceparent }) => traceparent ?? []))];
  if (origins.length === 0) return take();
  const topics = [...new Set(events.map(({ topic }) => topic))].join(' ');
  const attributes = {
    'messaging.system': system,
    'messaging.destination.name': topics,
    'messaging.batch.message_count': events.length,
  };
  await traced(`take ${topics}`, attributes, take, {
    kind: SpanKind.CONSUMER,
    ...(origins.length === 1 ? { traceparent: origins[0] } : { traceparent: null, linked: origins }),
  });
}
