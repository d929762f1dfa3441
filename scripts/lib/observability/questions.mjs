/**
 * The questions of docs/operate/runbook.md#dashboards, each with the metric that answers it, the labels to group by and
 * a filter. By default counters are drawn as rates, histograms as percentiles and gauges as values.
 *
 * @typedef {ReturnType<typeof question>} Question
 * @param {string} asked
 * @param {string} metric
 * @param {{ by?: string[], where?: string, draw?: string, share?: string }} [drawn]
 */
const question = (asked, metric, { by = [], where, draw, share } = {}) => ({ asked, metric, by, where, draw, share });

export const dashboards = [
  {
    name: 'callers',
    title: 'Postrider: API',
    questions: [
      question('How many requests are there, and how are they answered?', 'postrider_http_request_seconds', {
        by: ['status'],
        draw: 'rate',
      }),
      question('How long does a send take?', 'postrider_http_request_seconds', { where: 'route=~".*/send"' }),
      question('Which routes are slow?', 'postrider_http_request_seconds', { by: ['route'], draw: 'p99' }),
      question('What share of requests fails?', 'postrider_http_request_seconds', { share: 'status=~"5.."' }),
      question('How is mail by SMTP answered?', 'postrider_smtp_seconds', {
        by: ['command', 'status'],
        draw: 'rate',
      }),
      question('How many SMTP connections are open?', 'postrider_smtp_connections', { draw: 'sum' }),
      question('Which calls between services are slow?', 'postrider_rpc_called_seconds', {
        by: ['pattern'],
        draw: 'p99',
      }),
      question('Is it the service or its queue?', 'postrider_rpc_handled_seconds', {
        by: ['pattern'],
        draw: 'p99',
      }),
      question('Which calls find no service?', 'postrider_rpc_called_seconds', {
        by: ['pattern'],
        where: 'outcome="unavailable"',
        draw: 'rate',
      }),
      question('Does a page of the dashboard break its security policy?', 'postrider_dashboard_policy_reports_total'),
    ],
  },
  {
    name: 'mail',
    title: 'Postrider: mail',
    questions: [
      question('How much mail is sent, and what happens to the rest?', 'postrider_attempts_total', { by: ['outcome'] }),
      question('Which ESP accounts fail?', 'postrider_attempts_total', {
        by: ['esp_account'],
        where: 'outcome!="sent"',
      }),
      question('How much due mail is waiting?', 'postrider_work_due', { draw: 'max' }),
      question('For how long has it been waiting?', 'postrider_work_oldest_due_seconds', { draw: 'max' }),
      question('Are there slots for more attempts?', 'postrider_attempt_slots', { by: ['state'], draw: 'sum' }),
      question('Which ESP accounts are paused?', 'postrider_breaker_open', { by: ['esp_account'], draw: 'sum' }),
      question('Which ESP accounts are slow?', 'postrider_lane_slots', { by: ['esp_account'], draw: 'sum' }),
      question('Does the bucket with large attachments answer?', 'postrider_bucket_request_seconds', {
        by: ['operation', 'outcome'],
        draw: 'rate',
      }),
      question('How long does the bucket take?', 'postrider_bucket_request_seconds', {
        by: ['operation'],
        draw: 'p99',
      }),
    ],
  },
  {
    name: 'events',
    title: 'Postrider: reports and events',
    questions: [
      question('What do providers report?', 'postrider_provider_events_total', { by: ['esp_type', 'outcome'] }),
      question('Do reports find their logs?', 'postrider_reported_log_events_total', { by: ['outcome'] }),
      question('Are opens and clicks lost?', 'postrider_engagements_lost_total'),
      question('Do webhooks get their events?', 'postrider_webhook_posts_total', { by: ['outcome'] }),
      question('Are campaign members stuck?', 'postrider_drip_members_stuck', { by: ['mail'], draw: 'sum' }),
      question('Are events published?', 'postrider_events_published_total', { by: ['topic', 'outcome'] }),
      question('Are events consumed?', 'postrider_events_consumed_total', { by: ['service', 'outcome'] }),
      question('Are there dead letters in the outbox?', 'postrider_outbox_dead', { by: ['schema'], draw: 'sum' }),
    ],
  },
  {
    name: 'processes',
    title: 'Postrider: processes',
    questions: [
      question('How many processes answer?', 'up', { by: ['app'], draw: 'sum' }),
      question('Are they ready?', 'postrider_ready', { by: ['app', 'check'], draw: 'min' }),
      question('How busy are they?', 'process_cpu_seconds_total', { by: ['app'], draw: 'mean' }),
      question('How much memory do they hold?', 'process_resident_memory_bytes', { by: ['app'], draw: 'max' }),
      question('Does something block a process?', 'nodejs_eventloop_lag_p99_seconds', { by: ['app'], draw: 'max' }),
      question('Did they restart?', 'process_start_time_seconds', { by: ['app'], draw: 'changes' }),
      question('Is a clock wrong?', 'postrider_clock_seconds', { by: ['app'], draw: 'clock' }),
      question('When does the certificate of the API expire?', 'postrider_certificate_left_seconds', { draw: 'min' }),
      question('Do they run out of file descriptors?', 'process_open_fds', { by: ['app'], draw: 'max' }),
      question('What is their limit of file descriptors?', 'process_max_fds', { by: ['app'], draw: 'min' }),
    ],
  },
];
