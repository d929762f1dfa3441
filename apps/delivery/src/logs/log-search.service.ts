import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { ResponseInputOf, RequestContext, RequestOf, listNewerLogs, searchLogs } from '@postrider/contracts';
import { addressKey, idOfUuid, isUuid, timeOfId, wireAddress } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import { idRange, seconds } from './logs.repository.js';
import type { FoundLog, LogConditions } from './log-search.repository.js';
import { LogSearchRepository } from './log-search.repository.js';

type Query = RequestOf<typeof searchLogs>;

/** Time after which a request stops searching older logs (docs/operate/limits.md#failures-logs-and-the-queue). */
const scanBudgetMs = 150;
/** Target duration of one query, and bounds for its number of logs; the first query shows how fast this database is. */
const sliceMs = 50;
const sliceSize = { first: 2_000, min: 500, max: 20_000 };
/** Concurrent searches per account. */
const searchesOfAccount = 2;

const idOrPrefix = /^log_[0-9A-Za-z]{0,22}$/;
/** Sorts after every id with the same prefix. */
const afterAll = '~';

/** Searches logs that meet all conditions, newest first, for a limited time per request. */
@Injectable()
export class LogSearchService {
  private readonly slots = new FairQueue({ maxPerKey: searchesOfAccount });

  constructor(private readonly logs: LogSearchRepository) {}

  async search({ accountId, deadline }: RequestContext, query: Query): Promise<ResponseInputOf<typeof searchLogs>> {
    const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    try {
      return await this.slots.run(() => this.searchSlices(accountId, query), { key: accountId, signal });
    } catch (error) {
      if (error === signal.reason)
        throw unavailable('Too many searches of this account are in progress', 'account_busy');
      throw error;
    }
  }

  async newer(
    { accountId }: RequestContext,
    { newer_than, count }: RequestOf<typeof listNewerLogs>,
  ): Promise<ResponseInputOf<typeof listNewerLogs>> {
    const { before, conditions } = searchRange({ count });
    const slice = { from: newer_than + afterAll, before, recipientKey: undefined, limit: count + 1, oldestFirst: true };
    const { found } = await this.logs.searchSlice(accountId, slice, conditions, count);
    return { data: found.slice(-count), has_more: found.length > count };
  }

  /** Searches slice by slice, from the newest logs to older ones. */
  private async searchSlices(accountId: string, query: Query): Promise<ResponseInputOf<typeof searchLogs>> {
    const { from, before: newest, recipientKey, conditions } = searchRange(query);
    const startedAt = performance.now();
    const data: FoundLog[] = [];
    let before = newest;
    let limit = sliceSize.first;
    for (;;) {
      const at = performance.now();
      const slice = { from, before, recipientKey, limit };
      const { found, oldest } = await this.logs.searchSlice(accountId, slice, conditions, query.count - data.length);
      data.push(...found);
      if (data.length > query.count) return toPage(data.slice(0, query.count), data[query.count - 1]!.id);
      if (oldest === undefined) return { data, next_cursor: null, searched_to: null };
      if (data.length === query.count || performance.now() - startedAt > scanBudgetMs) return toPage(data, oldest);
      before = oldest;
      limit = sizeOfNext(limit, performance.now() - at);
    }
  }
}

const toPage = (data: FoundLog[], searchedTo: string): ResponseInputOf<typeof searchLogs> => ({
  data,
  next_cursor: searchedTo,
  searched_to: seconds(timeOfId(searchedTo)),
});

const sizeOfNext = (limit: number, tookMs: number): number =>
  Math.round(Math.min(sliceSize.max, Math.max(sliceSize.min, (limit * sliceMs) / Math.max(1, tookMs))));

/** Complete addresses, UUIDs of Resend and prefixes of ids use an index; any other text is searched in the fields. */
function searchRange({ q: term, status, esp_account, test, cursor, template, tag, ...range }: Query) {
  const { from, before } = idRange(range);
  const q = term !== undefined && isUuid(term) ? idOfUuid('log', term) : term;
  const isId = q !== undefined && idOrPrefix.test(q);
  const isAddress = q !== undefined && wireAddress(q) !== undefined;
  const conditions: LogConditions = {
    text: isId || isAddress ? undefined : q,
    statuses: status?.split(','),
    template,
    tag,
    espAccount: esp_account,
    test: test === undefined ? undefined : test === 'true',
  };
  return {
    from: isId ? later(from, q) : from,
    before: earliest([before, ...(isId ? [q + afterAll] : []), ...(cursor === undefined ? [] : [cursor])]),
    recipientKey: isAddress ? addressKey(q) : undefined,
    conditions,
  };
}

const later = (one: string, other: string): string => (one > other ? one : other);
const earliest = (bounds: readonly string[]): string =>
  bounds.reduce((first, bound) => (bound < first ? bound : first));
