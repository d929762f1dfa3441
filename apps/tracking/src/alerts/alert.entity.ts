import type { AlertCondition, AlertObservation, QuietHours, WeeklySchedule } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type AlertState = 'ok' | 'firing';

/** Where notifications go. The address of a Slack channel is in `slackUrl`. */
export type AlertChannel =
  | { readonly type: 'email'; readonly addresses: string[] }
  | { readonly type: 'webhook'; readonly webhook: string }
  | { readonly type: 'slack'; readonly host: string };

/** A condition that an account wants to be notified of. */
@Entity('alerts')
export class AlertEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  condition!: AlertCondition;

  /** In percent; null for conditions without a rate. */
  @Column('double precision', { nullable: true })
  threshold!: number | null;

  @Column('integer', { nullable: true })
  minimum!: number | null;

  @Column('integer', { name: 'window_hours', nullable: true })
  windowHours!: number | null;

  /** Of `weekly_report`. */
  @Column('jsonb', { nullable: true })
  schedule!: WeeklySchedule | null;

  @Column('jsonb')
  channel!: AlertChannel;

  /** The address of a Slack channel, encrypted by `SlackVault`. */
  @Column('text', { name: 'slack_url', nullable: true })
  slackUrl!: string | null;

  @Column('jsonb', { name: 'quiet_hours', nullable: true })
  quietHours!: QuietHours | null;

  @Column('text')
  language!: string;

  @Column('boolean')
  enabled!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** When it was created or enabled, or its condition was changed. */
  @Column('timestamptz', { name: 'watched_since', default: () => 'now()' })
  watchedSince!: Date;

  /** When it is evaluated next. */
  @Column('timestamptz', { name: 'due_at', default: () => 'now()' })
  dueAt!: Date;

  @Column('timestamptz', { name: 'checked_at', nullable: true })
  checkedAt!: Date | null;

  @Column('jsonb', { nullable: true })
  observed!: AlertObservation | null;

  @Column('text', { default: 'ok' })
  state!: AlertState;

  @Column('timestamptz', { name: 'state_since', default: () => 'now()' })
  stateSince!: Date;

  /** When it last fired, for reports. */
  @Column('timestamptz', { name: 'fired_at', nullable: true })
  firedAt!: Date | null;

  /** Since when each evaluation has found the condition met; null if the last one did not. */
  @Column('timestamptz', { name: 'met_since', nullable: true })
  metSince!: Date | null;

  /** When the condition was last met. */
  @Column('timestamptz', { name: 'met_at', nullable: true })
  metAt!: Date | null;

  /** The state of the last notification; another one is due when it differs from `state`. */
  @Column('text', { name: 'notified_state', default: 'ok' })
  notifiedState!: AlertState;

  @Column('timestamptz', { name: 'notified_at', nullable: true })
  notifiedAt!: Date | null;
}

/** The fields set by the caller. */
export type AlertContent = Pick<
  AlertEntity,
  | 'name'
  | 'condition'
  | 'threshold'
  | 'minimum'
  | 'windowHours'
  | 'schedule'
  | 'channel'
  | 'slackUrl'
  | 'quietHours'
  | 'language'
>;
