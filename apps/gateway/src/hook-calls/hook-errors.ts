import type { ErrorForm } from '../http/api-error.filter.js';

/** The errors of hooks of Supabase. */
export const supabaseErrors: ErrorForm = {
  fits: ({ path }) => /^\/hooks\/supabase\//i.test(path),
  respond: (_request, response, error) => {
    // Supabase repeats a call only after 429 and 503.
    if (error.code === 'idempotency_in_progress') response.status(503);
    response.removeHeader('Content-Type');
    response.json({ error: { http_code: response.statusCode, message: error.message } });
  },
};
