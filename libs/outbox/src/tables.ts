import { EntitySchema } from 'typeorm';

/** The DDL of a service's outbox and inbox, part of its initial migration. */
export const outboxTables = [
  `create table outbox (
     id bigint generated always as identity primary key,
     event_id text not null unique,
     topic text not null,
     account_id text not null,
     request_id text not null,
     traceparent text,
     payload jsonb not null,
     created_at timestamptz not null default now(),
     next_at timestamptz not null default now(),
     attempts smallint not null default 0,
     dead_at timestamptz,
     error text,
     left_to text[]
   ) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01)`,
  `create table inbox (
     event_id text primary key,
     received_at timestamptz not null default now()
   )`,
  'create index on inbox (received_at)',
] as const;

/** The same tables for the schema check. */
export const outboxEntities: readonly EntitySchema[] = [
  new EntitySchema({
    name: 'outbox',
    columns: {
      id: { type: 'bigint', primary: true, generated: true },
      event_id: { type: 'text', unique: true },
      topic: { type: 'text' },
      account_id: { type: 'text' },
      request_id: { type: 'text' },
      traceparent: { type: 'text', nullable: true },
      payload: { type: 'jsonb' },
      created_at: { type: 'timestamptz', default: () => 'now()' },
      next_at: { type: 'timestamptz', default: () => 'now()' },
      attempts: { type: 'smallint', default: 0 },
      dead_at: { type: 'timestamptz', nullable: true },
      error: { type: 'text', nullable: true },
      left_to: { type: 'text', array: true, nullable: true },
    },
  }),
  new EntitySchema({
    name: 'inbox',
    columns: {
      event_id: { type: 'text', primary: true },
      received_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
];

/** Longer than dead letters can be replayed. */
export const inboxRetention = {
  table: 'inbox',
  where: `received_at < now() - interval '7 days'`,
  orderBy: 'received_at',
  everyMinutes: 60,
  batchSize: 5_000,
};
