import type { DeliveryConfig } from '../config.js';
import type { Dispatcher } from './dispatcher.js';
import type { DueWork } from './due-work.js';
import type { FailoverRepository } from './failover.repository.js';
import { Lanes } from './lanes.js';
import { Poller } from './poller.js';

/** How many claims it makes in a row while each finds something and the lanes that have more have, or have not, room for it. */
async function claimsWhile(hasRoomForBacklog: (claims: number) => boolean): Promise<number> {
  let claims = 0;
  const lanes = new Lanes(8, 8);
  const dueWork = {
    survey: () => Promise.resolve(),
    take: () => Promise.resolve({ rows: [], rooms: lanes.rooms, lookedInto: () => false, more: claims++ < 5 }),
  };
  const dispatcher = {
    lanes,
    lanesWithBacklog: [],
    hasRoom: true,
    get hasRoomForBacklog() {
      return hasRoomForBacklog(claims);
    },
    whileClaiming: (claim: () => Promise<boolean>) => claim(),
  };
  const poller = new Poller(
    dueWork as unknown as DueWork,
    { reroute: () => Promise.resolve([]) } as unknown as FailoverRepository,
    dispatcher as unknown as Dispatcher,
    { POLL_MS: 500 } as DeliveryConfig,
  );
  await poller.run();
  return claims;
}

describe('the poller', () => {
  it('claims on at once while there is more and room for it', async () => {
    expect(await claimsWhile(() => true)).toBe(6);
  });

  it('makes no claim that can find nothing, because what is left has no room', async () => {
    expect(await claimsWhile((claims) => claims < 2)).toBe(2);
  });
});
