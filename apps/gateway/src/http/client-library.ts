import type { IncomingHttpHeaders } from 'node:http';

/** The published client libraries say so themselves (docs/api.md#client-libraries). */
export const isClientLibrary = (headers: IncomingHttpHeaders): boolean => headers['x-swu-api-client'] !== undefined;
