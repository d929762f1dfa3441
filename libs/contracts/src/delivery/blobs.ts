import { z } from 'zod';
import { id } from '../ids.js';
import { defineRpc } from '../rpc.js';
import { maxFilesBytes } from './message.js';

/** Decoded bytes of one chunk: small enough that no broker message holds up the others on its connection. */
export const maxChunkBytes = 512 * 1024;
/** Chunks may be as small as this. */
const maxChunks = Math.ceil(maxFilesBytes / (64 * 1024));
const maxBase64Length = Math.ceil(maxChunkBytes / 3) * 4;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal');
const bytes = z
  .int({ error: 'must be a whole number' })
  .min(0, 'must not be negative')
  .max(maxFilesBytes, `must be at most ${maxFilesBytes}`);
const chunkData = z
  .string()
  .min(1, 'is required')
  .max(maxBase64Length, `must be at most ${maxChunkBytes} bytes`)
  // An expression goes through it five times as long.
  .refine((data) => Buffer.from(data, 'base64').toString('base64') === data, 'must be base64')
  .refine((data) => Buffer.byteLength(data, 'base64') <= maxChunkBytes, `must be at most ${maxChunkBytes} bytes`);

const blobId = 'blb_01KQV5Xx7GJ8sVJ4mB2cDe';
const hello = { sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', bytes: 5 };

/** The blob with this content, if the account has stored it before. It is then kept long enough for a message to refer to it. */
export const findBlob = defineRpc({
  pattern: 'delivery.blob.find.v1',
  request: z.object({ sha256, bytes }),
  response: z.object({ blob_id: id('blob').optional() }),
  errors: ['quota_exceeded'],
  examples: [
    {
      name: 'new content',
      request: { sha256: '4cb4551bbb244be4e5fae3388c28f82d27c99ce8a6f7da5778f25e0b7f716f72', bytes: 8 },
      response: {},
    },
    { name: 'known content', request: hello, response: { blob_id: blobId } },
  ],
});

/**
 * One part of a content, under a blob id that the caller made. In any order, and again after a lost answer: what is there stays. Chunks that
 * are not committed within a day are deleted.
 */
export const putBlobChunk = defineRpc({
  pattern: 'delivery.blob.put.v1',
  request: z.object({
    blob_id: id('blob'),
    position: z
      .int()
      .min(0)
      .max(maxChunks - 1),
    data: chunkData,
  }),
  response: z.object({}),
  examples: [{ name: 'the only chunk', request: { blob_id: blobId, position: 0, data: 'aGVsbG8=' }, response: {} }],
});

/**
 * Makes the chunks put under this id a blob, if together they are what the caller says; `invalid_request` if not. Answers the id to refer to:
 * another one when the same content has been stored meanwhile.
 */
export const commitBlob = defineRpc({
  pattern: 'delivery.blob.commit.v1',
  request: z.object({ blob_id: id('blob'), sha256, bytes }),
  response: z.object({ blob_id: id('blob') }),
  timeoutMs: 10_000,
  examples: [{ name: 'five bytes', request: { blob_id: blobId, ...hello }, response: { blob_id: blobId } }],
});
