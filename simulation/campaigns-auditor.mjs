// Checks the emails of members of drip campaigns against docs/drips.md.

/** @typedef {import('./campaigns.mjs').Campaigns} Campaigns */
/** @typedef {import('./campaigns.mjs').Member} Member */
/** @typedef {{ account_id: string, id: string, address: string, template_id: string, status: string }} Log */
/** @typedef {{ started_at: Date, finished_at: Date, sent: boolean }} Attempt */

/** Delays are in whole seconds. */
const roundingMs = 1_100;

/**
 * @param {Campaigns} campaigns
 * @param {import('./database.mjs').SimulatedDatabase} database
 * @param {object} seen
 * @param {readonly Log[]} seen.logs
 * @param {ReadonlyMap<string, readonly { at: number }[]>} seen.received by log
 * @param {(logId: string) => number} seen.unknown further copies that an email may have
 * @param {number} seen.clockOffMs maximum clock offset: delays count from the time of the previous email
 */
export async function auditCampaigns({ members, all }, database, { logs, received, unknown, clockOffMs }) {
  /** @type {string[]} */
  const violations = [];
  const waiting = await database.rows("select id, recipient_address from drip.memberships where state = 'waiting'");
  for (const { recipient_address } of waiting) violations.push(`${recipient_address} still waits in a campaign`);
  const attempts = await database.rows(
    'select message_id, started_at, finished_at from delivery.attempts order by started_at',
  );
  const memberships = await database.rows(
    'select account_id, campaign_id, recipient_address, state from drip.memberships',
  );
  for (const member of members) {
    const { campaign, address } = member;
    const own = memberships.filter(({ recipient_address }) => recipient_address === address);
    const entered = Number(member.activated < Infinity);
    if (own.length > entered + Number(member.isUnsure))
      violations.push(`${address} has ${own.length} memberships, and entered ${entered} times`);
    if (campaign.deleting === Infinity && own.length < entered)
      violations.push(`${address} entered, and has no membership`);
    if (member.rejected && campaign.deleting === Infinity && campaign.pauses.length === 0)
      violations.push(`${address} was rejected: ${member.rejected}`);
    const mails = logs.filter((log) => log.address === address);
    if (mails.some(({ account_id }) => account_id !== campaign.account))
      violations.push(`${address} has an email of another account`);
    violations.push(...findStepViolations(member, mails, received, roundingMs + clockOffMs));
    for (const { id, template_id } of mails)
      for (const { at } of received.get(id) ?? []) {
        // An email in flight still arrives.
        const began = attempts
          .filter(
            ({ message_id, started_at, finished_at }) => message_id === id && started_at <= at && finished_at >= at,
          )
          .map(({ started_at }) => started_at.getTime());
        const step = campaign.steps.find(({ template }) => template === template_id);
        const isAfter = (/** @type {number} */ time) => began.every((each) => each > time) && at > time;
        if (unknown(id) > 0 || began.length === 0) continue;
        if (isAfter(member.left)) violations.push(`${address} got ${id} after it had left`);
        if (isAfter(campaign.deleted)) violations.push(`${address} got ${id} after its campaign was deleted`);
        if (step && isAfter(step.removed)) violations.push(`${address} got ${id} of a step that was removed`);
        for (const { certainly, ends } of campaign.pauses)
          if (isAfter(certainly) && at < ends) violations.push(`${address} got ${id} while its campaign was disabled`);
      }
  }
  const counts = await database.rows(
    'select campaign_id, sum(entered)::int as entered, sum(finished)::int as finished, sum("left")::int as left_early from drip.counts group by 1',
  );
  for (const { id, deleting } of all) {
    const own = memberships.filter(({ campaign_id }) => campaign_id === id);
    const counted = counts.find(({ campaign_id }) => campaign_id === id) ?? { entered: 0, finished: 0, left_early: 0 };
    const of = (/** @type {string} */ state) => own.filter((each) => each.state === state).length;
    if (
      deleting === Infinity &&
      (counted.entered !== own.length || counted.finished !== of('finished') || counted.left_early !== of('left'))
    )
      violations.push(`${id} has ${own.length} memberships, and its counts are ${JSON.stringify(counted)}`);
  }
  return violations;
}

/**
 * Each step sends one email, in order and not too early.
 *
 * @param {Member} member
 * @param {readonly Log[]} mails
 * @param {ReadonlyMap<string, readonly { at: number }[]>} received
 * @param {number} toleranceMs
 */
function findStepViolations(member, mails, received, toleranceMs) {
  const { campaign, address } = member;
  const violations = [];
  const runsThrough = member.activated < Infinity && member.leaving === Infinity && campaign.deleting === Infinity;
  let earlier = 0;
  for (const step of campaign.steps) {
    const own = mails.filter(({ template_id }) => template_id === step.template);
    if (own.length > 1 + Number(member.isUnsure))
      violations.push(`${address} has ${own.length} emails of step ${step.id}`);
    const isCertain = step.added <= member.activating && step.removing === Infinity;
    if (own.length === 0 && runsThrough && isCertain) violations.push(`${address} has no email of step ${step.id}`);
    const first = Math.min(...own.flatMap(({ id }) => received.get(id) ?? []).map(({ at }) => at));
    if (own.length === 0 || first === Infinity) continue;
    if (earlier > 0 && first < earlier + step.delaySeconds * 1_000 - toleranceMs && !member.isUnsure)
      violations.push(`${address} got step ${step.id} ${(first - earlier) / 1_000} s after the step before`);
    if (earlier === 0 && first < member.activating + step.delaySeconds * 1_000 - toleranceMs)
      violations.push(`${address} got step ${step.id} ${(first - member.activating) / 1_000} s after it entered`);
    earlier = first;
  }
  for (const { template_id, id } of mails)
    if (!campaign.steps.some(({ template }) => template === template_id))
      violations.push(`${address} got ${id}, which is of no step`);
  return violations;
}
