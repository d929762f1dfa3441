import { Body, Controller, Query } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  exampleOfFailures,
  exampleOfGroups,
  failuresQuery,
  forgetFailures,
  forgetFailuresBody,
  groupFailures,
  listFailures,
  ok,
  replayFailures,
  replayFailuresBody,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint, success } from '../http/endpoint.js';

const groupsQuery = failuresQuery.omit({ count: true, cursor: true });

/** See docs/reference/failures.md. */
@Controller('failures')
export class FailuresController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listFailures.response, {
    summary: 'List failures',
    description: 'Emails that ended without being sent, latest first.',
    calls: listFailures,
    examples: { response: exampleOfFailures },
  })
  list(
    @CurrentContext() context: RequestContext,
    @Query({ schema: failuresQuery }) query: z.output<typeof failuresQuery>,
  ) {
    return this.services.call(listFailures, context, query);
  }

  @Endpoint('GET', 'groups', 'read', groupFailures.response, {
    summary: 'Count failures by cause',
    calls: groupFailures,
    examples: { response: exampleOfGroups },
  })
  groups(
    @CurrentContext() context: RequestContext,
    @Query({ schema: groupsQuery }) query: z.output<typeof groupsQuery>,
  ) {
    return this.services.call(groupFailures, context, query);
  }

  @Endpoint('POST', 'replay', 'manage', ok.extend(replayFailures.response.shape), {
    summary: 'Replay failures',
    description: 'Sends them again as new emails, at most 1,000 in a call.',
    calls: replayFailures,
  })
  async replay(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() { kind }: Caller,
    @Body({ schema: replayFailuresBody }) body: z.output<typeof replayFailuresBody>,
  ) {
    return success(await this.services.call(replayFailures, context, { ...body, test: kind === 'test' }));
  }

  @Endpoint('POST', 'forget', 'manage', ok.extend(forgetFailures.response.shape), {
    summary: 'Dismiss failures',
    description: 'Their logs stay. At most 5,000 in a call.',
    calls: forgetFailures,
  })
  async forget(
    @CurrentContext() context: RequestContext,
    @Body({ schema: forgetFailuresBody }) body: z.output<typeof forgetFailuresBody>,
  ) {
    return success(await this.services.call(forgetFailures, context, body));
  }
}
