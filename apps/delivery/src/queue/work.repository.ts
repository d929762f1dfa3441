import { Inject, Injectable } from '@nestjs/common';
import { SystemPool, CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { MessageContent } from '../mail/message-content.js';
import { inWords, mostAttempts } from '../attempts/retry-policy.js';
import type { Lane } from '../esp-accounts/lane.js';
import type { FoundSuppression } from '../suppressions/found-suppressions.js';
import { claimAmong, claimAmongAll, surveyStatement } from './claim-statement.js';
import type { Rooms } from './lanes.js';

/** A due row as it was claimed, with its message. */
export interface ClaimedRow {
  readonly id: string;
  readonly accountId: string;
  readonly lane: string;
  readonly espAccountId: string;
  readonly attempt: number;
  readonly waits: number;
  readonly ambiguous: boolean;
  readonly artifactId: string;
  readonly templateId: string;
  readonly templateName: string | null;
  readonly versionName: string | null;
  readonly locale: string | null;
  readonly test: boolean;
  readonly content: MessageContent;
  /** Null where an earlier version accepted it. */
  readonly suppressed: readonly FoundSuppression[] | null;
  readonly dueForMs: number;
  /** How many due ones of its lane the claim looked at, and whether it left any of any lane for others' sake. */
  readonly seen: number;
  readonly cut: boolean;
}

export interface Claim {
  readonly rows: readonly ClaimedRow[];
  /** Nothing was taken, because more lanes have pending mail than one claim looks into. */
  readonly tooMany: boolean;
}

/** A lane that had due mail when it was looked at. */
export interface DueLane extends Lane {
  readonly dueForMs: number;
  /** Of its ESP account, where that has a rate: mails a second, and how many it might send just then. */
  readonly rate: number | null;
  readonly tokens: number | null;
}

interface SurveyedLane extends DueLane {
  readonly due: boolean;
  readonly place: number;
}

@Injectable()
export class WorkRepository {
  constructor(
    private readonly systemPool: SystemPool,
    @Inject(CONFIG) private readonly config: Pick<
      DeliveryConfig,
      'LEASE_SECONDS' | 'RETRY_DELAYS_SECONDS' | 'UNKNOWN_OUTCOME_WAIT_SECONDS'
    >,
  ) {}

  /**
   * Of all lanes with pending mail if these are not too many, or `amongThose` alone that have a room of their own.
   * `takeAbandoned` false leaves expired leases alone: right after the database was away, their owners may still be alive.
   */
  async claim(rooms: Rooms, leaseToken: string, takeAbandoned: boolean, amongThose = false): Promise<Claim> {
    const wait = this.config.UNKNOWN_OUTCOME_WAIT_SECONDS;
    const { rows } = await this.systemPool.query<(ClaimedRow | { readonly id: null }) & Pick<Claim, 'tooMany'>>({
      ...(amongThose ? { name: 'claim-among', text: claimAmong } : { name: 'claim', text: claimAmongAll }),
      values: [
        rooms.total,
        leaseToken,
        [...rooms.perLane.keys()],
        [...rooms.perLane.values()].map(({ free }) => free),
        rooms.otherwise,
        takeAbandoned,
        this.config.LEASE_SECONDS,
        wait,
        mostAttempts(this.config),
        `The process that was sending this message stopped before the outcome was known; if no answer arrives within ${inWords(wait)} it is sent again with the same Message-ID`,
        [...rooms.perLane.values()].map(({ inUse }) => inUse),
        [...rooms.perAccount.keys()],
        [...rooms.perAccount.values()].map(({ free }) => free),
        [...rooms.perAccount.values()].map(({ inUse }) => inUse),
        rooms.campaigns,
      ],
    });
    const tooMany = rows[0]?.tooMany ?? false;
    return { rows: rows.flatMap(({ tooMany: _tooMany, ...row }) => (row.id === null ? [] : [row])), tooMany };
  }

  /** Of the next `count` lanes after `after` those with due mail; the last of them all is the last of these too. */
  async survey(after: string, count: number): Promise<SurveyedLane[]> {
    const { rows } = await this.systemPool.query<SurveyedLane>({
      name: 'survey-lanes',
      text: surveyStatement,
      values: [after, count],
    });
    return rows;
  }
}
