import { Injectable } from '@nestjs/common';
import type { ResponseOf } from '@postrider/contracts';
import { resolveTemplate } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { LRUCache } from 'lru-cache';

type Resolved = ResponseOf<typeof resolveTemplate>;

/** Whose mail is due, of which template. */
export interface DueTemplate {
  readonly accountId: string;
  readonly requestId: string;
  readonly templateId: string;
  readonly locale: string | undefined;
  readonly recipient: string;
  /** By `performance.now()`; absent: now. */
  readonly dueAt: number | undefined;
}

interface Asked {
  readonly at: number;
  readonly answer: Promise<Resolved>;
}

/** So long after it was asked for, an answer is given to others. */
const sharedForMs = 200;
const mostAnswers = 500;

/**
 * What templates stand for when mails of theirs are due. Mails that are due together share an answer that does not depend on the recipient: it is as old as
 * that at most, and was asked for when each of these was due already, so that none is sent as its template was before.
 */
@Injectable()
export class DueTemplates {
  private readonly asked = new LRUCache<string, Asked>({ max: mostAnswers });

  constructor(private readonly client: ContractClient) {}

  /** @throws ServiceError */
  async resolve(due: DueTemplate): Promise<Resolved> {
    const { accountId, templateId, locale = '', dueAt = Infinity } = due;
    const key = `${accountId} ${locale} ${templateId}`;
    const now = performance.now();
    const last = this.asked.get(key);
    if (!last || last.at < dueAt || last.at < now - sharedForMs) {
      const answer = this.ask(due);
      this.asked.set(key, { at: now, answer });
      return answer;
    }
    const answer = await last.answer;
    return answer.same_for_all ? answer : this.ask(due);
  }

  private ask({ accountId, requestId, templateId, locale, recipient }: DueTemplate): Promise<Resolved> {
    const context = { accountId, requestId, deadline: Date.now() + resolveTemplate.timeoutMs };
    return this.client.call(resolveTemplate, context, { template_id: templateId, locale, recipient });
  }
}
