import type { SnippetResource } from '@postrider/contracts';
import { revisionOf } from '../revisions/revision.js';
import type { SnippetEntity } from './snippet.entity.js';

export const toSnippetResource = (snippet: SnippetEntity): SnippetResource => ({
  object: 'snippet',
  id: snippet.id,
  name: snippet.name,
  body: snippet.body,
  created: Math.floor(snippet.createdAt.getTime() / 1000),
  modified: Math.floor(snippet.modifiedAt.getTime() / 1000),
});

export const snippetRevision = ({ id, name, body, createdAt, modifiedAt }: SnippetEntity): string =>
  revisionOf(id, name, body, createdAt.getTime(), modifiedAt.getTime());

export const toRevisedSnippet = (snippet: SnippetEntity): SnippetResource & { revision: string } => ({
  ...toSnippetResource(snippet),
  revision: snippetRevision(snippet),
});
