import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { Shares } from '@postrider/concurrency';
import type { Response } from 'express';
import type { IncomingApiRequest } from './api-request.js';

/** Response bytes that a process buffers for slow readers. */
const capacityBytes = 64 * 1024 * 1024;
/** About the size of the socket buffers. Smaller responses are not counted. */
const smallBytes = 64 * 1024;
/** Counted for a response that is streamed by the page (docs/operate/limits-internal.md#between-services). */
const pageBytes = 2 * 1024 * 1024;

interface Held {
  readonly accountId: string;
  readonly release: () => void;
}

/**
 * Response bytes buffered for slow readers (docs/operate/limits.md#requests). An account may hold as much as it leaves
 * free. Beyond that, its oldest responses are aborted, but never the only one.
 */
export class ResponseMemory {
  private readonly bytes: Shares;
  /** Oldest first. */
  private readonly responses = new Map<Response, Held>();
  private readonly onClose = new WeakSet<Response>();

  constructor(capacity = capacityBytes) {
    this.bytes = new Shares({ capacity, share: 1 });
  }

  /** Counts the response until it is closed or released. */
  hold(accountId: string, response: Response, bytes: number): void {
    this.release(response);
    if (!this.onClose.has(response)) response.once('close', () => this.release(response));
    this.onClose.add(response);
    this.responses.set(response, { accountId, release: this.bytes.take(accountId, bytes) });
    for (const [other, held] of this.responses) {
      if (this.bytes.isWithinShare(accountId, 0) || other === response) break;
      if (held.accountId === accountId) this.abort(other);
    }
    for (const [other] of this.responses) {
      if (this.bytes.free >= 0 || other === response) break;
      this.abort(other);
    }
  }

  release(response: Response): void {
    this.responses.get(response)?.release();
    this.responses.delete(response);
  }

  private abort(response: Response): void {
    this.release(response);
    response.destroy();
  }
}

const memory = new ResponseMemory();
const getAccountId = ({ req }: Response): string => (req as IncomingApiRequest).caller?.accountId ?? '';

/** Counts a streamed response until its caller has read what was written. */
export function countUntilDrained(response: Response): void {
  memory.hold(getAccountId(response), response, Math.max(pageBytes, response.writableLength));
  response.once('drain', () => memory.release(response));
}

/** Sends bytes outside of controllers, and counts them. */
export function sendCounted(response: Response, contentType: string, content: Buffer): void {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', content.length);
  response.end(content);
  if (response.writableLength > smallBytes) memory.hold(getAccountId(response), response, response.writableLength);
}

/** Counts the responses of all controllers: whole ones when they are written, streamed ones while they are paused. */
export class CountingAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, status?: number): unknown {
    const isElement = (response.req as IncomingApiRequest).isElement === true;
    if (!isElement && body instanceof StreamableFile)
      response.once('pipe', (source: Readable) => source.on('pause', () => countUntilDrained(response)));
    const replied: unknown = super.reply(response, body, status);
    if (!isElement && response.writableLength > smallBytes)
      memory.hold(getAccountId(response), response, response.writableLength);
    return replied;
  }
}
