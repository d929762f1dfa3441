export { AmqpDeadLetters } from './amqp/amqp-dead-letters.js';
export { brokerFacts } from './amqp/broker-facts.js';
export type { BrokerFacts } from './amqp/broker-facts.js';
export { withoutAccount, currentAccount, currentRequest, withinRequest } from './current-request.js';
export { ContractClient, RPC_TRANSPORT } from './contract-client.js';
export type { DeadLetter, DeadLetters } from './transport.js';
export type { FailedEventOutcome, RetryTier } from './on.js';
export { outcomeOfFailedEvent } from './on.js';
export { isTemporary, unanswered, unavailable } from './error-kinds.js';
export { Handles } from './handles.js';
export { IdempotentRequests, RequestInProgress } from './idempotent-requests.js';
export { EVENT_CONSUMER, EVENT_PUBLISHER, MessagingModule } from './messaging.module.js';
export { EVENT_HANDLER, EventBatch, On, OnBatch, subscribe } from './on.js';
export type { EventEnvelope, EventHandling, EventSubscription, PreparedEvent, ReceivedEvent } from './on.js';
export { LatencyHistogram } from './metrics.js';
export { publishTraced, takeTraced } from './event-tracing.js';
export { RpcServer } from './rpc-server.js';
export { currentTrace, enableTracing, getExemplar, failSpan, isTracing, traced, getTraceparent } from './tracing.js';
export type { SpanOptions } from './tracing.js';
export { PublishFailed } from './transport.js';
export type {
  ConnectionState,
  EventConsumer,
  EventFailure,
  EventFailures,
  EventPublisher,
  EventSink,
  RpcTransport,
} from './transport.js';
