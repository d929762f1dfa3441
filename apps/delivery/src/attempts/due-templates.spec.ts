import { jest } from '@jest/globals';
import { ServiceError, resolveTemplate } from '@postrider/contracts';
import type { ContractClient } from '@postrider/messaging';
import type { DueTemplate } from './due-mails.js';
import { DueTemplates } from './due-mails.js';

const { response } = resolveTemplate.examples[0]!;
const due = (recipient: string, more: Partial<DueTemplate> = {}): DueTemplate => ({
  accountId: 'acc_1',
  requestId: `req_${recipient}`,
  templateId: 'tem_1',
  locale: undefined,
  recipient,
  dueAt: performance.now(),
  ...more,
});

describe('DueTemplates', () => {
  let requests: string[];
  let respond: (recipient: string) => object | Promise<object>;
  const pass = (ms: number): void => jest.advanceTimersByTime(ms);
  let templates: DueTemplates;
  beforeAll(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
  afterAll(() => jest.useRealTimers());
  beforeEach(() => {
    requests = [];
    respond = (recipient) => ({ ...response, name: `for ${recipient}`, same_for_all: true });
    templates = new DueTemplates({
      call: async (_rpc: unknown, { accountId }: DueTemplate, request: Record<string, string | undefined>) => {
        requests.push([accountId, request['template_id'], request['locale'], request['recipient']].join(' '));
        return respond(request['recipient']!);
      },
    } as unknown as ContractClient);
  });
  const resolveNames = async (...all: DueTemplate[]): Promise<string[]> =>
    (await Promise.all(all.map((one) => templates.resolve(one)))).map(({ name }) => name);

  it('shares one response among emails that are due together, also with a later request', async () => {
    const late = due('c');
    expect(await resolveNames(due('a'), due('b'))).toEqual(['for a', 'for a']);
    expect(await resolveNames(late)).toEqual(['for a']);
    expect(requests).toEqual(['acc_1 tem_1  a']);
  });

  it.each([
    ['account', { accountId: 'acc_2' }, 'acc_2 tem_1  b'],
    ['template', { templateId: 'tem_2' }, 'acc_1 tem_2  b'],
    ['locale', { locale: 'fr-FR' }, 'acc_1 tem_1 fr-FR b'],
  ])('makes a separate request for another %s', async (_what, more, other) => {
    await resolveNames(due('a'), due('b', more));
    expect(requests).toEqual(['acc_1 tem_1  a', other]);
  });

  it('makes a request for each recipient when the response depends on the recipient', async () => {
    respond = (recipient) => ({ ...response, same_for_all: undefined, name: `of ${recipient}` });
    expect(await resolveNames(due('a'), due('b'), due('c'))).toEqual(['of a', 'of b', 'of c']);
    expect(requests).toEqual(['acc_1 tem_1  a', 'acc_1 tem_1  b', 'acc_1 tem_1  c']);
  });

  it('makes a new request for email that became due after the last one, or without a due time', async () => {
    let unblock = (): void => {};
    const slow = new Promise<object>((resolve) => {
      unblock = () => resolve({ ...response, name: 'old', same_for_all: true });
    });
    respond = (recipient) => (recipient === 'a' ? slow : { ...response, name: `for ${recipient}`, same_for_all: true });
    const first = resolveNames(due('a'));
    pass(2);
    const later = resolveNames(due('b'), due('c', { dueAt: undefined }));
    unblock();
    expect([...(await first), ...(await later)]).toEqual(['old', 'for b', 'for c']);
  });

  it('makes a new request after 200 ms, also for email that has long been due', async () => {
    const waiting = due('b');
    await resolveNames(due('a'));
    pass(210);
    expect(await resolveNames(waiting)).toEqual(['for b']);
  });

  it('rejects all that share a failed request, and makes a new one for email that is due later', async () => {
    const unavailable = new ServiceError('unavailable', 'Away');
    respond = () => Promise.reject(unavailable);
    const rejected = await Promise.allSettled([templates.resolve(due('a')), templates.resolve(due('b'))]);
    expect(rejected).toMatchObject([{ reason: unavailable }, { reason: unavailable }]);
    respond = () => ({ ...response, name: 'back', same_for_all: true });
    pass(2);
    expect(await resolveNames(due('b'))).toEqual(['back']);
  });
});
