import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  deleteCustomer,
  ensureCustomer,
  getCustomer,
  lookUpCustomer,
  messageAccepted,
  upsertCustomer,
} from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { Handles, On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { CustomersRepository } from './customers.repository.js';
import { customerKey, CustomersService } from './customers.service.js';

@Controller()
export class CustomersHandlers {
  constructor(
    private readonly service: CustomersService,
    private readonly repository: CustomersRepository,
  ) {}

  @Handles(getCustomer)
  get(context: RequestContext, { email }: RequestOf<typeof getCustomer>): Promise<AnswerOf<typeof getCustomer>> {
    return this.service.get(context, email);
  }

  @Handles(upsertCustomer)
  async upsert(
    context: RequestContext,
    request: RequestOf<typeof upsertCustomer>,
  ): Promise<AnswerOf<typeof upsertCustomer>> {
    await this.service.upsert(context, request);
    return {};
  }

  @Handles(deleteCustomer)
  async delete(
    context: RequestContext,
    { email }: RequestOf<typeof deleteCustomer>,
  ): Promise<AnswerOf<typeof deleteCustomer>> {
    await this.service.delete(context, email);
    return {};
  }

  @Handles(lookUpCustomer)
  lookUp(
    context: RequestContext,
    { email }: RequestOf<typeof lookUpCustomer>,
  ): Promise<AnswerOf<typeof lookUpCustomer>> {
    return this.service.lookUp(context, email);
  }

  @Handles(ensureCustomer)
  async ensure(
    context: RequestContext,
    { email }: RequestOf<typeof ensureCustomer>,
  ): Promise<AnswerOf<typeof ensureCustomer>> {
    await this.service.ensure(context, email);
    return {};
  }

  /** Catches up on recipients of messages that were accepted while this service could not be asked. */
  @On(messageAccepted, { when: ({ recipient_known }) => !recipient_known })
  async accepted(events: readonly ReceivedEvent<typeof messageAccepted>[], tx: EntityManager): Promise<void> {
    const sent = events.map(({ accountId, payload }) => ({
      accountId,
      email: customerKey(payload.recipient_address),
      created: payload.at,
    }));
    await this.repository.addMissing(tx, sent);
  }
}
