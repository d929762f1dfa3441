import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from '@postrider/concurrency';
import { ServiceError, required } from '@postrider/contracts';
import { z } from 'zod';

const minLength = 12;
const maxLength = 256;

/** A new password (docs/users.md#passwords). Only its length is restricted. */
export const newPassword = z
  .string(required('a string'))
  .min(minLength, `must have at least ${minLength} characters`)
  .max(maxLength, `must have at most ${maxLength} characters`)
  .refine((password) => new Set(password).size > 3, 'must not repeat the same few characters')
  .describe(`The new password: ${minLength} to ${maxLength} characters.`);

/** A password to verify. */
export const offeredPassword = z
  .string(required('a string'))
  .min(1, 'is required')
  .max(maxLength, `must have at most ${maxLength} characters`);

/** OWASP's parameters for argon2id: 19 MB and two passes, which take 10 to 30 ms of CPU time. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Concurrent hashes, which take 38 MB and two threads. */
const maxConcurrent = 2;
/** Waiting hashes, to bound the wait to about a second. Known devices still get in when strangers are rejected. */
const maxWaiting = { stranger: 40, known: 80 } as const;

/** Hashes and verifies passwords. Verifying takes the same time if the user has none. */
@Injectable()
export class PasswordHashes {
  private readonly slots = new FairQueue({ capacity: maxConcurrent });
  /** Compared with if there is no hash. */
  private readonly dummy = hash('not a password', cost);

  /** @throws ServiceError `rate_limited` */
  hash(password: string): Promise<string> {
    return this.runQueued('known', () => hash(normal(password), cost));
  }

  /** False, after the same time, if there is no hash. @throws ServiceError `rate_limited` */
  async matches(
    stored: string | null | undefined,
    password: string,
    caller: keyof typeof maxWaiting,
  ): Promise<boolean> {
    const compared = stored ?? (await this.dummy);
    const matches = await this.runQueued(caller, () => verify(compared, normal(password)));
    return matches && typeof stored === 'string';
  }

  private async runQueued<Result>(caller: keyof typeof maxWaiting, work: () => Promise<Result>): Promise<Result> {
    if (this.slots.waiters >= maxWaiting[caller]) throw ServiceError.rateLimited('Too many concurrent log-ins', 1);
    return this.slots.run(work);
  }
}

/** Unicode normalization, because keyboards encode the same character differently. */
const normal = (password: string): string => password.normalize('NFKC');
