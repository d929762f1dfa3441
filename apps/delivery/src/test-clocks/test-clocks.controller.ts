import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { advanceTestClock, createTestClock, deleteTestClock, getTestClock, listTestClocks } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { TestClocksRepository } from './test-clocks.repository.js';
import { TestClocksService } from './test-clocks.service.js';

@Controller()
export class TestClocksController {
  constructor(
    private readonly clocks: TestClocksService,
    private readonly stored: TestClocksRepository,
  ) {}

  @Handles(createTestClock)
  create(
    context: RequestContext,
    body: RequestOf<typeof createTestClock>,
  ): Promise<ResponseInputOf<typeof createTestClock>> {
    return this.stored.add(context, body);
  }

  @Handles(listTestClocks)
  async list({ accountId }: RequestContext): Promise<ResponseInputOf<typeof listTestClocks>> {
    return { data: await this.stored.list(accountId) };
  }

  @Handles(getTestClock)
  get(
    { accountId }: RequestContext,
    { test_clock_id }: RequestOf<typeof getTestClock>,
  ): Promise<ResponseInputOf<typeof getTestClock>> {
    return this.stored.get(accountId, test_clock_id);
  }

  @Handles(advanceTestClock)
  advance(
    context: RequestContext,
    { test_clock_id, to }: RequestOf<typeof advanceTestClock>,
  ): Promise<ResponseInputOf<typeof advanceTestClock>> {
    return this.clocks.advance(context, test_clock_id, to);
  }

  @Handles(deleteTestClock)
  async delete(
    { accountId }: RequestContext,
    { test_clock_id }: RequestOf<typeof deleteTestClock>,
  ): Promise<ResponseInputOf<typeof deleteTestClock>> {
    await this.stored.delete(accountId, test_clock_id);
    return {};
  }
}
