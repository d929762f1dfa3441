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

/** One of these came about before it; none where nothing need have. */
export function precededBy(type: string): readonly string[] {
  if (stageOf(type) === 0) return [];
  const first = repetitions[type];
  if (first !== undefined) return [first];
  // A mail may bounce or be dropped without ever having been sent.
  return ['email.sent', 'email.bounced', 'email.dropped'].includes(type) ? beginnings : ['email.sent'];
}
