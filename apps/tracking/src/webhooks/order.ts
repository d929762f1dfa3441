import { timeOfId } from '@postrider/contracts';

/** After so long every process heeds a new webhook, whatever their clocks say. */
const heededMs = 10_000;
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
 * For how many seconds what arrives before what came about before it waits for that (docs/limits.md#webhooks). Where the webhook was to be told of it
 * and that is not kept, it is still to come: an event is tried again for a quarter of an hour, and once more when a process that had it dies. Else it
 * may well have come before.
 */
export function patienceOf(
  logId: string,
  { since }: { readonly since: number },
  { now, keptDays }: { readonly now: number; readonly keptDays: number },
): number {
  const began = timeOfId(logId);
  const isToCome = began > since + heededMs && began > now - keptDays * 86_400_000;
  return isToCome ? 3_600 : 30;
}
