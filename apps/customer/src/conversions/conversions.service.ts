import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  listConversions,
  recordConversion,
  RequestContext,
  RequestOf,
} from '@postrider/contracts';
import { addressKey, conversionRecorded, ServiceError, notFound } from '@postrider/contracts';
import { outboxRow, OutboxRelay } from '@postrider/outbox';
import { ConversionsRepository } from './conversions.repository.js';

/** Tolerance for differing clocks and for timestamps in the wrong time zone. */
const maxAheadSeconds = 24 * 60 * 60;

@Injectable()
export class ConversionsService {
  constructor(
    private readonly conversions: ConversionsRepository,
    private readonly relay: OutboxRelay,
  ) {}

  async record(
    context: RequestContext,
    { email, revenue, timestamp }: RequestOf<typeof recordConversion>,
  ): Promise<void> {
    if (timestamp !== undefined && timestamp > Date.now() / 1000 + maxAheadSeconds)
      throw ServiceError.invalidField('timestamp', 'must be at most a day in the future');
    const conversion = {
      email: addressKey(email),
      revenue,
      atMs: timestamp === undefined ? Date.now() : timestamp * 1000,
    };
    const event = outboxRow(conversionRecorded, context, {
      email: conversion.email,
      ...(revenue === undefined ? {} : { revenue }),
      at_ms: conversion.atMs,
    });
    const known = await this.conversions.record(context.accountId, conversion, event);
    if (!known) notFound('Customer');
    this.relay.wake();
  }

  /** One page of the list; `next` is the value of `after` for the next one. */
  list(
    { accountId }: RequestContext,
    { email, after = '0' }: RequestOf<typeof listConversions>,
  ): Promise<ResponseInputOf<typeof listConversions>> {
    if (!/^\d{1,18}$/.test(after)) throw ServiceError.invalidField('after', 'must be the next of an earlier page');
    return this.conversions.list(accountId, addressKey(email), after);
  }
}
