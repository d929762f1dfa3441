import { createHash } from 'node:crypto';
import { setImmediate as turnOfLoop } from 'node:timers/promises';

/** Takes a millisecond or two. */
const hashedInATurn = 512 * 1024;

/** SHA-256, with a turn for everybody else after every half megabyte. */
export async function hashOf(chunks: readonly Buffer[]): Promise<Buffer> {
  const hash = createHash('sha256');
  let hashed = 0;
  for (const chunk of chunks)
    for (let start = 0; start < chunk.length; start += hashedInATurn) {
      const piece = chunk.subarray(start, start + hashedInATurn);
      if (hashed + piece.length > hashedInATurn) {
        await turnOfLoop();
        hashed = 0;
      }
      hash.update(piece);
      hashed += piece.length;
    }
  return hash.digest();
}
