import type { NextFunction, Response } from 'express';
import type { ArrivingRequest } from './api-request.js';

/** Express middleware over our requests. */
export type Middleware = (request: ArrivingRequest, response: Response, next: NextFunction) => Promise<void> | void;

/**
 * Middleware one after the other, as one: a layer of its own for each would cost every request a promise and a look at its path. Whatever one
 * of them throws goes to the filter, like what it hands to `next`.
 */
export const inOrder =
  (...steps: readonly Middleware[]): Middleware =>
  (request, response, next) => {
    const run = (position: number): void => {
      const step = steps[position];
      if (!step) {
        next();
        return;
      }
      try {
        step(request, response, (error?: unknown) => (error ? next(error) : run(position + 1)))?.catch(next);
      } catch (error) {
        next(error);
      }
    };
    run(0);
  };
