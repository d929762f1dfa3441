import { Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import type { SMTPServerDataStream } from 'smtp-server';
import { BodyMemory, type BodyReservation } from '../http/body-memory.js';
import { BodyRateLimiter, unlimitedBodyBytes, formatSize } from '../http/body-rate-limiter.js';
import type { Caller } from '../http/caller.js';
import { largeBody } from '../http/endpoint-metadata.js';

/** Includes the encodings of attachments. */
export const { maxBytes } = largeBody;
/** The steps in which an email of unknown length takes memory and counts against the rate. */
const stepBytes = 256 * 1024;

/** The client sends too much after a rejection; the session has to end. */
export class Unread extends Error {}

export interface ReceivedBody {
  readonly bytes: Buffer;
  release(): void;
}

/** Receives emails within the memory and the rates of request bodies (docs/operate/limits.md#requests). */
@Injectable()
export class BodyReceiver {
  constructor(
    private readonly memory: BodyMemory,
    private readonly limiter: BodyRateLimiter,
  ) {}

  /**
   * Reads the email to its end also if it is rejected, because its sender reads the reply only then. `declared` is the
   * length in bytes according to the sender.
   * @throws ServiceError `payload_too_large`, `rate_limited`, `unavailable`; Unread
   */
  async receive(
    stream: SMTPServerDataStream,
    caller: Caller,
    { declared, deadline }: { readonly declared: number | undefined; readonly deadline: number },
  ): Promise<ReceivedBody> {
    const reservation = this.memory.startReservation(caller.accountId);
    try {
      return {
        bytes: await this.read(stream, caller, reservation, { declared, deadline }),
        release: () => reservation.release(),
      };
    } catch (error) {
      reservation.release();
      await this.drop(stream, caller);
      throw error;
    }
  }

  private async read(
    stream: SMTPServerDataStream,
    caller: Caller,
    reservation: BodyReservation,
    { declared = unlimitedBodyBytes, deadline }: { readonly declared: number | undefined; readonly deadline: number },
  ): Promise<Buffer> {
    let allowed = Math.min(declared, maxBytes);
    if (allowed > unlimitedBodyBytes) await this.limiter.admitMore({ deadline }, caller, allowed);
    await reservation.grow(allowed);
    const chunks: Buffer[] = [];
    let arrived = 0;
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      arrived += chunk.length;
      if (arrived > maxBytes) throw tooLarge();
      chunks.push(chunk);
      if (arrived <= allowed) continue;
      const more = Math.min(arrived + stepBytes, maxBytes);
      await this.limiter.admitMore({ deadline }, caller, more - allowed);
      await reservation.grow(more);
      allowed = more;
    }
    return Buffer.concat(chunks);
  }

  private async drop(stream: SMTPServerDataStream, caller: Caller): Promise<void> {
    let dropped = 0;
    if (stream.readableEnded || stream.destroyed) return;
    for await (const { length } of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      dropped += length;
      if (dropped > maxBytes || !this.limiter.canDrain({ caller }, length)) throw new Unread();
    }
  }
}

const tooLarge = (): ServiceError =>
  new ServiceError('payload_too_large', `The email is larger than ${formatSize(maxBytes)}`);
