import type { IncomingHttpHeaders } from 'node:http';

/** The published client libraries say so themselves (docs/api.md#client-libraries). */
export const isClientLibrary = (headers: IncomingHttpHeaders): boolean => headers['x-swu-api-client'] !== undefined;

/** Some libraries send only the key in a header of their own. Their templates are theirs too: what is ambiguous is read as Jinja. */
export const readsAmbiguousTagsAsJinja = (headers: IncomingHttpHeaders): boolean =>
  isClientLibrary(headers) || Boolean(headers['x-swu-api-key']);
