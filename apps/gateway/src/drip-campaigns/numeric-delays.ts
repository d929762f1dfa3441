import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { DripCampaignResource } from '@postrider/contracts';
import { requestOf } from '../http/api-request.js';

/** Whether the request has the header `X-Numeric-Delays`: some callers have a schema in which `delay_seconds` is a number. */
export const NumericDelays = createParamDecorator(
  (_data: unknown, context: ExecutionContext): boolean => requestOf(context).headers['x-numeric-delays'] !== undefined,
);

/** A campaign as its caller reads delays. */
export const withDelays = (campaign: DripCampaignResource, asNumbers: boolean): object =>
  asNumbers
    ? {
        ...campaign,
        drip_steps: campaign.drip_steps.map((step) => ({ ...step, delay_seconds: Number(step.delay_seconds) })),
      }
    : campaign;
