import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from '@postrider/concurrency';
import { ServiceError } from '@postrider/contracts';
import { z } from 'zod';

const shortest = 12;
const longest = 256;

/** A new password (docs/users.md#passwords): length is what counts. */
export const newPassword = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
  .min(shortest, `must have at least ${shortest} characters`)
  .max(longest, `must have at most ${longest} characters`)
  .refine((password) => new Set(password).size > 3, 'must not be one and the same character')
  .describe(`The password from now on: ${shortest} to ${longest} characters.`);

/** One that is compared. */
export const offeredPassword = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
  .min(1, 'is required')
  .max(longest, `must have at most ${longest} characters`);

/** What OWASP asks of argon2id, the library's default: 19 MB and two passes, 10 to 30 ms of a processor. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Together they hold 38 MB and two threads, whoever logs in. */
const atOnce = 2;
/** Who waits besides: more would wait for more than a second. Whoever is known waits where strangers are refused already. */
const maxWaiting = { stranger: 40, known: 80 } as const;

/** Passwords as they are stored. The same work is done whether there is one to compare with or not. */
@Injectable()
export class PasswordHashes {
  private readonly slots = new FairQueue({ capacity: atOnce });
  /** Of a password that nobody has. */
  private readonly dummy = hash('nobody has this one', cost);

  /** @throws ServiceError `rate_limited` */
  hash(password: string): Promise<string> {
    return this.inTurn('known', () => hash(normal(password), cost));
  }

  /** False for whoever has no password, after the same time. @throws ServiceError `rate_limited` */
  async matches(stored: string | null | undefined, password: string, who: keyof typeof maxWaiting): Promise<boolean> {
    const compared = stored ?? (await this.dummy);
    const matches = await this.inTurn(who, () => verify(compared, normal(password)));
    return matches && typeof stored === 'string';
  }

  private async inTurn<Result>(who: keyof typeof maxWaiting, work: () => Promise<Result>): Promise<Result> {
    if (this.slots.waiters >= maxWaiting[who])
      throw ServiceError.rateLimited('Too many people log in at the moment', 1);
    return this.slots.run(work);
  }
}

/** The same letters, however a keyboard writes them. */
const normal = (password: string): string => password.normalize('NFKC');
