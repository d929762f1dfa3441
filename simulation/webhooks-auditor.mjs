// Checks the events that webhooks received against docs/webhooks.md.

/** @typedef {import('./webhooks.mjs').Webhook} Webhook */

/** Statuses without an event. */
const unposted = new Set(['requested', 'failed_to_queue', 'failed_to_send']);

/** Events of an email with a smaller number come first. */
const stages = /** @type {Readonly<Record<string, number>>} */ ({ queued: 0, triggered: 0, sent: 1 });
/** In test events. */
const exampleLog = 'log_0000000000000000000000';
const getStage = (/** @type {string} */ type) => stages[type.replace('email.', '')] ?? 2;
const firstByRepeated = /** @type {Readonly<Record<string, string>>} */ ({
  'email.re_opened': 'email.opened',
  'email.re_clicked': 'email.clicked',
});

/**
 * @param {readonly Webhook[]} webhooks
 * @param {readonly { account_id: string, id: string }[]} logs
 * @param {readonly { log_id: string, type: string, moves_status: boolean }[]} events of the logs
 */
export function auditWebhooks(webhooks, logs, events) {
  /** @type {string[]} */
  const violations = webhooks.flatMap((webhook) => webhook.violations);
  // An email is queued once, and again when it is moved to another ESP account. One of a campaign is triggered instead.
  const firstOfType = (/** @type {string} */ name) => {
    const all = events.filter(({ type }) => type === name);
    return new Map(all.toReversed().map((event) => [event.log_id, event]));
  };
  const queued = firstOfType('queued');
  const triggered = firstOfType('triggered');
  const accounts = new Map(logs.map(({ id, account_id }) => [id, account_id]));
  for (const webhook of webhooks) {
    const wanted = events.filter((event) => {
      const { log_id, type, moves_status } = event;
      return (
        accounts.get(log_id) === webhook.account &&
        !unposted.has(type) &&
        !(type === 'queued' && triggered.has(log_id)) &&
        !(type === 'triggered' && triggered.get(log_id) !== event) &&
        !(type === 'queued' && queued.get(log_id) !== event) &&
        moves_status &&
        (webhook.types.length === 0 || webhook.types.includes(`email.${type}`))
      );
    });
    const expected = countItems(wanted.map(({ log_id, type }) => `email.${type} of ${log_id}`));
    const got = countItems(acceptedOnce(webhook).map(({ type, logId }) => `${type} of ${logId}`));
    for (const [event, count] of expected)
      if (!webhook.wasDisabled && (got.get(event) ?? 0) < count)
        violations.push(`${webhook.name} accepted ${got.get(event) ?? 0} of ${count} events ${event}`);
    for (const [event, count] of got)
      if (count > (expected.get(event) ?? 0)) violations.push(`${webhook.name} got ${event}, which did not happen`);
    if (!webhook.hasReplay) violations.push(...findDisorder(webhook));
  }
  return violations;
}

/** The first accepted post of each event. */
const acceptedOnce = (/** @type {Webhook} */ { posts }) =>
  posts.filter(
    (post, index) =>
      post.isAccepted &&
      // Those of a test have a log of their own.
      post.logId !== exampleLog &&
      !posts.slice(0, index).some(({ eventId, isAccepted }) => isAccepted && eventId === post.eventId),
  );

/** Events that the webhook got before it had accepted an earlier one of the same email. */
function findDisorder(/** @type {Webhook} */ webhook) {
  const accepted = acceptedOnce(webhook);
  return webhook.posts.flatMap((post) =>
    accepted
      .filter(
        ({ logId, type, place, eventId }) =>
          logId === post.logId &&
          eventId !== post.eventId &&
          place > post.place &&
          (getStage(type) < getStage(post.type) || type === firstByRepeated[post.type]),
      )
      .map(({ type }) => `${webhook.name} got ${post.type} of ${post.logId} before ${type}`),
  );
}

function countItems(/** @type {readonly string[]} */ items) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
