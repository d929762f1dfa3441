import type { Body } from './lenience.js';
import { isObject } from './lenience.js';

/** Libraries give an attachment the path it was read from as its name, or a number; anybody may. The name is the last segment, its text. */
export function nameAttachments({ inline, files }: Body): void {
  for (const attachment of [inline, ...(Array.isArray(files) ? (files as unknown[]) : [])])
    if (isObject(attachment)) attachment['id'] = attachmentName(attachment['id']);
}

function attachmentName(id: unknown): unknown {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' ? id.slice(Math.max(id.lastIndexOf('/'), id.lastIndexOf('\\')) + 1) : id;
}
