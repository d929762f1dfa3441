import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { Lane } from '../esp-accounts/lane.js';
import { isCampaignLane } from '../esp-accounts/lane.js';
import { walkedAtMost } from './claim-statement.js';
import type { DueLane } from './lane-book.js';
import { LaneBook } from './lane-book.js';
import type { Rooms } from './lanes.js';
import type { ClaimedRow } from './work.repository.js';
import { WorkRepository } from './work.repository.js';

/** Lanes that one statement of a survey looks at. */
const surveyedAtOnce = 500;
/** A survey is followed by so many times what it took without one. */
const restAfterSurvey = 9;

export interface TakenWork {
  readonly rows: readonly ClaimedRow[];
  /** Those that the rows were claimed within. */
  readonly rooms: Rooms;
  /** Whether it is known by now what is due in this lane. */
  lookedInto(lane: string): boolean;
  /** There may be more to take at once. */
  readonly more: boolean;
}

/**
 * What is due, to be taken. While few lanes have pending mail, a claim looks into all of them. Where they are more, a survey looks for those with due
 * mail, some hundred at a time and for a tenth of the time at most, and a claim looks only into those whose turn it is.
 */
@Injectable()
export class DueWork {
  private book: LaneBook | undefined;
  private nextSurveyAt = 0;

  constructor(
    private readonly work: WorkRepository,
    @Inject(CONFIG) private readonly config: Pick<DeliveryConfig, 'POLL_MS'>,
  ) {}

  /** Looks for lanes with due mail if that is necessary, and its time. */
  async survey(): Promise<void> {
    const begun = performance.now();
    if (!this.book || begun < this.nextSurveyAt) return;
    const due: DueLane[] = [];
    let seen = 0;
    for (let after: string | undefined = ''; after !== undefined;) {
      const lanes = await this.work.survey(after, surveyedAtOnce);
      due.push(...lanes.filter((lane) => lane.due));
      const last = lanes.at(-1);
      seen += last?.place ?? 0;
      after = last?.place === surveyedAtOnce ? last.id : undefined;
    }
    const now = performance.now();
    this.nextSurveyAt = now + Math.max(this.config.POLL_MS, restAfterSurvey * (now - begun));
    if (seen > walkedAtMost) this.book.replace(due);
    else this.book = undefined;
  }

  /** `backlog`: lanes that this process knows to have due mail. */
  async take(rooms: Rooms, leaseToken: string, takeAbandoned: boolean, backlog: readonly Lane[]): Promise<TakenWork> {
    return this.book
      ? this.takeAmong(this.book, rooms, leaseToken, takeAbandoned, backlog)
      : this.takeAmongAll(rooms, leaseToken, takeAbandoned);
  }

  private async takeAmongAll(rooms: Rooms, leaseToken: string, takeAbandoned: boolean): Promise<TakenWork> {
    const { rows, tooMany } = await this.work.claim(rooms, leaseToken, takeAbandoned);
    if (tooMany) {
      this.book = new LaneBook();
      this.nextSurveyAt = 0;
    }
    // Where mails of campaigns that are held back are all that is due, there is room for others of them later.
    const noneButCampaigns = rows.length === rooms.campaigns && rows.every(({ lane }) => isCampaignLane(lane));
    const more = tooMany || (rows.length > 0 && !noneButCampaigns);
    return { rows, rooms, lookedInto: () => !tooMany, more };
  }

  private async takeAmong(
    book: LaneBook,
    rooms: Rooms,
    leaseToken: string,
    takeAbandoned: boolean,
    backlog: readonly Lane[],
  ): Promise<TakenWork> {
    for (const lane of backlog) book.note(lane);
    const next = book.next(rooms);
    if (next.lanes.length === 0) return { rows: [], rooms, lookedInto: () => false, more: false };
    const { rows } = await this.work.claim(next.rooms, leaseToken, takeAbandoned, true);
    const taken = new Map<string, { count: number; seen: number }>();
    for (const { lane, seen } of rows) taken.set(lane, { count: (taken.get(lane)?.count ?? 0) + 1, seen });
    const cleared = book.settle(
      next.lanes,
      next.rooms,
      taken,
      rows.some(({ cut }) => cut),
    );
    const looked = new Set(next.lanes.map(({ id }) => id));
    return { rows, rooms: next.rooms, lookedInto: (lane) => looked.has(lane), more: rows.length > 0 || cleared > 0 };
  }
}
