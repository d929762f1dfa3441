import type { ContractClient } from '@postrider/messaging';
import { compileVersion } from '@postrider/rendering';
import { ArtifactCache } from './artifact-cache.js';
import type { LeasedMessage } from './leased-message.js';

const messageWith = (artifactId: string) => ({ accountId: 'acc_1', requestId: 'req_1', artifactId }) as LeasedMessage;

describe('the cache of artifacts', () => {
  it('answers one that was slow to come although others took all the room meanwhile', async () => {
    let answerSlow = (): void => {};
    const slow = new Promise<void>((resolve) => {
      answerSlow = resolve;
    });
    // About 7 MB as the cache counts, so that ten of them do not fit.
    const { artifact: large } = await compileVersion({ subject: 'Hello', text: 'x'.repeat(900_000) }, () => undefined);
    let asked = 0;
    const client = {
      call: async (_rpc: unknown, _context: unknown, { artifact_id }: { artifact_id: string }) => {
        asked++;
        if (artifact_id === 'slow') await slow;
        return large;
      },
    } as unknown as ContractClient;
    const cache = new ArtifactCache(client);
    const waiting = Promise.all([cache.get(messageWith('slow')), cache.get(messageWith('slow'))]);
    for (let count = 0; count < 20; count++) await cache.get(messageWith(`other-${count}`));
    answerSlow();
    for (const artifact of await waiting) expect(artifact).toBeDefined();
    expect(asked).toBe(21);
  });
});
