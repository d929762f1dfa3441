import { dripLaneOf, laneOf } from '../esp-accounts/lane.js';
import { DueWork } from './due-work.js';
import { Lanes } from './lanes.js';
import type { Claim, ClaimedRow, WorkRepository } from './work.repository.js';

const ordinary = laneOf('acme', 'esp_1', false);
const campaign = dripLaneOf(ordinary);

describe('due work', () => {
  /** Whether more is looked for at once after such rows, while campaigns may begin `campaigns` mails. */
  const more = async (lanes: readonly string[], campaigns: number): Promise<boolean> => {
    const rows = lanes.map((lane) => ({ lane }) as ClaimedRow);
    const repository = { claim: async (): Promise<Claim> => ({ rows, tooMany: false }) } as Partial<WorkRepository>;
    const work = new DueWork(repository as WorkRepository, { POLL_MS: 500 });
    const rooms = { ...new Lanes(64, 32).rooms, campaigns };
    return (await work.take(rooms, crypto.randomUUID(), true, [])).more;
  };

  it('is looked for again at once after some was found, but not for campaigns that are held back', async () => {
    expect(await more([], 12)).toBe(false);
    expect(await more([ordinary.id], 12)).toBe(true);
    expect(await more([campaign.id, ordinary.id], 2)).toBe(true);
    expect(await more([campaign.id, campaign.id], 2)).toBe(false);
    expect(await more([campaign.id], 2)).toBe(true);
    expect(await more([campaign.id, campaign.id], 64)).toBe(true);
  });
});
