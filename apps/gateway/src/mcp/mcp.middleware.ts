import { ServiceError } from '@postrider/contracts';
import { acceptBearer } from '../authentication/credentials.js';
import type { IncomingApiRequest, Middleware } from '../http/api-request.js';

/** Whether the request is for the Model Context Protocol. */
export const isForMcp = ({ path }: Pick<IncomingApiRequest, 'path'>): boolean => /^\/mcp\/?$/i.test(path);

/**
 * Accepts the key as a Bearer token, and rejects pages of other origins, as the protocol requires against DNS
 * rebinding: their Host header proves nothing, so only the configured origin counts.
 */
export const prepareMcp =
  (publicOrigin: string): Middleware =>
  (request, _response, next) => {
    if (isForMcp(request)) {
      const { origin } = request.headers;
      if (origin !== undefined && origin !== publicOrigin)
        throw new ServiceError('csrf_refused', 'Rejected: the request comes from another origin');
      acceptBearer(request.headers);
    }
    next();
  };
