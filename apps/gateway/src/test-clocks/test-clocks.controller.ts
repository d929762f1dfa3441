import { Body, Controller, Param } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  advanceBody,
  advanceTestClock,
  createTestClock,
  deleteTestClock,
  getTestClock,
  listTestClocks,
  ok,
  okResponse,
  ServiceError,
  testClock,
  testClockBody,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint, success } from '../http/endpoint.js';

/** See docs/guides/test-clocks.md. */
@Controller('test_clocks')
export class TestClocksController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('POST', '', 'send', ok.extend({ test_clock: testClock }), {
    summary: 'Create a test clock',
    description: 'With a test key, or by a user.',
    calls: createTestClock,
    examples: { request: { recipients: ['ada@example.com'], name: 'Onboarding' } },
  })
  async create(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Body({ schema: testClockBody }) body: z.output<typeof testClockBody>,
  ) {
    rejectLiveKey(caller);
    return success({ test_clock: await this.services.call(createTestClock, context, body) });
  }

  @Endpoint('GET', '', 'read', listTestClocks.response, { summary: 'List test clocks', calls: listTestClocks })
  list(@CurrentContext() context: RequestContext) {
    return this.services.call(listTestClocks, context, {});
  }

  @Endpoint('GET', ':id', 'read', getTestClock.response, { summary: 'Show a test clock', calls: getTestClock })
  get(@CurrentContext() context: RequestContext, @Param('id') test_clock_id: string) {
    return this.services.call(getTestClock, context, { test_clock_id });
  }

  @Endpoint('POST', ':id/advance', 'send', ok.extend(advanceTestClock.response.shape), {
    summary: 'Advance a test clock',
    description:
      'Sends the test email that is due until then, in order. It responds after at most 25 seconds or 1,000 emails, with the time that the clock has reached: repeat the call until `time` is `to`.',
    calls: advanceTestClock,
  })
  async advance(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Param('id') test_clock_id: string,
    @Body({ schema: advanceBody }) { to }: z.output<typeof advanceBody>,
  ) {
    rejectLiveKey(caller);
    return success(await this.services.call(advanceTestClock, context, { test_clock_id, to }));
  }

  @Endpoint('DELETE', ':id', 'send', ok, {
    summary: 'Delete a test clock',
    description: 'Pending email stays due at its current time.',
    calls: deleteTestClock,
  })
  async delete(@CurrentContext() context: RequestContext, @Param('id') test_clock_id: string) {
    await this.services.call(deleteTestClock, context, { test_clock_id });
    return okResponse;
  }
}

function rejectLiveKey({ kind, user }: Caller): void {
  if (kind === 'live' && !user) throw new ServiceError('forbidden', 'Test clocks need a test key');
}
