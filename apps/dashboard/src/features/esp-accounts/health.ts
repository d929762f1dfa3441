import type { QueueLane } from '../../api/queue.js';
import { t } from '../../i18n/texts.js';

type LaneError = NonNullable<QueueLane['last_error']>;

/** Whether an ESP account sends now, and its waiting emails. Times are Unix seconds. */
export type Health = Pick<QueueLane, 'state' | 'waiting' | 'oldest_due' | 'last_error'> & {
  /** The time of the next attempt; absent during an attempt. */
  readonly next: number | undefined;
};

const states = ['paused', 'failing', 'open'] as const;

/** The lanes of an ESP account, combined: ordinary emails and campaigns. */
export function getHealth(lanes: readonly QueueLane[], id: string): Health {
  const own = lanes.filter(({ esp_account }) => esp_account === id);
  const state = states.find((each) => own.some((lane) => lane.state === each)) ?? 'open';
  const due = own.flatMap(({ oldest_due }) => oldest_due ?? []);
  const later = own.flatMap(({ paused_until, next_due }) => paused_until ?? next_due ?? []);
  const errors = own.flatMap(({ last_error }) => last_error ?? []).toSorted((one, other) => other.at - one.at);
  return {
    state,
    waiting: own.reduce((sum, { waiting }) => sum + waiting, 0),
    ...(due.length > 0 && { oldest_due: Math.min(...due) }),
    ...(errors[0] && { last_error: errors[0] }),
    next: later.length > 0 && (state === 'paused' || due.length === 0) ? Math.min(...later) : undefined,
  };
}

/** Patterns for the code and the response of a provider. The first match is the cause. */
const causes: readonly (readonly [pattern: RegExp, words: () => string])[] = [
  [/unusable_account/, () => t('The account has no usable credentials. Enter them again.')],
  [
    /suspend|disabled|blocked|blacklist|listed/i,
    () => t('The provider has suspended or blocked this account. Contact its support.'),
  ],
  [
    /quota|rate.?limit|too many|limit (?:is )?(?:reached|exceeded)|exceed|^(?:429|5\.4\.5) /i,
    () => t("The provider's sending limit is reached. Emails wait until it accepts more."),
  ],
  [
    /^(?:EAUTH|ENOAUTH|401|403|53[0458]|5\.7\.[89]) |authenticat|credential|password|api.?key|unauthori|forbidden|\blog-?in\b/i,
    () => t('The provider rejects the login. Check the credentials.'),
  ],
  [/^ETLS |certificate|\btls\b|\bssl\b/i, () => t('No secure connection to the provider. Check host, port and TLS.')],
  [
    /^E[A-Z]+ |not reached|timed? ?out|closed the connection/i,
    () => t('The provider cannot be reached. Check host and port, or wait until it is back.'),
  ],
  [/^(?:5\d\d|421) /, () => t('The provider has an outage. Emails wait until it is back.')],
];

/** A failure in the user's language. */
export function describeCause({ code = '', message }: Pick<LaneError, 'code' | 'message'>): string {
  const text = `${code} ${message}`;
  const [, words] = causes.find(([pattern]) => pattern.test(text)) ?? [];
  return words?.() ?? t('The provider does not accept email from this account.');
}
