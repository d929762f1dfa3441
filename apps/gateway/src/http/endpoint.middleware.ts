import type { Middleware } from './in-order.js';
import type { Routes } from './routes.js';

/** Finds out which operation is asked for, before anything of the body is read. */
export const findEndpoint =
  (routes: Routes): Middleware =>
  (request, _response, next) => {
    request.endpoint = routes.find(request.method, request.path);
    next();
  };
