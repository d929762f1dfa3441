import { z } from 'zod';
import { id } from '../ids.js';
import { after, pageSchema, text, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { examplePath, exampleVersion, lookupKey, versionPath } from './templates.js';

/** Comment (docs/reference/comments.md). */
export const commentResource = z
  .object({
    object: z.literal('comment'),
    id: id('comment').describe('Its id.'),
    created: timestamp,
    author_id: z.string().optional().describe('The id of the user or API key that wrote it.'),
    // Services omit the name, which the gateway adds.
    author: z.string().optional().describe('The name of that user or API key. Absent for removed users.'),
    text: z.string().describe('Plain text.'),
  })
  .meta({ id: 'Comment', description: 'A comment on a version.' });
export type CommentResource = z.infer<typeof commentResource>;

export const commentBody = z
  .object({
    text: text(5_000)
      .regex(/^$|\S/, 'must not be blank')
      .regex(/^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$/, 'must not contain control characters other than line breaks')
      .describe('Plain text, also of several lines.'),
  })
  .meta({ id: 'CommentBody' });

const commentPath = versionPath.extend({ comment_id: lookupKey });

const example = {
  object: 'comment' as const,
  id: 'cmt_01KQV5Xx7GJ8sVJ4mB2cDe',
  created: 1_790_000_000,
  text: 'Shall we mention the number?',
};
const ofVersion = { ...examplePath, version_id: exampleVersion.id };

/** Returns comments in pages, because together they may be larger than a message between services. */
export const listComments = defineRpc({
  pattern: 'template.comment.list.v1',
  request: versionPath.extend({ after }),
  response: pageSchema(commentResource),
  errors: ['not_found'],
  examples: [{ name: 'the only page', request: ofVersion, response: { items: [example] } }],
});

export const createComment = defineRpc({
  pattern: 'template.comment.create.v1',
  request: versionPath.extend(commentBody.shape),
  response: commentResource,
  errors: ['not_found', 'invalid_request', 'quota_exceeded'],
  examples: [{ name: 'a question', request: { ...ofVersion, text: example.text }, response: example }],
});

/** Fails with `forbidden` for everyone but the author. */
export const deleteComment = defineRpc({
  pattern: 'template.comment.delete.v1',
  request: commentPath,
  response: z.object({}),
  errors: ['not_found', 'forbidden'],
  examples: [{ name: 'by id', request: { ...ofVersion, comment_id: example.id }, response: {} }],
});
