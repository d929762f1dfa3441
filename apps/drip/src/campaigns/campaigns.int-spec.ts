import { NestFactory } from '@nestjs/core';
import type { DripCampaignResource, RequestContext } from '@postrider/contracts';
import {
  createDripCampaign,
  findTemplates,
  listDripCampaigns,
  listDripCampaignsByPage,
  newId,
} from '@postrider/contracts';
import { ContractClient, MessagingModule } from '@postrider/messaging';
import { startService } from '@postrider/service';
import { createTestDatabase, FakeServices } from '@postrider/testing';
import { dripService } from '../drip.service-definition.js';

describe('drip campaigns', () => {
  it('are listed by the page, with their steps', async () => {
    const url = `memory:${newId('request')}`;
    const database = await createTestDatabase();
    const neighbours = await FakeServices.start(url);
    await neighbours.takeDown('drip');
    const app = await startService(dripService, {
      AMQP_URL: url,
      DATABASE_URL: database.url,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
    });
    const gateway = await NestFactory.createApplicationContext(MessagingModule.forCaller('drip-spec', url), {
      logger: false,
    });
    try {
      const services = gateway.get(ContractClient);
      const context: RequestContext = {
        accountId: newId('account'),
        requestId: newId('request'),
        deadline: Date.now() + 60_000,
      };
      const other = { ...context, accountId: newId('account') };
      const step = (delay_seconds: string) => ({ email_id: findTemplates.examples[0]!.response[0]!.id, delay_seconds });
      for (let n = 0; n < 101; n++)
        await services.call(createDripCampaign, n === 50 ? other : context, {
          name: String(n),
          drip_steps: [step('2'), step('1')],
        });
      const items: DripCampaignResource[] = [];
      const sizes: number[] = [];
      for (let after: string | undefined; ;) {
        const page = await services.call(listDripCampaignsByPage, context, { after });
        items.push(...page.items);
        sizes.push(page.items.length);
        if (page.next === undefined) break;
        after = page.next;
      }
      expect(sizes).toEqual([50, 50]);
      expect(items).toEqual(await services.call(listDripCampaigns, context, {}));
      expect(items[70]!.drip_steps.map(({ delay_seconds }) => delay_seconds)).toEqual(['2', '1']);
      expect((await services.call(listDripCampaignsByPage, other, {})).items.map(({ name }) => name)).toEqual(['50']);
    } finally {
      await gateway.close();
      await app.stop();
      await neighbours.stop();
      await database.drop();
    }
  });
});
