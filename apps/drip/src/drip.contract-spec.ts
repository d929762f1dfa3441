import {
  activateDripCampaign,
  checkDripMails,
  createDripCampaign,
  deactivateDripCampaign,
  deactivateEverywhere,
  deleteDripCampaign,
  exportMemberships,
  findTemplates,
  getDripCampaign,
  getDripUsage,
  listDripCampaignsByPage,
  listDripMembers,
  listWaitingTestMembers,
  newId,
  ServiceError,
  updateDripCampaign,
} from '@postrider/contracts';
import type { ContractWorld } from '@postrider/testing';
import { arrange, describeContract } from '@postrider/testing';
import { dripService } from './drip.module.js';

const content = createDripCampaign.examples[0]!.request;
const created = async ({ call }: ContractWorld, more: Partial<typeof content> = {}) => ({
  drip_campaign_id: (await call(createDripCampaign, { ...content, ...more })).id,
});
const campaign = (world: ContractWorld) => created(world);
const running = (world: ContractWorld) => created(world, { enabled: true });
const unknown = { drip_campaign_id: newId('dripCampaign') };
const activationRequest = activateDripCampaign.examples[0]!.request;
const withMember = async (world: ContractWorld) => {
  const path = await running(world);
  await world.call(activateDripCampaign, { ...activationRequest, ...path });
  return path;
};
const noTemplates = ({ neighbours }: ContractWorld) => neighbours.respond(findTemplates, () => []);
const rejectedBecause =
  (code: 'esp_account_not_found' | 'no_esp_account' | 'sender_required') => async (world: ContractWorld) => {
    world.neighbours.respond(checkDripMails, () => {
      throw new ServiceError(code, 'Refused');
    });
    return { ...activationRequest, ...(await running(world)) };
  };
const mark = (step_id = newId('dripStep')) => ({
  drip: { campaign_id: newId('dripCampaign'), membership_id: newId('membership'), step_id },
});

describeContract(
  dripService,
  [
    arrange(createDripCampaign, {
      errors: {
        quota_exceeded: { coveredBy: 'apps/drip/src/campaigns/quota.int-spec.ts' },
        template_not_found: (world) => {
          noTemplates(world);
          return content;
        },
      },
    }),
    arrange(getDripUsage, { given: async (world) => void (await campaign(world)) }),
    arrange(listDripCampaignsByPage, { given: async (world) => void (await campaign(world)) }),
    arrange(getDripCampaign, { given: campaign, errors: { not_found: () => unknown } }),
    arrange(updateDripCampaign, {
      given: campaign,
      errors: {
        not_found: () => ({ ...unknown, enabled: true }),
        template_not_found: async (world) => {
          const path = await campaign(world);
          noTemplates(world);
          return { ...path, trigger_email_id: newId('template') };
        },
      },
    }),
    arrange(deleteDripCampaign, { given: campaign, errors: { not_found: () => unknown } }),
    arrange(activateDripCampaign, {
      given: running,
      errors: {
        drip_campaign_not_found: () => ({ ...activationRequest, ...unknown }),
        drip_campaign_disabled: async (world) => ({ ...activationRequest, ...(await campaign(world)) }),
        quota_exceeded: { coveredBy: 'apps/drip/src/memberships/quota.int-spec.ts' },
        esp_account_not_found: rejectedBecause('esp_account_not_found'),
        no_esp_account: rejectedBecause('no_esp_account'),
        sender_required: rejectedBecause('sender_required'),
        idempotency_in_progress: { coveredBy: 'apps/standalone/src/testing/errors.int-spec.ts' },
        idempotency_mismatch: async (world) => {
          const path = await running(world);
          const under = (request_hash: string) => ({
            ...activationRequest,
            ...path,
            idempotency: { key: 'entry-1', request_hash },
          });
          await world.call(activateDripCampaign, under('one'));
          return under('other');
        },
      },
    }),
    arrange(deactivateDripCampaign, {
      given: withMember,
      errors: { not_found: () => ({ ...unknown, recipient_address: 'ada@example.com' }) },
    }),
    arrange(deactivateEverywhere, {}),
    arrange(exportMemberships, { given: async (world) => void (await withMember(world)) }),
    arrange(listWaitingTestMembers, {}),
    arrange(listDripMembers, { given: withMember, errors: { not_found: () => unknown } }),
  ],
  {},
  {
    'message.accepted.v1': async (world) => {
      const trigger_email_id = content.drip_steps[0]!.email_id;
      await created(world, { enabled: true, trigger_email_id });
      return { template_id: trigger_email_id };
    },
    'message.sent.v1': () => mark(),
    'message.ended.v1': () => mark(),
  },
);
