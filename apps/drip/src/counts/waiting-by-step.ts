import { Injectable } from '@nestjs/common';
import { within } from '@postrider/concurrency';
import { TenantPool } from '@postrider/service';
import { LRUCache } from 'lru-cache';

type BySteps = ReadonlyMap<string, number>;

const maxCampaigns = 10_000;
/** Whoever asks goes on without it then; the next one finds it. */
const patienceMs = 500;
/** For every so many members that were counted a count is believed for a millisecond: counting takes a percent of the time, however often it is asked for. */
const membersOfMs = 30;

/** How many members of a campaign wait for each of its steps: read from the index of those who wait, once for all who ask meanwhile. */
@Injectable()
export class WaitingByStep {
  private readonly counted = new LRUCache<string, Promise<BySteps>>({ max: maxCampaigns });

  constructor(private readonly tenantPool: TenantPool) {}

  /** By the ids of the steps for which somebody waits; nothing while it is still being counted. */
  of(accountId: string, campaignId: string): Promise<BySteps | undefined> {
    const key = `${accountId} ${campaignId}`;
    let counting = this.counted.get(key);
    if (!counting) {
      counting = this.keep(key, this.count(accountId, campaignId));
      this.counted.set(key, counting);
    }
    return within(counting, patienceMs, () => undefined);
  }

  private async keep(key: string, counting: Promise<BySteps>): Promise<BySteps> {
    try {
      const found = await counting;
      const members = [...found.values()].reduce((sum, waiting) => sum + waiting, 0);
      const ttl = Math.max(1, Math.ceil(members / membersOfMs));
      this.counted.set(key, Promise.resolve(found), { ttl });
      return found;
    } catch (error) {
      this.counted.delete(key);
      throw error;
    }
  }

  private async count(accountId: string, campaignId: string): Promise<BySteps> {
    const { rows } = await this.tenantPool.query<{ step: string; waiting: string }>(accountId, {
      name: 'count-waiting-by-step',
      text: `select step_id as step, count(*) as waiting from memberships
             where account_id = $1 and campaign_id = $2 and state = 'waiting' group by step_id`,
      values: [accountId, campaignId],
    });
    return new Map(rows.map(({ step, waiting }) => [step, Number(waiting)]));
  }
}
