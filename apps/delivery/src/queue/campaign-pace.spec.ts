import { dripLaneOf } from '../esp-accounts/lane.js';
import { CampaignPace } from './campaign-pace.js';
import { Lanes } from './lanes.js';

const ordinary = { id: 'builtin:acme', accountId: 'acme' };
const campaign = dripLaneOf(ordinary);

/** A process whose event loop is as busy as `share` says. */
function processAt(share: () => number) {
  let at = 0;
  const pace = new CampaignPace({
    now: () => at,
    utilization: (since) => ({ idle: 0, active: 0, utilization: since ? share() : 0 }),
  });
  /** How many begin within so many milliseconds, other mail coming all the time or not. */
  const begun = (ms: number, mail = true): number => {
    let count = 0;
    for (const end = at + ms; at < end; at += 50) {
      if (mail) pace.began(ordinary.id);
      for (; pace.room >= 1 && count < 10_000; count += 1) pace.began(campaign.id);
    }
    return count;
  };
  return { pace, begun };
}

describe('mails of campaigns', () => {
  it('begin without a bound where no other mail is sent, and again 5 s after the last one', () => {
    const { pace, begun } = processAt(() => 1);
    expect(pace.room).toBe(Infinity);
    begun(1_000);
    expect(pace.limited).toBe(true);
    begun(5_100, false);
    expect(pace.room).toBe(Infinity);
  });

  it('begin twenty a second beside it where the process is busy', () => {
    const { begun } = processAt(() => 0.9);
    begun(1_000);
    const count = begun(60_000);
    expect(count).toBeGreaterThan(1_080);
    expect(count).toBeLessThan(1_320);
  });

  it('begin as fast as leaves the process idle enough', () => {
    let rate = 0;
    const { begun } = processAt(() => rate / 250);
    for (let second = 0; second < 60; second += 1) rate = begun(1_000);
    expect(rate).toBeGreaterThan(60);
    expect(rate).toBeLessThan(140);
  });

  it('have room for a tenth of a second at most, whatever was not used', () => {
    const { pace, begun } = processAt(() => 0);
    begun(20_000);
    const perSecond = begun(1_000);
    for (let waited = 0; waited < 40; waited += 1) pace.began(ordinary.id);
    expect(pace.room).toBeLessThanOrEqual(perSecond / 8);
  });

  it('count against their pace in all lanes together, and no other mail does', () => {
    const { pace } = processAt(() => 1);
    pace.began(ordinary.id);
    const lanes = new Lanes(64, 32, undefined, undefined, undefined, pace);
    expect(lanes.roomIn(campaign)).toBe(2);
    lanes.take(campaign, 'token');
    lanes.take(campaign, 'token');
    expect([lanes.roomIn(campaign), lanes.roomIn(dripLaneOf({ id: 'esp_1', accountId: 'other' }))]).toEqual([0, 0]);
    expect(lanes.rooms.campaigns).toBe(0);
    expect(lanes.roomIn(ordinary)).toBeGreaterThan(10);
  });
});
