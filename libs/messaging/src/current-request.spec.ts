import { withoutAccount, currentAccount, currentRequest, withinRequest } from './current-request.js';

const ofA = { accountId: 'acc_a', requestId: 'req_1' };
const ofB = { accountId: 'acc_b', requestId: 'req_2' };

describe('the account whose rows statements see', () => {
  it('is that of the request, or all accounts without a request', () => {
    expect(currentAccount()).toBeUndefined();
    expect(withinRequest(ofA, currentAccount)).toBe('acc_a');
    expect(withoutAccount(currentAccount)).toBeUndefined();
  });

  it('withoutAccount() sees all accounts, and stays part of the request for the log', () => {
    const seen = withinRequest(ofA, () => withoutAccount(() => [currentAccount(), currentRequest()]));
    expect(seen).toEqual([undefined, ofA]);
  });

  it('is that of the innermost request', async () => {
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
