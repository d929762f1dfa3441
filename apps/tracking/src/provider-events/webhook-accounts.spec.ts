import type { RequestContext } from '@postrider/contracts';
import { resolveEspWebhook, ServiceError } from '@postrider/contracts';
import type { ContractClient } from '@postrider/messaging';
import { WebhookAccounts } from './webhook-accounts.js';

const context: RequestContext = { accountId: 'acc_1', requestId: 'req_1', deadline: Date.now() + 60_000 };
const { response } = resolveEspWebhook.examples[0]!;

describe('the account of a report token', () => {
  let asked: string[];
  let answer: (token: string) => unknown;
  let accounts: WebhookAccounts;
  beforeEach(() => {
    asked = [];
    answer = () => response;
    const services = {
      call: async (_contract: unknown, _context: unknown, { token }: { token: string }) => {
        asked.push(token);
        await Promise.resolve();
        return answer(token);
      },
    };
    accounts = new WebhookAccounts(services as unknown as ContractClient);
  });

  it('is asked for once by many reports at the same time', async () => {
    const found = await Promise.all(Array.from({ length: 50 }, () => accounts.of(context, 'one')));
    expect(found).toEqual(Array.from({ length: 50 }, () => response));
    await Promise.all([accounts.of(context, 'one'), accounts.of(context, 'other')]);
    expect(asked).toEqual(['one', 'other']);
  });

  it('is asked for again after it could not be asked for', async () => {
    answer = () => {
      throw new ServiceError('unavailable', 'away');
    };
    const failed = await Promise.allSettled([accounts.of(context, 'one'), accounts.of(context, 'one')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    answer = () => response;
    expect(await accounts.of(context, 'one')).toEqual(response);
    expect(asked).toHaveLength(2);
  });

  it('is remembered not to exist', async () => {
    answer = () => {
      throw new ServiceError('not_found', 'No such webhook');
    };
    for (let report = 0; report < 2; report++)
      await expect(accounts.of(context, 'made-up')).rejects.toMatchObject({ code: 'not_found' });
    expect(asked).toHaveLength(1);
  });
});
