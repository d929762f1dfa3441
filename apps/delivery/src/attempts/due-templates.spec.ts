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

describe('what a template stands for when its mails are due', () => {
  let asked: string[];
  let answer: (recipient: string) => object | Promise<object>;
  const pass = (ms: number): void => jest.advanceTimersByTime(ms);
  let templates: DueTemplates;
  beforeAll(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
  afterAll(() => jest.useRealTimers());
  beforeEach(() => {
    asked = [];
    answer = (recipient) => ({ ...response, name: `for ${recipient}`, same_for_all: true });
    templates = new DueTemplates({
      call: async (_rpc: unknown, { accountId }: DueTemplate, request: Record<string, string | undefined>) => {
        asked.push([accountId, request['template_id'], request['locale'], request['recipient']].join(' '));
        return answer(request['recipient']!);
      },
    } as unknown as ContractClient);
  });
  const namesOf = async (...all: DueTemplate[]): Promise<string[]> =>
    (await Promise.all(all.map((one) => templates.resolve(one)))).map(({ name }) => name);

  it('is asked for once for those that are due together, and who comes late has the same', async () => {
    const late = due('c');
    expect(await namesOf(due('a'), due('b'))).toEqual(['for a', 'for a']);
    expect(await namesOf(late)).toEqual(['for a']);
    expect(asked).toEqual(['acc_1 tem_1  a']);
  });

  it.each([
    ['account', { accountId: 'acc_2' }, 'acc_2 tem_1  b'],
    ['template', { templateId: 'tem_2' }, 'acc_1 tem_2  b'],
    ['locale', { locale: 'fr-FR' }, 'acc_1 tem_1 fr-FR b'],
  ])('is asked for by itself for another %s', async (_what, more, other) => {
    await namesOf(due('a'), due('b', more));
    expect(asked).toEqual(['acc_1 tem_1  a', other]);
  });

  it('is asked for each recipient where it may be another one for each', async () => {
    answer = (recipient) => ({ ...response, same_for_all: undefined, name: `of ${recipient}` });
    expect(await namesOf(due('a'), due('b'), due('c'))).toEqual(['of a', 'of b', 'of c']);
    expect(asked).toEqual(['acc_1 tem_1  a', 'acc_1 tem_1  b', 'acc_1 tem_1  c']);
  });

  it('is asked for again for a mail that was due after it was asked for, or whose time nobody knows', async () => {
    let goOn = (): void => {};
    const slow = new Promise<object>((resolve) => {
      goOn = () => resolve({ ...response, name: 'old', same_for_all: true });
    });
    answer = (recipient) => (recipient === 'a' ? slow : { ...response, name: `for ${recipient}`, same_for_all: true });
    const first = namesOf(due('a'));
    pass(2);
    const later = namesOf(due('b'), due('c', { dueAt: undefined }));
    goOn();
    expect([...(await first), ...(await later)]).toEqual(['old', 'for b', 'for c']);
  });

  it('is asked for again after a moment, however long mails have been due', async () => {
    const waiting = due('b');
    await namesOf(due('a'));
    pass(210);
    expect(await namesOf(waiting)).toEqual(['for b']);
  });

  it('is unknown to all that asked together, and asked for again by those that are due then', async () => {
    const away = new ServiceError('unavailable', 'Away');
    answer = () => Promise.reject(away);
    const refused = await Promise.allSettled([templates.resolve(due('a')), templates.resolve(due('b'))]);
    expect(refused).toMatchObject([{ reason: away }, { reason: away }]);
    answer = () => ({ ...response, name: 'back', same_for_all: true });
    pass(2);
    expect(await namesOf(due('b'))).toEqual(['back']);
  });
});
