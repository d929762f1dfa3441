// Bugs that the simulator must find: each is a change of a few characters, made in memory.

const delivery = 'apps/delivery/src';
const tracking = 'apps/tracking/src';

/** @type {Readonly<Record<string, { what: string, changes: readonly import('./changes.mjs').Change[] }>>} */
export const planted = {
  'lost-fence': {
    what: 'An email can be cancelled while it is sent.',
    changes: [
      {
        file: `${delivery}/messages/messages.repository.js`,
        from: 'and lease_token is null and attempt = 1 and not ambiguous\n  returning',
        to: 'and attempt = 1 and not ambiguous\n  returning',
      },
    ],
  },
  'missing-event': {
    what: 'The statement that accepts a scheduled email writes no event.',
    changes: [
      {
        file: `${delivery}/messages/messages.repository.js`,
        from: 'select event_id, topic, account_id, request_id, traceparent, payload from accepted\n',
        to: 'select event_id, topic, account_id, request_id, traceparent, payload from accepted where send_at is null\n',
      },
    ],
  },
  'early-commit': {
    what: 'Events are deleted from the outbox before the broker has confirmed them.',
    changes: [
      {
        file: 'libs/outbox/src/relay.js',
        from: 'const { offered, failures } = await this.offer(rows);',
        to: "await tx.query('delete from outbox where id = any($1::bigint[])', [rows.map(({ id }) => id)]); await tx.query('commit'); const { offered, failures } = await this.offer(rows);",
      },
    ],
  },
  'double-claim': {
    what: 'A claimed email stays due, so that it is claimed again while it is sent.',
    changes: [
      {
        file: `${delivery}/queue/work.repository.js`,
        from: 'lease_token = case when chosen.abandoned and work.attempt < $9::int then null else $2::uuid end,\n    due_at = now() + make_interval(secs => case when chosen.abandoned and work.attempt < $9::int then $8::float8 else $7::float8 end)',
        to: 'lease_token = case when $7::float8 + $8::float8 < $9::int * 0 then $2::uuid end',
      },
    ],
  },
  'forgotten-inbox': {
    what: 'A consumer handles an event that it has handled before.',
    changes: [
      {
        file: 'libs/outbox/src/inbox.js',
        from: 'events.filter(({ received })=>unseen.delete(received.eventId))',
        to: 'events.filter(({ received })=>unseen.delete(received.eventId) || true)',
      },
    ],
  },
  'retry-after-end': {
    what: 'An email that the server rejected permanently stays in the queue.',
    changes: [
      {
        file: `${delivery}/attempts/results.repository.js`,
        from: 'and input.retry_after is null and (work.lease_token = input.token or ${isLateResult})',
        to: "and input.retry_after is null and input.status not in ('bounced', 'dropped') and (work.lease_token = input.token or ${isLateResult})",
      },
    ],
  },
  'early-purge': {
    what: 'Idempotency keys are deleted before their day is over.',
    changes: [{ file: 'libs/service/src/retention.js', from: "'24 h'", to: "'10 minutes'" }],
  },
  'foreign-key': {
    what: 'An Idempotency-Key returns the response of any account.',
    changes: [
      {
        file: `${delivery}/messages/acceptance.repository.js`,
        from: 'join idempotency using (account_id, idem_key)`',
        to: 'join idempotency using (idem_key)`',
      },
    ],
  },
  'stale-cache': {
    what: 'A process keeps the version of a template that it has seen first.',
    changes: [
      {
        file: `${delivery}/messages/acceptance.service.js`,
        from: 'const resolve = (recipient)=>this.client.call(',
        to: 'const resolve = (recipient)=>(this.known ??= new Map()).get(template_id) ?? this.known.set(template_id, this.client.call(',
      },
      {
        file: `${delivery}/messages/acceptance.service.js`,
        from: '                recipient\n            });\n        const first',
        to: '                recipient\n            })).get(template_id);\n        const first',
      },
    ],
  },
  'lock-order': {
    what: 'The rows of statistics are locked in any order.',
    changes: [
      {
        file: `${tracking}/mail-events.consumer.js`,
        from: 'await this.dailyCounts.add(tx, batch);\n        await this.figures.add(tx, batch);',
        to: 'for (const part of [this.dailyCounts, this.figures].toSorted(() => Math.random() - 0.5)) await part.add(tx, batch);',
      },
    ],
  },
  'webhook-order': {
    what: 'Of an email, several events are posted to a webhook at a time.',
    changes: [
      {
        file: `${tracking}/webhooks/webhook-events.repository.js`,
        from: 'leased || stage <= own)',
        to: 'leased && stage > own)',
      },
    ],
  },
  'early-event': {
    what: 'An event that arrives before an earlier one is posted at once.',
    changes: [
      {
        file: `${tracking}/webhooks/webhook-events.repository.js`,
        from: 'const awaiting = deliveries.filter(({ awaits })=>awaits.length > 0);',
        to: 'const awaiting = [];',
      },
    ],
  },
  'deaf-post': {
    what: 'An event is not retried after a webhook timed out.',
    changes: [
      {
        file: `${tracking}/webhooks/posting/webhook-dispatcher.js`,
        from: 'classifyStatus(undefined, delivery.attempt)',
        to: "({ kind: 'given_up' })",
      },
    ],
  },
  'late-status': {
    what: 'The result of sending hides what was reported meanwhile.',
    changes: [
      {
        file: `${delivery}/attempts/results.repository.js`,
        from: 'and logs.id = owned.id and logs.status_rank <= owned.rank',
        to: 'and logs.id = owned.id',
      },
    ],
  },
  'repeated-report': {
    what: 'A report that a provider repeats counts again.',
    changes: [
      {
        file: `${tracking}/provider-events/reported.js`,
        from: "'event', each.key)}`",
        to: "'event', each.key + Math.random())}`",
      },
    ],
  },
  'paused-campaign': {
    what: 'An email of a disabled campaign is sent when it is due.',
    changes: [
      {
        file: `${delivery}/drip-mails/drip-dispatch.repository.js`,
        from: "and states.state = 'paused' and states.id = campaign_id) then 'paused'",
        to: "and states.state = 'paused' and states.id = '') then 'paused'",
      },
      {
        file: `${delivery}/drip-mails/drip-dispatch.repository.js`,
        from: 'late.id in (campaign_id, input.step_id, input.membership_id)',
        to: 'late.id in (input.step_id, input.membership_id)',
      },
    ],
  },
  'early-step': {
    what: 'The next step of a campaign is due at once.',
    changes: [
      {
        file: 'apps/drip/src/memberships/progress.service.js',
        from: 'dueAt: payload.at + Number(step.delaySeconds)',
        to: 'dueAt: payload.at',
      },
    ],
  },
  'second-open': {
    what: 'Each open counts as the first.',
    changes: [
      {
        file: `${delivery}/logs/reported-events.js`,
        from: 'movedTo.has(base) ? repeated[base] ?? base : base',
        to: 'movedTo.has(base) ? base : base',
      },
    ],
  },
  'kept-address': {
    what: 'An erasure leaves the address in events that can be posted again.',
    changes: [
      {
        file: `${tracking}/personal-data/personal-data.js`,
        from: "jsonb_build_object('recipient', jsonb_build_object('address', $3::text))",
        to: "jsonb_build_object('erased', $3::text)",
      },
    ],
  },
};
