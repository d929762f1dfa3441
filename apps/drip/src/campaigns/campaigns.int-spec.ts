import type { DripCampaignResource } from '@postrider/contracts';
import { createDripCampaign, findTemplates, listDripCampaigns, listDripCampaignsByPage } from '@postrider/contracts';
import { DripHarness } from '../testing/drip-harness.js';

describe('drip campaigns', () => {
  let drip: DripHarness;
  beforeAll(async () => {
    drip = await DripHarness.start();
  }, 60_000);
  afterAll(() => drip.stop());

  it('are listed by the page, with their steps', async () => {
    const email_id = findTemplates.examples[0]!.response[0]!.id;
    const step = (delay_seconds: string) => ({ email_id, delay_seconds });
    const make = (name: string) => drip.ask(createDripCampaign, { name, drip_steps: [step('2'), step('1')] });
    drip.newTest();
    const other = drip.context;
    drip.newTest();
    const own = drip.context;
    for (let n = 0; n < 101; n++) {
      drip.context = n === 50 ? other : own;
      await make(String(n));
    }
    drip.context = own;

    const items: DripCampaignResource[] = [];
    const sizes: number[] = [];
    for (let after: string | undefined; ;) {
      const page = await drip.ask(listDripCampaignsByPage, { after });
      items.push(...page.items);
      sizes.push(page.items.length);
      if (page.next === undefined) break;
      after = page.next;
    }
    expect(sizes).toEqual([50, 50]);
    expect(items).toEqual(await drip.ask(listDripCampaigns, {}));
    expect(items[70]!.drip_steps.map(({ delay_seconds }) => delay_seconds)).toEqual(['2', '1']);

    drip.context = other;
    expect((await drip.ask(listDripCampaignsByPage, {})).items.map(({ name }) => name)).toEqual(['50']);
  });
});
