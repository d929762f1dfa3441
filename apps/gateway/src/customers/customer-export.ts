import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { RequestContext, ResponseOf } from '@postrider/contracts';
import {
  addressKey,
  conversionResource,
  customerResource,
  exportedEngagement,
  exportedLog,
  exportedMembership,
  exportedProposal,
  exportEngagements,
  exportLogs,
  exportMemberships,
  exportSendProposals,
  getCustomer,
  listConversions,
  listSuppressions,
  maxLogsOfEngagements,
  ServiceError,
  suppressionResource,
  timestamp,
} from '@postrider/contracts';
import type { ContractClient } from '@postrider/messaging';
import { exactJson } from '@postrider/numbers';
import { z } from 'zod';
import type { Page } from '../http/listing.js';
import { writtenList } from '../http/listing.js';

const log = exportedLog.extend({
  engagements: z.array(exportedEngagement).optional().describe('Opens, clicks and opt-outs, oldest first.'),
});

/** Everything that is stored about a person (docs/reference/personal-data.md). */
export const customerExport = z
  .object({
    object: z.literal('customer_export'),
    email: z.string().describe('The address.'),
    created: timestamp.describe('When the export was requested.'),
    customer: customerResource.optional().describe('The customer, if there is one.'),
    conversions: z.array(conversionResource).describe('Oldest first.'),
    logs: z.array(log).describe('Newest first.'),
    send_proposals: z.array(exportedProposal).describe('Emails that were proposed to the person, newest first.'),
    suppressions: z.array(suppressionResource).describe('Why the address gets no email.'),
    drip_members: z.array(exportedMembership).describe('Memberships of drip campaigns, newest first.'),
  })
  .meta({ id: 'CustomerExport', description: 'Everything that is stored about a person.' });

export const exampleExport: z.infer<typeof customerExport> = {
  object: 'customer_export',
  email: 'ada@example.com',
  created: 1_790_000_000,
  customer: getCustomer.examples[0]!.response,
  conversions: listConversions.examples[0]!.response.items,
  logs: exportLogs.examples[0]!.response.items,
  send_proposals: exportSendProposals.examples[0]!.response.items,
  suppressions: [],
  drip_members: exportMemberships.examples[0]!.response.items,
};

/** Per page: the whole export may take longer than other requests if the caller reads slowly. */
const pageTimeoutMs = 30_000;

/** Streams one JSON document as fast as the caller reads it. The first pages are loaded before the response starts. */
export async function exportCustomer(
  services: ContractClient,
  request: RequestContext,
  address: string,
): Promise<StreamableFile> {
  const email = addressKey(address);
  const context = (): RequestContext => ({ ...request, deadline: Date.now() + pageTimeoutMs });
  const conversions = (after?: string) => services.call(listConversions, context(), { email, after });
  const members = (after?: string) => services.call(exportMemberships, context(), { email, after });
  const proposals = (after?: string) => services.call(exportSendProposals, context(), { email, after });
  const logs = async (after?: string): Promise<Page<z.infer<typeof log>>> => {
    const page = await services.call(exportLogs, context(), { email, after });
    return { ...page, items: await withEngagements(services, context, page.items) };
  };
  const [customer, { data: suppressions }, ...first] = await Promise.all([
    orUndefined(services.call(getCustomer, context(), { email })),
    services.call(listSuppressions, context(), { email }),
    conversions(),
    logs(),
    members(),
    proposals(),
  ]);
  const [firstConversions, firstLogs, firstMembers, firstProposals] = first;
  async function* chunks(): AsyncGenerator<string> {
    const created = Math.floor(Date.now() / 1000);
    const head = exactJson({ object: 'customer_export', email, created, ...(customer && { customer }), suppressions });
    yield `${head.slice(0, -1)},"conversions":`;
    yield* writtenList(request, firstConversions, conversions);
    yield ',"logs":';
    yield* writtenList(request, firstLogs, logs);
    yield ',"drip_members":';
    yield* writtenList(request, firstMembers, members);
    yield ',"send_proposals":';
    yield* writtenList(request, firstProposals, proposals);
    yield '}';
  }
  return new StreamableFile(Readable.from(chunks(), { objectMode: false }), {
    type: 'application/json; charset=utf-8',
  });
}

/** Undefined instead of `not_found`. */
async function orUndefined<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function withEngagements(
  services: ContractClient,
  context: () => RequestContext,
  logs: ResponseOf<typeof exportLogs>['items'],
): Promise<z.infer<typeof log>[]> {
  const ofLog = new Map<string, z.infer<typeof exportedEngagement>[]>();
  for (let first = 0; first < logs.length; first += maxLogsOfEngagements) {
    const log_ids = logs.slice(first, first + maxLogsOfEngagements).map(({ id }) => id);
    for (const { log_id, ...engagement } of await services.call(exportEngagements, context(), { log_ids }))
      ofLog.set(log_id, [...(ofLog.get(log_id) ?? []), engagement]);
  }
  return logs.map((each) => {
    const engagements = ofLog.get(each.id);
    return engagements ? { ...each, engagements } : each;
  });
}
