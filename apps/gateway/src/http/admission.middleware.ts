import type { Admission } from './admission.js';
import { mayBeLarge } from './body-pace.js';
import type { Middleware } from './in-order.js';

/**
 * Whoever sends takes a place, the calls of a batch after requests of their own. What is not about sending needs none, nor does what is large: its pace has
 * bounded it.
 */
export const admit =
  (admission: Admission): Middleware =>
  (request, response, next) => {
    const { endpoint, caller, isElement = false } = request;
    const turn = endpoint?.turn;
    if (turn === undefined || mayBeLarge(request)) {
      next();
      return undefined;
    }
    const { accountId } = caller!;
    const begin = (release: () => void): void => {
      if (response.closed) release();
      else response.once('close', release);
      next();
    };
    const release = admission.take(accountId);
    if (!release) return admission.wait(accountId, turn === 'first' && !isElement).then(begin);
    begin(release);
    return undefined;
  };
