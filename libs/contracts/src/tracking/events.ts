import { z } from 'zod';
import { exampleReportedLogEvent, reportedLogEvent } from '../delivery/log-events.js';
import { defineEvent } from '../event.js';
import { exampleErasure } from '../customer/erasures.js';
import { id } from '../ids.js';

/** The engagements of this number of erased logs were anonymized. */
export const engagementsErased = defineEvent({
  topic: 'engagements.erased.v1',
  publisher: 'tracking',
  consumers: ['customer'],
  payload: z.object({ erasure_id: id('erasure'), logs: z.int().nonnegative() }),
  examples: [{ erasure_id: exampleErasure.id, logs: 1 }],
});

/**
 * A provider, a bounce message or tracking reported an event of an email. `address` is the affected address, if known:
 * if it is not the recipient's, delivery stores the event as that of a copy.
 */
export const logEventReported = defineEvent({
  topic: 'log_event.reported.v1',
  publisher: 'tracking',
  consumers: ['delivery'],
  payload: reportedLogEvent.extend({ address: z.string().max(320).optional() }),
  examples: [{ ...exampleReportedLogEvent, address: 'ada@example.com' }],
});
