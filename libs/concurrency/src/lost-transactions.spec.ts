import { describe, expect, it } from '@jest/globals';
import { repeatLost } from './lost-transactions.js';

describe('a transaction that may lose', () => {
  const losing = (times: number, code: string) => {
    let runs = 0;
    return {
      runs: () => runs,
      run: () =>
        ++runs > times ? Promise.resolve('done') : Promise.reject(Object.assign(new Error('lost'), { code })),
    };
  };

  it.each(['40P01', '40001'])('is repeated up to three times after %s', async (code) => {
    const thrice = losing(3, code);
    expect(await repeatLost(thrice.run)).toBe('done');
    const more = losing(4, code);
    await expect(repeatLost(more.run)).rejects.toMatchObject({ code });
    expect(more.runs()).toBe(4);
  });

  it('is not repeated after anything else', async () => {
    const refused = losing(1, '23505');
    await expect(repeatLost(refused.run)).rejects.toMatchObject({ code: '23505' });
    expect(refused.runs()).toBe(1);
  });
});
