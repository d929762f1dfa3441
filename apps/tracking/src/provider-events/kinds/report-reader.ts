import type { BounceClass, ReportedStatus, ReportingEspType, WebhookSettingsOf } from '@postrider/contracts';
import type { AmazonSns } from './amazon-sns.js';
import type { Report, VerifiedReport } from './report.js';
import { unverified } from './report.js';
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Checks the username and password in the URL, for providers without signatures. */
export function requireBasic(
  { headers }: Report,
  { username, password }: { readonly username: string; readonly password: string },
): void {
  const [, given] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(headers.authorization ?? '') ?? [];
  if (given === undefined) throw unverified('the name and the password of the webhook are missing');
  if (!isSame(Buffer.from(given, 'base64').toString(), `${username}:${password}`))
    throw unverified('the name or the password is not that of the webhook');
}

/**
 * The type of event in the log. `isHardBounce` decides between `hard` and `soft` from the class, code and text of a
 * bounce.
 */
interface LogEventType {
  readonly status: ReportedStatus;
  readonly bounce?: BounceClass;
}

export interface EventMapping {
  /**
   * The log event for each event type: `bounced` if the receiver rejected the email, `dropped` if the provider did not
   * send it, and `deferred` if the provider will retry. Null: not about an email, or reported by another event as well.
   */
  readonly logEventByType: Readonly<Record<string, LogEventType | null>>;
}

/** The events of one kind of provider: how a report is verified and read, and which log events its events become. */
export interface ReportReader<Type extends ReportingEspType> extends EventMapping {
  /** @throws ServiceError `unauthenticated` if the provider did not send it; `invalid_request` */
  read(
    report: Report,
    settings: WebhookSettingsOf<Type>,
    context: { readonly nowMs: number; readonly sns: AmazonSns },
  ): VerifiedReport | Promise<VerifiedReport>;
  /** Whether the report is an empty test, which the provider sends before it shows its key. */
  isTest?(report: Report): Promise<boolean>;
}

const as = (status: ReportedStatus): LogEventType => ({ status });

export const logEvents = {
  processed: as('processed'),
  delivered: as('delivered'),
  deferred: as('deferred'),
  dropped: as('dropped'),
  opened: as('opened'),
  clicked: as('clicked'),
  unsubscribed: as('unsubscribed'),
  reportedAsSpam: as('reported_as_spam'),
  invalidAddress: { status: 'bounced', bounce: 'invalid' },
  rejected: { status: 'bounced', bounce: 'rejected' },
  softBounce: { status: 'bounced', bounce: 'temporary' },
} as const satisfies Readonly<Record<string, LogEventType>>;
