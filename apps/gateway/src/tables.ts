import { EntitySchema } from 'typeorm';

/** Tables whose repositories write SQL alone. */
export const gatewayTables: readonly EntitySchema[] = [
  new EntitySchema({
    name: 'users',
    columns: {
      id: { type: 'text', collation: 'C', primary: true },
      email: { type: 'text', collation: 'C' },
      name: { type: 'text' },
      language: { type: 'text', nullable: true },
      password_hash: { type: 'text', nullable: true },
      created_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
  new EntitySchema({
    name: 'memberships',
    columns: {
      id: { type: 'text', collation: 'C', primary: true },
      account_id: { type: 'text', collation: 'C' },
      user_id: { type: 'text', collation: 'C', nullable: true },
      email: { type: 'text', collation: 'C' },
      name: { type: 'text' },
      role: { type: 'text' },
      created_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
  new EntitySchema({
    name: 'sessions',
    columns: {
      id: { type: 'text', collation: 'C', primary: true },
      user_id: { type: 'text', collation: 'C' },
      digest: { type: 'bytea' },
      address: { type: 'text' },
      user_agent: { type: 'text' },
      created_at: { type: 'timestamptz', default: () => 'now()' },
      last_seen_at: { type: 'timestamptz', default: () => 'now()' },
      expires_at: { type: 'timestamptz' },
    },
  }),
  new EntitySchema({
    name: 'user_devices',
    columns: {
      digest: { type: 'bytea', primary: true },
      user_id: { type: 'text', collation: 'C' },
      address: { type: 'text' },
      last_used_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
  new EntitySchema({
    name: 'one_time_tokens',
    columns: {
      digest: { type: 'bytea', primary: true },
      purpose: { type: 'text' },
      membership_id: { type: 'text', collation: 'C', nullable: true },
      user_id: { type: 'text', collation: 'C', nullable: true },
      created_at: { type: 'timestamptz', default: () => 'now()' },
      expires_at: { type: 'timestamptz' },
    },
  }),
  new EntitySchema({
    name: 'link_mails',
    columns: {
      id: { type: 'text', collation: 'C', primary: true },
      sent_for: { type: 'text', collation: 'C' },
      sent_at: { type: 'timestamptz', default: () => 'now()' },
    },
  }),
  new EntitySchema({
    name: 'audit_entries',
    columns: {
      id: { type: 'text', collation: 'C', primary: true },
      account_id: { type: 'text', collation: 'C' },
      created_at: { type: 'timestamptz', default: () => 'now()' },
      actor_type: { type: 'text' },
      actor_id: { type: 'text', collation: 'C' },
      actor_name: { type: 'text' },
      operation: { type: 'text' },
      summary: { type: 'text' },
      objects: { type: 'text', array: true },
      before: { type: 'text', nullable: true },
      after: { type: 'text', nullable: true },
      outcome: { type: 'text', default: 'unknown' },
      request_id: { type: 'text' },
      address: { type: 'text' },
    },
  }),
];
