import { isHardBounce } from '@postrider/contracts';
import type { HardBounce } from '../driver.js';
import type { RefusedRecipient } from './smtp-failure.js';

/** Of recipients that a server refused, those that no mail will ever reach (docs/suppressions.md#hard-bounces). */
export const hardBouncesOf = (refused: readonly RefusedRecipient[]): readonly HardBounce[] | undefined => {
  const bounces = refused.filter(
    ({ response }) => /^5\d\d(?=[\s-]|$)/.test(response) && isHardBounce({ bounceClass: 'rejected', text: response }),
  );
  return bounces.length === 0 ? undefined : bounces.map(({ address, response }) => ({ address, response }));
};
