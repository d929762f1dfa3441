import type { ErrorCode } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { ContractClient } from '@postrider/messaging';
import { compileVersion } from '@postrider/rendering';
import { ArtifactCache } from './artifact-cache.js';
import type { LeasedMessage } from './leased-message.js';
import { DependencyUnavailable } from './leased-message.js';
import type { ArtifactsRepository } from './artifacts.repository.js';

const withoutDatabase = undefined as unknown as ArtifactsRepository;
const messageWith = (artifactId: string) => ({ accountId: 'acc_1', requestId: 'req_1', artifactId }) as LeasedMessage;

describe('ArtifactCache', () => {
  it('returns an artifact to all waiting reads although it was evicted meanwhile', async () => {
    let respondSlowly = (): void => {};
    const slow = new Promise<void>((resolve) => {
      respondSlowly = resolve;
    });
    // About 1 MB in the cache, so that a hundred of them do not fit.
    const { artifact: large } = await compileVersion({ subject: 'Hello', text: 'x'.repeat(900_000) }, () => undefined);
    let requests = 0;
    const client = {
      call: async (_rpc: unknown, _context: unknown, { artifact_id }: { artifact_id: string }) => {
        requests++;
        if (artifact_id === 'slow') await slow;
        return large;
      },
    } as unknown as ContractClient;
    const cache = new ArtifactCache(client, withoutDatabase);
    const waiting = Promise.all([cache.get(messageWith('slow')), cache.get(messageWith('slow'))]);
    const other = (count: number) => ({ ...messageWith('other'), accountId: `acc_other_${count}` }) as LeasedMessage;
    for (let count = 0; count < 100; count++) await cache.get(other(count));
    respondSlowly();
    for (const artifact of await waiting) expect(artifact).toBeDefined();
    expect(requests).toBe(101);
    await cache.get(other(0));
    expect(requests).toBe(102);
  });

  it('makes email wait for an artifact of a later release, and reads it again for the next attempt', async () => {
    const { artifact } = await compileVersion({ subject: 'Hello', text: 'x' }, () => undefined);
    const responses = [{ ...artifact, format: 99 }, artifact];
    const cache = new ArtifactCache(
      { call: () => Promise.resolve(responses.shift()) } as unknown as ContractClient,
      withoutDatabase,
    );
    const rejected = cache.get(messageWith('a')).catch((error: unknown) => error);
    expect(await rejected).toBeInstanceOf(DependencyUnavailable);
    expect(await rejected).toMatchObject({
      message: 'The template was saved by a later release; delivery must be upgraded too',
    });
    await expect(cache.get(messageWith('a'))).resolves.toEqual(artifact);
  });

  it('reads two artifacts of an account at a time, and those of other accounts meanwhile', async () => {
    const { artifact } = await compileVersion({ subject: 'Hello', text: 'x' }, () => undefined);
    const responses: (() => void)[] = [];
    const requests: string[] = [];
    const cache = new ArtifactCache(
      {
        call: (_rpc: unknown, _context: unknown, { artifact_id }: { artifact_id: string }) => {
          requests.push(artifact_id);
          return new Promise((resolve) => {
            responses.push(() => resolve(artifact));
          });
        },
      } as unknown as ContractClient,
      withoutDatabase,
    );
    const reads = ['a', 'b', 'c'].map((id) => cache.get(messageWith(id)));
    const other = cache.get({ ...messageWith('d'), accountId: 'acc_2' } as LeasedMessage);
    await new Promise(setImmediate);
    expect(requests).toEqual(['a', 'b', 'd']);
    responses.splice(0).forEach((response) => response());
    await Promise.all([reads[0], reads[1], other]);
    await new Promise(setImmediate);
    expect(requests).toEqual(['a', 'b', 'd', 'c']);
    responses.forEach((response) => response());
    expect(await reads[2]).toBeDefined();
  });

  it('makes email wait when the template service is unavailable, but not when the artifact is too large or unknown', async () => {
    const failing = (code: ErrorCode) =>
      new ArtifactCache(
        {
          call: () => Promise.reject(new ServiceError(code, 'No')),
        } as unknown as ContractClient,
        withoutDatabase,
      ).get(messageWith('art_1'));
    await expect(failing('unavailable')).rejects.toThrow(DependencyUnavailable);
    await expect(failing('payload_too_large')).rejects.not.toThrow(DependencyUnavailable);
    expect(await failing('not_found')).toBeUndefined();
  });
});
