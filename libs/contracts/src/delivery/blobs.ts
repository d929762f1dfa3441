import { z } from 'zod';
import { id } from '../ids.js';
import { defineRpc } from '../rpc.js';
import { maxFilesBytes } from './message.js';

/** Decoded bytes of one chunk: small enough not to block other messages on a broker connection. */
export const maxChunkBytes = 512 * 1024;
/** The smallest supported chunk is 64 KB. */
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
  // Comparing is five times as fast as a regular expression.
  .refine((data) => Buffer.from(data, 'base64').toString('base64') === data, 'must be base64')
  .refine((data) => Buffer.byteLength(data, 'base64') <= maxChunkBytes, `must be at most ${maxChunkBytes} bytes`);

const blobId = 'blb_01KQV5Xx7GJ8sVJ4mB2cDe';
const hello = { sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', bytes: 5 };

/**
 * Finds the blob with this content, if the account has stored it before, and keeps it long enough for a message to
 * refer to it. Stores the content of `upload` otherwise, except in a bucket; an earlier release does not.
 */
export const findBlob = defineRpc({
  pattern: 'delivery.blob.find.v1',
  request: z.object({ sha256, bytes, upload: z.object({ blob_id: id('blob'), data: chunkData }).optional() }),
  response: z.object({ blob_id: id('blob').optional() }),
  errors: ['quota_exceeded'],
  examples: [
    {
      name: 'new content',
      request: { sha256: '4cb4551bbb244be4e5fae3388c28f82d27c99ce8a6f7da5778f25e0b7f716f72', bytes: 8 },
      response: {},
    },
    { name: 'known content', request: hello, response: { blob_id: blobId } },
    {
      name: 'new content that is uploaded at once',
      request: { ...hello, upload: { blob_id: blobId, data: 'aGVsbG8=' } },
      response: { blob_id: blobId },
    },
  ],
});

/**
 * Stores one chunk of a blob, under an id that the caller created. Chunks may come in any order and more than once.
 * Chunks that are not committed within a day are deleted.
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
 * Turns the chunks of this id into a blob if their size and hash match; otherwise `invalid_request`. Returns the id to
 * use, which is another one if the same content was stored meanwhile.
 */
export const commitBlob = defineRpc({
  pattern: 'delivery.blob.commit.v1',
  request: z.object({ blob_id: id('blob'), sha256, bytes }),
  response: z.object({ blob_id: id('blob') }),
  timeoutMs: 10_000,
  examples: [{ name: 'five bytes', request: { blob_id: blobId, ...hello }, response: { blob_id: blobId } }],
});
