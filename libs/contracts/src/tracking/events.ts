import { z } from 'zod';
import { exampleReportedLogEvent, reportedLogEvent } from '../delivery/log-events.js';
import { defineEvent } from '../event.js';

/**
 * Something was heard of a mail: from its provider, by a mail that bounced, or because somebody opened it. `address` is whom it is about, where that is
 * told: of somebody else than the recipient delivery keeps it as being about a copy.
 */
export const logEventReported = defineEvent({
  topic: 'log_event.reported.v1',
  publisher: 'tracking',
  consumers: ['delivery'],
  payload: reportedLogEvent.extend({ address: z.string().max(320).optional() }),
  examples: [{ ...exampleReportedLogEvent, address: 'ada@example.com' }],
});
