import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ResponseOf, Rpc } from '@postrider/contracts';
import { createDripCampaign, deleteDripCampaign, getDripUsage, newId } from '@postrider/contracts';
import { ContractClient, MessagingModule } from '@postrider/messaging';
import type { RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase, FakeServices } from '@postrider/testing';
import type { z } from 'zod';
import { dripService } from '../drip.service-definition.js';

describe('the campaigns of an account', () => {
  const url = `memory:${newId('request')}`;
  const accountId = newId('account');
  let database: TestDatabase;
  let app: RunningApp;
  let neighbours: FakeServices;
  let caller: INestApplicationContext;

  beforeAll(async () => {
    database = await createTestDatabase();
    neighbours = await FakeServices.start(url);
    await neighbours.takeDown('drip');
    app = await startService(dripService, {
      AMQP_URL: url,
      DATABASE_URL: database.url,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
    });
    caller = await NestFactory.createApplicationContext(MessagingModule.forCaller('test', url), { logger: false });
  }, 60_000);
  afterAll(async () => {
    await caller.close();
    await app.stop();
    await neighbours.stop();
    await database.drop();
  });

  const ask = <R extends Rpc>(rpc: R, request: z.input<R['request']>): Promise<ResponseOf<R>> =>
    caller
      .get(ContractClient)
      .call(
        rpc,
        { accountId, requestId: newId('request'), deadline: Date.now() + 10_000, limits: { drip_campaigns: 3 } },
        request,
      );
  const campaign = createDripCampaign.examples[0]!.request;

  it('are counted, also when many are made at once', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => ask(createDripCampaign, campaign)));
    const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    expect(made).toHaveLength(3);
    expect(await ask(getDripUsage, {})).toEqual({ drip_campaigns: 3, drip_members: 0 });
    await expect(ask(createDripCampaign, campaign)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'This account may have at most 3 drip campaigns',
    });
    await ask(deleteDripCampaign, { drip_campaign_id: made[0]!.id });
    await ask(createDripCampaign, campaign);
  });
});
