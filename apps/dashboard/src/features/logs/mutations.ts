import { answer, api } from '../../api/client.js';

/** Word for word as it was, as a new mail with a log of its own. */
export const resend = (log_id: string) =>
  answer(api.POST('/resend', { body: { log_id }, params: { header: { 'Idempotency-Key': crypto.randomUUID() } } }));

/** The same, of a mail that failed: it is no failure any more. */
export const replay = (log_id: string) => answer(api.POST('/failures/replay', { body: { log_ids: [log_id] } }));

export const cancel = (log_id: string) => answer(api.POST('/logs/{log_id}/cancel', { params: { path: { log_id } } }));
