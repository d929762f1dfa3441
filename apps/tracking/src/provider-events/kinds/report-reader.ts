import type { BounceClass, ReportedStatus, ReportingEspType, WebhookSettingsOf } from '@postrider/contracts';
import type { AmazonSns } from './amazon-sns.js';
import type { Report, VerifiedReport } from './report.js';
import { unverified } from './report.js';
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Equal or not, in a time that does not tell how much of it is. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Of providers that sign nothing: they are told a name and a password as part of the address. */
export function requireBasic(
  { headers }: Report,
  { username, password }: { readonly username: string; readonly password: string },
): void {
  const [, given] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(headers.authorization ?? '') ?? [];
  if (given === undefined) throw unverified('the name and the password of the webhook are missing');
  if (!isSame(Buffer.from(given, 'base64').toString(), `${username}:${password}`))
    throw unverified('the name or the password is not that of the webhook');
}

/** The type of event in the log. `isHardBounce` makes `hard` or `soft` of a bounce's class, its code and its text. */
interface Meaning {
  readonly status: ReportedStatus;
  readonly bounce?: BounceClass;
}

export interface EventMeanings {
  /**
   * What each event means. Refused by the receiver is `bounced`, prevented by the provider is `dropped`, and what the provider will try again is
   * `deferred`. Null: nothing about a mail, or something that another event says.
   */
  readonly meanings: Readonly<Record<string, Meaning | null>>;
}

/** The events of one kind of provider: how a report is verified and read, and what its events mean. */
export interface ReportReader<Type extends ReportingEspType> extends EventMeanings {
  /** @throws ServiceError `unauthenticated` where it is not the provider who did, `invalid_request` */
  read(
    report: Report,
    settings: WebhookSettingsOf<Type>,
    context: { readonly nowMs: number; readonly sns: AmazonSns },
  ): VerifiedReport | Promise<VerifiedReport>;
  /** Whether the report is an empty test, which the provider sends before it shows its key. */
  isTest?(report: Report): Promise<boolean>;
}

const as = (status: ReportedStatus): Meaning => ({ status });

export const means = {
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
} as const satisfies Readonly<Record<string, Meaning>>;
