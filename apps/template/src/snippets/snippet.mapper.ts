import type { SnippetResource } from '@postrider/contracts';
import type { SnippetEntity } from './snippet.entity.js';

export const toSnippetResource = (snippet: SnippetEntity): SnippetResource => ({
  object: 'snippet',
  id: snippet.id,
  name: snippet.name,
  body: snippet.body,
  created: Math.floor(snippet.createdAt.getTime() / 1000),
  modified: Math.floor(snippet.modifiedAt.getTime() / 1000),
});
