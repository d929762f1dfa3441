import { exampleReportedLogEvent, reportedLogEvent } from '../delivery/log-events.js';
import { defineEvent } from '../event.js';

/** Something was heard of a mail: from its provider, by a mail that bounced, or because somebody opened it. */
export const logEventReported = defineEvent({
  topic: 'log_event.reported.v1',
  publisher: 'tracking',
  consumers: ['delivery'],
  payload: reportedLogEvent,
  examples: [exampleReportedLogEvent],
});
