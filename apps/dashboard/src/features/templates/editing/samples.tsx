import type { WorkingCopy } from './working-copy.js';

/** Data sets that were saved with the template. */
export function Samples(_props: { readonly copy: WorkingCopy; readonly templateId: string }) {
  return null;
}
