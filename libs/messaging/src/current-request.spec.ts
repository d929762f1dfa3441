import { withoutAccount, currentAccount, currentRequest, withinRequest } from './current-request.js';

const ofA = { accountId: 'acc_a', requestId: 'req_1' };
const ofB = { accountId: 'acc_b', requestId: 'req_2' };

describe('whose rows statements see', () => {
  it('are those of whoever asks, of all where nobody does', () => {
    expect(currentAccount()).toBeUndefined();
    expect(withinRequest(ofA, currentAccount)).toBe('acc_a');
    expect(withoutAccount(currentAccount)).toBeUndefined();
  });

  it('are those of all in what says so, which stays part of the request for the log', () => {
    const seen = withinRequest(ofA, () => withoutAccount(() => [currentAccount(), currentRequest()]));
    expect(seen).toEqual([undefined, ofA]);
  });

  it('are those of the account that is asked about next', async () => {
    await withinRequest(ofA, async () => {
      expect(withoutAccount(() => withinRequest(ofB, currentAccount))).toBe('acc_b');
      await withoutAccount(async () => {
        await Promise.resolve();
        expect(currentAccount()).toBeUndefined();
      });
      expect(currentAccount()).toBe('acc_a');
    });
  });
});
