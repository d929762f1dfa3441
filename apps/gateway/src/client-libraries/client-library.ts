import type { IncomingHttpHeaders } from 'node:http';

/** The published client libraries say so themselves (API.md section 3). */
export const isClientLibrary = (headers: IncomingHttpHeaders): boolean => headers['x-swu-api-client'] !== undefined;
