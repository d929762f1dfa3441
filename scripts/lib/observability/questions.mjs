/**
 * The panels: a question, its metric, the labels to group by, a filter, and where to look further: a
 * `hint`, or the `help` page relative to docs/operate/runbook.md. By default counters are drawn as rates, histograms as
 * percentiles and gauges as values.
 *
 * @typedef {ReturnType<typeof question>} Question
 * @param {string} title
 * @param {string} metric
 * @param {{ by?: string[], where?: string, draw?: string, share?: string, help?: string, hint?: string }} [drawn]
 */
const question = (title, metric, { by = [], ...drawn } = {}) => ({ title, metric, by, ...drawn });

export const dashboards = [
  {
    name: 'callers',
    title: 'Postrider: API',
    questions: [
      question('How many requests are there, and how are they answered?', 'postrider_http_request_seconds', {
        by: ['status'],
        draw: 'rate',
        help: '#postriderserviceunavailable',
      }),
      question('How long does a send take?', 'postrider_http_request_seconds', {
        where: 'route=~".*/send"',
        hint: 'The next panels show where the time goes.',
      }),
      question('Which routes are slow?', 'postrider_http_request_seconds', {
        by: ['route'],
        draw: 'p99',
        help: 'monitor.md#traces-and-logs',
      }),
      question('What share of requests fails?', 'postrider_http_request_seconds', {
        share: 'status=~"5.."',
        help: '#postriderrequestsfail',
      }),
      question('How is email by SMTP answered?', 'postrider_smtp_seconds', {
        by: ['command', 'status'],
        draw: 'rate',
        help: '../guides/smtp.md#replies',
      }),
      question('How many SMTP connections are open?', 'postrider_smtp_connections', {
        draw: 'sum',
        help: 'limits.md#smtp',
      }),
      question('Which calls between services are slow?', 'postrider_rpc_called_seconds', {
        by: ['pattern'],
        draw: 'p99',
        help: 'capacity.md#what-breaks-first-and-why',
      }),
      question('Is it the service or its queue?', 'postrider_rpc_handled_seconds', {
        by: ['pattern'],
        draw: 'p99',
        hint: 'What the panel before takes longer, calls wait in the queue <service>.rpc.',
      }),
      question('Which calls find no service?', 'postrider_rpc_called_seconds', {
        by: ['pattern'],
        where: 'outcome="unavailable"',
        draw: 'rate',
        help: '#postriderserviceunavailable',
      }),
      question('Does a page of the dashboard break its security policy?', 'postrider_dashboard_policy_reports_total', {
        hint: 'The log of the gateway has the violation, which a browser extension often causes.',
      }),
    ],
  },
  {
    name: 'mail',
    title: 'Postrider: email',
    questions: [
      question('How many emails are sent, and what happens to the rest?', 'postrider_attempts_total', {
        by: ['outcome'],
        help: 'monitor.md#outcomes-of-attempts',
      }),
      question('Which ESP accounts fail?', 'postrider_attempts_total', {
        by: ['esp_account'],
        where: 'outcome!="sent"',
        help: '#postriderespaccountfails',
      }),
      question('How many due emails are waiting?', 'postrider_work_due', {
        draw: 'max',
        help: '#postrideremaildelayed',
      }),
      question('For how long has it been waiting?', 'postrider_work_oldest_due_seconds', {
        draw: 'max',
        help: 'capacity.md#autoscaling',
      }),
      question('Are there slots for more attempts?', 'postrider_attempt_slots', {
        by: ['state'],
        draw: 'sum',
        help: 'capacity.md#what-breaks-first-and-why',
      }),
      question('Which ESP accounts are paused?', 'postrider_breaker_open', {
        by: ['esp_account'],
        draw: 'sum',
        help: '../providers.md#failover',
      }),
      question('Which ESP accounts are slow?', 'postrider_lane_slots', {
        by: ['esp_account'],
        draw: 'sum',
        hint: 'Their providers answer slowly.',
      }),
      question('Does the bucket with large attachments answer?', 'postrider_bucket_request_seconds', {
        by: ['operation', 'outcome'],
        draw: 'rate',
        help: '#postriderbucketfails',
      }),
      question('How long does the bucket take?', 'postrider_bucket_request_seconds', {
        by: ['operation'],
        draw: 'p99',
        hint: 'Over 1 s delays emails.',
      }),
    ],
  },
  {
    name: 'events',
    title: 'Postrider: reports and events',
    questions: [
      question('What do providers report?', 'postrider_provider_events_total', {
        by: ['esp_type', 'outcome'],
        help: '../providers.md#provider-webhooks',
      }),
      question('Do reports find their logs?', 'postrider_reported_log_events_total', {
        by: ['outcome'],
        hint: 'unknown_log is email of other systems, or very old.',
      }),
      question('Are opens and clicks lost?', 'postrider_engagements_lost_total', {
        hint: 'They are while tracking is unavailable.',
      }),
      question('Do webhooks get their events?', 'postrider_webhook_posts_total', {
        by: ['outcome'],
        help: '#postriderwebhooksfail',
      }),
      question('Are campaign members stuck?', 'postrider_drip_members_stuck', {
        by: ['mail'],
        draw: 'sum',
        help: '#postriderdripmembersstuck',
      }),
      question('Are events published?', 'postrider_events_published_total', {
        by: ['topic', 'outcome'],
        help: '#postridereventsunpublished',
      }),
      question('Are events consumed?', 'postrider_events_consumed_total', {
        by: ['service', 'outcome'],
        help: 'commands.md#dead-letters',
      }),
      question('Are there dead letters in the outbox?', 'postrider_outbox_dead', {
        by: ['schema'],
        draw: 'sum',
        help: 'commands.md#dead-letters',
      }),
    ],
  },
  {
    name: 'processes',
    title: 'Postrider: processes',
    questions: [
      question('How many processes answer?', 'up', { by: ['app'], draw: 'sum', help: '#postriderprocessunresponsive' }),
      question('Are they ready?', 'postrider_ready', { by: ['app', 'check'], draw: 'min', help: 'monitor.md#health' }),
      question('How busy are they?', 'process_cpu_seconds_total', {
        by: ['app'],
        draw: 'mean',
        help: 'capacity.md#what-breaks-first-and-why',
      }),
      question('How much memory do they hold?', 'process_resident_memory_bytes', {
        by: ['app'],
        draw: 'max',
        hint: 'k8s/base has the limits.',
      }),
      question('Does something block a process?', 'nodejs_eventloop_lag_p99_seconds', {
        by: ['app'],
        draw: 'max',
        hint: 'Over 0.1 s for long: look at a trace.',
      }),
      question('Did they restart?', 'process_start_time_seconds', {
        by: ['app'],
        draw: 'changes',
        help: '#postriderprocessesrestart',
      }),
      question('Is a clock wrong?', 'postrider_clock_seconds', {
        by: ['app'],
        draw: 'clock',
        help: '#postriderclockskew',
      }),
      question('When does the certificate of the API expire?', 'postrider_certificate_left_seconds', {
        draw: 'min',
        help: '#postridercertificateexpires',
      }),
      question('Do they run out of file descriptors?', 'process_open_fds', {
        by: ['app'],
        draw: 'max',
        help: '#postriderfiledescriptorslow',
      }),
      question('What is their limit of file descriptors?', 'process_max_fds', {
        by: ['app'],
        draw: 'min',
        help: '#postriderfiledescriptorslow',
      }),
    ],
  },
];
