import { webhookReplayBody } from './webhooks.js';

const findProblems = (body: object): string[] =>
  (webhookReplayBody.safeParse(body).error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);

describe('a replay', () => {
  it.each([{ event_id: 'evt_1' }, { since: 1_790_000_000 }, { since: 1_790_000_000, until: 1_790_000_001 }])(
    'may be %j',
    (body) => {
      expect(findProblems(body)).toEqual([]);
    },
  );

  it.each([
    [{}, 'event_id or since is needed, and not both'],
    [{ event_id: 'evt_1', since: 1_790_000_000 }, 'event_id or since is needed, and not both'],
    [{ since: 1_790_000_000, until: 1_790_000_000 }, 'until must be after since'],
    [{ since: 1_790_000_001, until: 1_790_000_000 }, 'until must be after since'],
  ])('the replay is rejected for %j', (body, problem) => {
    expect(findProblems(body)).toEqual([problem]);
  });
});
