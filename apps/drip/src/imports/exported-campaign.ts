import { createDripCampaignBody, importedId } from '@postrider/contracts';
import type { z } from 'zod';

/** A drip campaign as `GET /drip_campaigns` lists it. */
export const exportedCampaign = createDripCampaignBody.extend({ id: importedId('dripCampaign') });
export type ExportedCampaign = z.output<typeof exportedCampaign>;
