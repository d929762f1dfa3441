import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairQueue, QueueFull, QueueTimeout } from '@postrider/concurrency';
import type { ResponseInputOf, RequestContext, advanceTestClock } from '@postrider/contracts';
import { listWaitingTestMembers, maxAdvanceSeconds, ServiceError } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { Dispatcher } from '../queue/dispatcher.js';
import { TestClocksRepository } from './test-clocks.repository.js';

type AdvanceResponse = ResponseInputOf<typeof advanceTestClock>;

/** Reserved from the caller's deadline for the response. */
const responseReserveMs = 3_000;
const pollMs = 50;
/** How long a call waits for another one of its account. */
const maxWaitMs = 5_000;
/** Emails after which a call responds; the caller continues with another one. */
const maxEmails = 1_000;

/** Lets the time of a clock pass, email by email, so that campaigns plan each step as they do in real time. */
@Injectable()
export class TestClocksService {
  private readonly turns = new FairQueue({ capacity: 20, maxPerKey: 1, maxWaitingPerKey: 1 });

  constructor(
    private readonly clocks: TestClocksRepository,
    private readonly client: ContractClient,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** @throws ServiceError `not_found`, `invalid_request` */
  async advance(context: RequestContext, id: string, to: number): Promise<AdvanceResponse> {
    const { time, recipients } = await this.clocks.get(context.accountId, id);
    if (to > time + maxAdvanceSeconds)
      throw ServiceError.invalidField('to', 'must be at most ten years ahead of the clock');
    const emails = await this.turns
      .run(() => this.advanceTo(context, id, recipients, to), { key: context.accountId, timeoutMs: maxWaitMs })
      .catch((error: unknown) => {
        if (!(error instanceof QueueFull || error instanceof QueueTimeout)) throw error;
        throw new ServiceError('unavailable', 'Another test clock is being advanced', undefined, undefined, {
          reason: 'account_busy',
        });
      });
    return { test_clock: await this.clocks.get(context.accountId, id), emails };
  }

  private async advanceTo(
    context: RequestContext,
    id: string,
    recipients: string[],
    to: number,
  ): Promise<AdvanceResponse['emails']> {
    const { accountId, deadline } = context;
    const emails: AdvanceResponse['emails'] = [];
    while (Date.now() < deadline - responseReserveMs && emails.length < maxEmails) {
      const { members } = await this.client.call(listWaitingTestMembers, context, { recipients });
      if (await this.clocks.isBusy(accountId, id, members)) {
        await setTimeout(pollMs);
        continue;
      }
      emails.push(...(await this.clocks.immediate(accountId, id)));
      const due = await this.clocks.advance(accountId, id, to);
      if (due.length === 0) break;
      emails.push(...due);
      this.dispatcher.wake();
    }
    return emails;
  }
}
