import { timeOfId } from '@postrider/contracts';

/** After this time every process knows a new webhook, including clock skew. */
const orderingWindowMs = 10_000;
/** The first event of an email: queued by a send, or planned by a campaign. */
const firstEvents: readonly string[] = ['email.queued', 'email.triggered'];
/** Repeated events and their first occurrence. */
const repetitions: Readonly<Record<string, string>> = {
  'email.re_opened': 'email.opened',
  'email.re_clicked': 'email.clicked',
};

/** Events of one email with a lower stage happened earlier, in whatever order they arrive. */
export function getStage(type: string): number {
  if (firstEvents.includes(type)) return 0;
  if (type === 'email.sent') return 1;
  return type in repetitions ? 3 : 2;
}

/**
 * The position of an event among those of its email. A repeated event yields to others only while its first occurrence
 * is pending.
 */
export const getPosition = (type: string, isEarly: boolean): number =>
  isEarly ? getStage(type) : Math.min(getStage(type), getStage('email.delivered'));

interface OfLog {
  readonly webhookId: string;
  readonly logId: string;
  readonly type: string;
}

/**
 * Orders events that arrive together: by arrival, but lower stages first, and repetitions after their first occurrence.
 */
export function inOrder<Post extends OfLog>(deliveries: readonly Post[]): Post[] {
  const getKey = ({ webhookId, logId }: OfLog, type: string): string => `${webhookId} ${logId} ${type}`;
  const at = new Map(deliveries.map((delivery, index) => [getKey(delivery, delivery.type), index]));
  return deliveries
    .map((delivery, index) => {
      const first = repetitions[delivery.type];
      const firstAt = first === undefined ? undefined : at.get(getKey(delivery, first));
      return { delivery, position: getPosition(delivery.type, false), at: Math.max(index, (firstAt ?? -1) + 0.5) };
    })
    .toSorted((one, other) => one.position - other.position || one.at - other.at)
    .map(({ delivery }) => delivery);
}

/**
 * Types of which one happened before this event; empty if none must have. `reported`: by a provider or the recipient.
 */
export function precededBy(type: string, reported: boolean): readonly string[] {
  if (getStage(type) === 0) return [];
  const first = repetitions[type];
  if (first !== undefined) return [first];
  // An email may bounce or be dropped without ever having been sent.
  const endsUnsent = !reported && ['email.bounced', 'email.dropped'].includes(type);
  return type === 'email.sent' || endsUnsent ? firstEvents : ['email.sent'];
}

/**
 * Seconds that an event waits for an earlier one that has not arrived (docs/operate/limits.md#webhooks). If the webhook
 * had to receive the earlier one and it is not stored, it is still to come: consumers retry for a quarter of an hour,
 * and once more after a crash. Otherwise it may have been delivered and purged.
 */
export function orderingTimeout(
  logId: string,
  { since }: { readonly since: number },
  { now, keptDays }: { readonly now: number; readonly keptDays: number },
): number {
  const acceptedAt = timeOfId(logId);
  const isPending = acceptedAt > since + orderingWindowMs && acceptedAt > now - keptDays * 86_400_000;
  return isPending ? 3_600 : 30;
}
