import type { RequestContext } from '@postrider/contracts';
import { LRUCache } from 'lru-cache';

const recentMs = 1_000;
const maxAccounts = 10_000;

/** What an account uses, found out once a second at most, however often it asks. */
export class RecentAnswers<Answer> {
  private readonly answers = new LRUCache<string, Promise<Answer>>({ max: maxAccounts, ttl: recentMs });

  constructor(private readonly find: (context: RequestContext) => Promise<Answer>) {}

  for(context: RequestContext): Promise<Answer> {
    const recent = this.answers.get(context.accountId);
    if (recent) return recent;
    const answer = this.find(context);
    this.answers.set(context.accountId, answer);
    return answer;
  }
}
