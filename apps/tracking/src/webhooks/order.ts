import { timeOfId } from '@postrider/contracts';

/** After so long every process heeds a new webhook, whatever their clocks say. */
const orderingWindowMs = 10_000;
/** How a mail begins: queued by a send, or planned by a campaign. */
const beginnings: readonly string[] = ['email.queued', 'email.triggered'];
/** What happens again, and the first time. */
const repetitions: Readonly<Record<string, string>> = {
  'email.re_opened': 'email.opened',
  'email.re_clicked': 'email.clicked',
};

/** Of the events of one mail, those of a lower stage came about first, in whatever order they arrive. */
export function stageOf(type: string): number {
  if (beginnings.includes(type)) return 0;
  if (type === 'email.sent') return 1;
  return type in repetitions ? 3 : 2;
}

/** Where an event waits among those of its mail; what happens again lets others pass only while its first time is to come. */
export const placeOf = (type: string, isEarly: boolean): number =>
  isEarly ? stageOf(type) : Math.min(stageOf(type), stageOf('email.delivered'));

interface OfLog {
  readonly webhookId: string;
  readonly logId: string;
  readonly type: string;
}

/** What becomes known at once, as it is to be told: as it comes, but by stage, and what happens again behind its first time. */
export function inOrder<Post extends OfLog>(posts: readonly Post[]): Post[] {
  const keyOf = ({ webhookId, logId }: OfLog, type: string): string => `${webhookId} ${logId} ${type}`;
  const at = new Map(posts.map((post, index) => [keyOf(post, post.type), index]));
  return posts
    .map((post, index) => {
      const first = repetitions[post.type];
      const firstAt = first === undefined ? undefined : at.get(keyOf(post, first));
      return { post, place: placeOf(post.type, false), at: Math.max(index, (firstAt ?? -1) + 0.5) };
    })
    .toSorted((one, other) => one.place - other.place || one.at - other.at)
    .map(({ post }) => post);
}

/** One of these came about before it; none where nothing need have. `reported`: by whoever got the mail. */
export function precededBy(type: string, reported: boolean): readonly string[] {
  if (stageOf(type) === 0) return [];
  const first = repetitions[type];
  if (first !== undefined) return [first];
  // A mail may bounce or be dropped without ever having been sent.
  const endsUnsent = !reported && ['email.bounced', 'email.dropped'].includes(type);
  return type === 'email.sent' || endsUnsent ? beginnings : ['email.sent'];
}

/**
 * For how many seconds what arrives before what came about before it waits for that (docs/operate/limits.md#webhooks). Where the
 * webhook was to be told of that and it is not kept, it is still to come: an event is tried again for a quarter of an
 * hour, and once more when a process that had it dies. Else it may well have come before.
 */
export function orderingTimeout(
  logId: string,
  { since }: { readonly since: number },
  { now, keptDays }: { readonly now: number; readonly keptDays: number },
): number {
  const began = timeOfId(logId);
  const isToCome = began > since + orderingWindowMs && began > now - keptDays * 86_400_000;
  return isToCome ? 3_600 : 30;
}
