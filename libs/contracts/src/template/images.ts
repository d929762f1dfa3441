import { z } from 'zod';
import { id } from '../ids.js';
import { after, optionalOrEmpty, pageSchema, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { lookupKey, resourceName } from './templates.js';

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** See docs/operate/limits.md#fields. */
export const maxImageMegabytes = 2;
const maxBase64Length = Math.ceil((maxImageMegabytes * 1024 ** 2) / 3) * 4;

/** Image (docs/reference/images.md), as template knows it. */
export const storedImage = z.object({
  object: z.literal('image'),
  id: id('image').describe('Its id.'),
  name: z.string().describe('The name in lists.'),
  content_type: z.enum(imageTypes).describe('The type, read from the content.'),
  width: z.int().describe('In pixels.'),
  height: z.int().describe('In pixels.'),
  bytes: z.int().describe('The size of the file.'),
  created: timestamp,
});
export type StoredImage = z.infer<typeof storedImage>;

export const imageName = optionalOrEmpty(resourceName).describe('The name in lists; by default `image`.');

const base64 = z
  .string()
  .max(maxBase64Length, `must be at most ${maxImageMegabytes} MB`)
  .refine((data) => Buffer.from(data, 'base64').toString('base64') === data, 'must be base64');

const pixel = 'R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
const example: StoredImage = {
  object: 'image',
  id: 'img_01KQV5Xx7GJ8sVJ4mB2cDe',
  name: 'logo.gif',
  content_type: 'image/gif',
  width: 1,
  height: 1,
  bytes: 43,
  created: 1_790_000_000,
};

/** POST /images: stores an image. The same content is the same image, which keeps its name. */
export const createImage = defineRpc({
  pattern: 'template.image.create.v1',
  request: z.object({ name: imageName, data: base64 }),
  response: storedImage,
  errors: ['quota_exceeded'],
  timeoutMs: 10_000,
  examples: [{ name: 'a pixel', request: { name: 'logo.gif', data: pixel }, response: example }],
});

/** GET /images: newest first. */
export const listImages = defineRpc({
  pattern: 'template.image.list.v1',
  request: z.object({ after }),
  response: pageSchema(storedImage),
  examples: [{ name: 'the only page', request: {}, response: { items: [example] } }],
});

/** The content, for readers of emails, from any account. They have no account themselves; the id cannot be guessed. */
export const readImage = defineRpc({
  pattern: 'template.image.read.v1',
  request: z.object({ image_id: lookupKey }),
  response: z.object({ account_id: id('account'), content_type: z.enum(imageTypes), data: z.string() }),
  errors: ['not_found'],
  examples: [
    {
      name: 'a pixel',
      request: { image_id: example.id },
      response: { account_id: 'acc_01KQV5Xx7GJ8sVJ4mB2cDe', content_type: 'image/gif', data: pixel },
    },
  ],
});

export const deleteImage = defineRpc({
  pattern: 'template.image.delete.v1',
  request: z.object({ image_id: lookupKey }),
  response: z.object({}),
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { image_id: example.id }, response: {} }],
});
