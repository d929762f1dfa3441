import {
  createDripCampaign,
  deleteDripCampaign,
  getDripCampaign,
  getDripUsage,
  listDripCampaigns,
  listDripCampaignsByPage,
  newId,
  updateDripCampaign,
} from '@postrider/contracts';
import type { ContractWorld } from '@postrider/testing';
import { arrange, describeContract } from '@postrider/testing';
import { dripService } from './drip.service-definition.js';

const campaign = async ({ ask }: ContractWorld) => ({
  drip_campaign_id: (await ask(createDripCampaign, createDripCampaign.examples[0]!.request)).id,
});
const unknown = { drip_campaign_id: newId('dripCampaign') };

describeContract(dripService, [
  arrange(createDripCampaign, {
    errors: { quota_exceeded: { coveredBy: 'apps/drip/src/campaigns/quota.int-spec.ts' } },
  }),
  arrange(getDripUsage, { given: async (world) => void (await campaign(world)) }),
  arrange(listDripCampaigns, { given: async (world) => void (await campaign(world)) }),
  arrange(listDripCampaignsByPage, { given: async (world) => void (await campaign(world)) }),
  arrange(getDripCampaign, { given: campaign, errors: { not_found: () => unknown } }),
  arrange(updateDripCampaign, { given: campaign, errors: { not_found: () => ({ ...unknown, enabled: true }) } }),
  arrange(deleteDripCampaign, { given: campaign, errors: { not_found: () => unknown } }),
]);
