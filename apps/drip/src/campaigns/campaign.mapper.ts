import type { DripCampaignResource } from '@postrider/contracts';
import type { Counts } from '../counts/counts.repository.js';
import type { CampaignEntity } from './campaign.entity.js';
import type { StepEntity } from './step.entity.js';

export const toDripCampaignResource = (
  campaign: CampaignEntity,
  steps: readonly StepEntity[],
  counts: Counts,
): DripCampaignResource => ({
  object: 'drip_campaign',
  id: campaign.id,
  name: campaign.name,
  enabled: campaign.enabled,
  trigger_email_id: campaign.triggerTemplateId,
  drip_steps: steps
    .toSorted((one, other) => one.position - other.position)
    .map((step) => ({ object: 'drip_step', id: step.id, email_id: step.templateId, delay_seconds: step.delaySeconds })),
  ...counts,
});
