import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  CustomerResource,
  RequestContext,
  RequestOf,
  lookUpCustomer,
  upsertCustomer,
} from '@postrider/contracts';
import { ServiceError, addressKey, maxCustomerDataKilobytes, messageAccepted, notFound } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { CustomersRepository, toCustomerResource } from './customers.repository.js';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';

@Injectable()
export class CustomersConsumer {
  constructor(private readonly customers: CustomersRepository) {}

  /** Creates the recipients of messages that were accepted while this service was unavailable. */
  @On(messageAccepted, { filter: ({ recipient_known }) => !recipient_known })
  async createRecipients(events: readonly ReceivedEvent<typeof messageAccepted>[], tx: EntityManager): Promise<void> {
    const sent = events.map(({ accountId, payload }) => ({
      accountId,
      email: addressKey(payload.recipient_address),
      created: payload.at,
    }));
    await this.customers.insertMissing(tx, sent);
  }
}

@Injectable()
export class CustomersService {
  constructor(
    private readonly database: DataSource,
    private readonly customers: CustomersRepository,
  ) {}

  async get(context: RequestContext, email: string): Promise<CustomerResource> {
    const customer = await this.customers.find(context.accountId, addressKey(email));
    if (!customer) notFound('Customer');
    return toCustomerResource(customer);
  }

  async upsert(context: RequestContext, { email, data, locale }: RequestOf<typeof upsertCustomer>): Promise<void> {
    const maxBytes = maxCustomerDataKilobytes * 1024;
    if (!(await this.customers.merge(context.accountId, addressKey(email), data ?? {}, locale ?? null, maxBytes)))
      throw ServiceError.invalidField(
        'data',
        `must be at most ${maxCustomerDataKilobytes} KB including the existing data of the customer`,
      );
  }

  async lookUp(context: RequestContext, email: string): Promise<ResponseInputOf<typeof lookUpCustomer>> {
    const customer = await this.customers.lookUp(context.accountId, addressKey(email));
    return { known: customer !== undefined, locale: customer?.locale ?? undefined };
  }

  async ensure(context: RequestContext, email: string): Promise<string | undefined> {
    return (await this.customers.ensure(context.accountId, addressKey(email))) ?? undefined;
  }

  async delete(context: RequestContext, email: string): Promise<void> {
    await this.database.transaction((tx) => this.customers.delete(tx, context.accountId, addressKey(email)));
  }
}
