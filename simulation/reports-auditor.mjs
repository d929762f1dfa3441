// What providers and recipients reported, against the events, statuses and suppressions of logs (docs/guides/statuses.md).

/** @typedef {import('./provider.mjs').Report} Report */
/** @typedef {{ account_id: string, id: string, address: string, status: string }} Log */
/** @typedef {{ log_id: string, type: string, is_reported: boolean, moves_status: boolean }} Event */

/** From the lowest rank to the highest. */
const ranks = [
  'requested',
  'triggered',
  'queued',
  'failed_to_queue',
  'failed_to_send',
  'sent',
  'processed',
  'deferred',
  'bounced',
  'dropped',
  'delivered',
  'opened',
  're_opened',
  'clicked',
  're_clicked',
  'unsubscribed',
  'reported_as_spam',
];

/**
 * @param {readonly Report[]} reports of providers and recipients
 * @param {ReadonlyMap<string, Log>} logs by id
 * @param {ReadonlyMap<string, readonly Event[]>} events by log
 * @param {ReadonlySet<string>} suppressed account and address
 */
export function auditReports(reports, logs, events, suppressed) {
  /** @type {string[]} */
  const violations = [];
  const reportsByLog = new Map([...logs.keys()].map((id) => [id, /** @type {Report[]} */ ([])]));
  for (const report of reports) reportsByLog.get(report.logId)?.push(report);
  for (const log of logs.values()) {
    const own = events.get(log.id) ?? [];
    const reported = reportsByLog.get(log.id) ?? [];
    for (const status of [
      'delivered',
      'deferred',
      'bounced',
      'opened',
      'clicked',
      'unsubscribed',
      'reported_as_spam',
    ]) {
      const all = reported.filter((report) => report.status === status);
      const taken = all.filter(({ isTaken }) => isTaken);
      const recorded = own.filter(({ type, is_reported }) => is_reported && type.replace('re_', '') === status);
      if (recorded.length < taken.length || recorded.length > all.length)
        violations.push(`${log.id} has ${recorded.length} events ${status}, and ${taken.length} were reported`);
      if (
        recorded.filter(({ type, moves_status }) => moves_status && type === status).length > 1 &&
        ['opened', 'clicked'].includes(status)
      )
        violations.push(`${log.id} is ${status} for the first time twice`);
    }
    const highest = own
      .filter(({ moves_status }) => moves_status)
      .reduce((best, { type }) => (ranks.indexOf(type) > ranks.indexOf(best) ? type : best), 'requested');
    if (log.status !== highest) violations.push(`${log.id} is ${log.status}, and its highest event is ${highest}`);
    for (const { suppresses, isTaken, status } of reported)
      // An erased person's suppression is a hash.
      if (
        suppresses &&
        isTaken &&
        !log.address.endsWith('@erased.invalid') &&
        !suppressed.has(`${log.account_id} ${log.address}`)
      )
        violations.push(`${log.address} is not suppressed after ${log.id} was ${status}`);
  }
  return violations;
}
