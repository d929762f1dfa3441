import { Injectable, Logger } from '@nestjs/common';
import type { ResponseInputOf, RequestContext } from '@postrider/contracts';
import { getLastSent, searchTemplates, templateSummary, timestamp } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { z } from 'zod';

const foundTemplate = templateSummary
  .extend({
    last_sent: timestamp.optional().describe('The last day (UTC) on which it was sent, if within the last 30.'),
  })
  .meta({ id: 'FoundTemplate', description: 'A template, and when it was last sent.' });

export const foundTemplates = searchTemplates.response.extend({
  data: z.array(foundTemplate).describe('In the requested order.'),
});

const example = searchTemplates.examples[0]!.response;
export const exampleOfSearch = { ...example, data: example.data.map((one) => ({ ...one, last_sent: 1_789_948_800 })) };

/** Adds when templates were last sent, from tracking. Lists omit it while tracking is unavailable. */
@Injectable()
export class LastSent {
  private readonly logger = new Logger(LastSent.name);

  constructor(private readonly services: ContractClient) {}

  async addTo(
    context: RequestContext,
    { data, next_cursor }: ResponseInputOf<typeof searchTemplates>,
  ): Promise<z.input<typeof foundTemplates>> {
    const days = await this.days(
      context,
      data.map(({ id }) => id),
    );
    return { data: data.map((one) => ({ ...one, ...days.get(one.id) })), next_cursor };
  }

  private async days(
    context: RequestContext,
    template_ids: string[],
  ): Promise<ReadonlyMap<string, { last_sent: number }>> {
    if (template_ids.length === 0) return new Map();
    try {
      const sent = await this.services.call(getLastSent, context, { template_ids });
      return new Map(sent.map(({ template_id, last_sent }) => [template_id, { last_sent }]));
    } catch (error) {
      this.logger.warn({ err: error }, 'cannot read when templates were last sent');
      return new Map();
    }
  }
}
