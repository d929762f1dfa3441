import { Injectable } from '@nestjs/common';
import { Batcher } from '@postrider/concurrency';
import type { ResponseOf } from '@postrider/contracts';
import { resolveTemplate } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { LRUCache } from 'lru-cache';

export type Resolved = ResponseOf<typeof resolveTemplate>;

/** Whose mail is due, of which template. */
export interface DueTemplate {
  readonly accountId: string;
  readonly requestId: string;
  readonly templateId: string;
  readonly locale: string | undefined;
  readonly recipient: string;
}

/** Of so many templates it is known that somebody asks for them; past that mails that are due together may ask twice. */
const mostTemplates = 1_000;

/**
 * What templates stand for when mails of theirs are due. Mails that are due together share the answer, unless it depends on the recipient. None gets an
 * answer that was asked for before it was due: who comes while somebody asks shares the next one.
 */
@Injectable()
export class DueTemplates {
  private readonly asking = new LRUCache<string, Batcher<DueTemplate, Resolved>>({ max: mostTemplates });

  constructor(private readonly client: ContractClient) {}

  /** @throws ServiceError */
  resolve(due: DueTemplate): Promise<Resolved> {
    const { accountId, templateId, locale = '' } = due;
    const key = `${accountId} ${locale} ${templateId}`;
    let batcher = this.asking.get(key);
    if (!batcher) {
      batcher = new Batcher((all) => this.resolveAll(all), { batch: 200, concurrent: 1 });
      this.asking.set(key, batcher);
    }
    return batcher.add(due);
  }

  private async resolveAll([first, ...others]: readonly DueTemplate[]): Promise<readonly Resolved[]> {
    const answer = await this.ask(first!);
    if (answer.same_for_all) return [answer, ...others.map(() => answer)];
    return [answer, ...(await Promise.all(others.map((due) => this.ask(due))))];
  }

  private ask({ accountId, requestId, templateId, locale, recipient }: DueTemplate): Promise<Resolved> {
    const context = { accountId, requestId, deadline: Date.now() + resolveTemplate.timeoutMs };
    return this.client.call(resolveTemplate, context, { template_id: templateId, locale, recipient });
  }
}
