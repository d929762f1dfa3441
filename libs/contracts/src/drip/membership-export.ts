import { z } from 'zod';
import { id } from '../ids.js';
import { after, pageOf } from '../pages.js';
import { defineRpc } from '../rpc.js';
import { dripMemberResource } from './memberships.js';

/** A membership with everything that is stored of it. */
export const exportedMembership = dripMemberResource
  .extend({
    drip_campaign: id('dripCampaign').describe('The id of the drip campaign.'),
    email_data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('What its mails are filled with, while it waits.'),
  })
  .meta({ id: 'ExportedDripMember', description: 'A membership with everything that is stored of it.' });

/** Newest first. `after` is the id of the last one of the page before. */
export const exportMemberships = defineRpc({
  pattern: 'drip.membership.export.v1',
  request: z.object({ email: z.string(), after }),
  response: pageOf(exportedMembership),
  examples: [
    {
      name: 'the only page',
      request: { email: 'ada@example.com' },
      response: {
        items: [
          {
            object: 'drip_member',
            id: 'dcm_01KQV5Xx7GJ8sVJ4mB2cDe',
            drip_campaign: 'dc_01KQV5Xx7GJ8sVJ4mB2cDe',
            recipient_address: 'ada@example.com',
            test: false,
            state: 'waiting',
            entered: 1_790_000_000,
            step: 'dcs_01KQV5Xx7GJ8sVJ4mB2cDe',
            next_due: 1_790_086_400,
            email_data: { name: 'Ada' },
          },
        ],
      },
    },
  ],
});
