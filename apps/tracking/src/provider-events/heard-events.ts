import { Injectable } from '@nestjs/common';
import { TokenBuckets } from '@postrider/concurrency';
import { id } from '@postrider/contracts';
import { OutboxRelay } from '@postrider/outbox';
import type { ProviderEvent } from './kinds/report.js';
import { PassOnTask } from './pass-on.task.js';
import type { NewEvent, Reporter } from './provider-events.repository.js';
import { ProviderEventsRepository } from './provider-events.repository.js';
import { eventSources } from './report-readers.js';
import { saidOf } from './reported.js';
import { Counter } from 'prom-client';

const events = new Counter({
  name: 'postrider_provider_events_total',
  help: 'Events that providers reported, by type of the ESP account and what became of them',
  labelNames: ['esp_type', 'outcome'],
});

function countEvents(
  esp_type: string,
  outcome: 'stored' | 'repeated' | 'ignored' | 'unknown_type' | 'no_log',
  count: number,
): void {
  if (count > 0) events.inc({ esp_type, outcome }, count);
}

/**
 * Events that are passed on with the statement that stores them: of an account, and of all together. More than these wait where accounts take turns, so
 * that a report about a million mails delays the events of other accounts no longer than these do (docs/operate/limits.md#reported-events).
 */
const passedOnAtOnce = {
  ofAccount: { perSecond: 1_500, windowSeconds: 1 },
  ofAll: { perSecond: 3_000, windowSeconds: 1 },
};

/** What was heard of mails, whoever says it: stored before the answer, and said to delivery, at once or when it is the account's turn. */
@Injectable()
export class HeardEvents {
  private readonly buckets = new TokenBuckets();

  constructor(
    private readonly events: ProviderEventsRepository,
    private readonly task: PassOnTask,
    private readonly relay: OutboxRelay,
  ) {}

  /** What of it is about a mail; the same again changes nothing. */
  async store(reporter: Reporter, events: readonly ProviderEvent[], nonce?: string): Promise<void> {
    const { espType } = reporter;
    const { meanings } = eventSources[espType];
    const told = events.filter(({ type }) => Object.hasOwn(meanings, type));
    const meant = told.filter(({ type }) => meanings[type] !== null);
    const ofMails = meant.flatMap((event) => aboutMail(event) ?? []);
    const stored = ofMails.length > 0 ? await this.keep(reporter, ofMails, nonce) : 0;
    countEvents(espType, 'unknown_type', events.length - told.length);
    countEvents(espType, 'ignored', told.length - meant.length);
    countEvents(espType, 'no_log', meant.length - ofMails.length);
    countEvents(espType, 'repeated', ofMails.length - stored);
    countEvents(espType, 'stored', stored);
  }

  /** Said with their storing as long as that is little, else as soon as it is the account's turn. */
  private async keep(reporter: Reporter, events: readonly NewEvent[], nonce: string | undefined): Promise<number> {
    const { accountId } = reporter;
    if (this.mayPassOnAtOnce(accountId, events.length)) {
      const said = events.flatMap((event) => saidOf({ ...reporter, ...event }) ?? []);
      if (said.length === events.length) {
        const stored = await this.events.storeAndSay(reporter, events, said, nonce);
        if (stored > 0) this.relay.wake();
        return stored;
      }
    }
    const stored = await this.events.store(reporter, events, nonce);
    if (stored > 0) this.task.wake();
    return stored;
  }

  private mayPassOnAtOnce(accountId: string, events: number): boolean {
    const { ofAccount, ofAll } = passedOnAtOnce;
    if (events > ofAccount.perSecond || this.buckets.waitFor('', ofAll, events) > 0) return false;
    if (this.buckets.take(accountId, ofAccount, events) > 0) return false;
    this.buckets.use('', ofAll, events);
    return true;
  }
}

const logId = id('log');
const longest = { address: 320, text: 500, code: 255, url: 2_048, userAgent: 512 };

/** The event as it is kept; undefined where it is about no mail of ours. */
function aboutMail({ key, type, atMs, isBot, ...event }: ProviderEvent): NewEvent | undefined {
  const { success, data } = logId.safeParse(event.logId);
  if (!success) return undefined;
  return {
    key,
    type,
    event: {
      logId: data,
      atMs: atMs === undefined || atMs < 0 ? Date.now() : Math.min(atMs, Date.now()),
      address: line(event.address, longest.address),
      text: line(event.text, longest.text),
      code: line(event.code, longest.code),
      url: line(event.url, longest.url),
      userAgent: line(event.userAgent, longest.userAgent),
      ...(isBot ? { isBot } : {}),
    },
  };
}

/** One line that a database takes, whatever was put into it: no control characters, no half of a surrogate pair. */
const line = (text: string | undefined, most: number): string | undefined =>
  text
    ?.slice(0, 2 * most)
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed() || undefined;
