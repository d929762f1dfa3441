import { z } from 'zod';
import { exampleReportedLogEvent, reportedLogEvent } from '../delivery/log-events.js';
import { defineEvent } from '../event.js';
import { exampleErasure } from '../customer/erasures.js';
import { id } from '../ids.js';

/** What was done with so many erased logs does not say any more by whom. */
export const engagementsErased = defineEvent({
  topic: 'engagements.erased.v1',
  publisher: 'tracking',
  consumers: ['customer'],
  payload: z.object({ erasure_id: id('erasure'), logs: z.int().nonnegative() }),
  examples: [{ erasure_id: exampleErasure.id, logs: 1 }],
});

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
