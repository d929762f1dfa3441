import { exactJson } from '@postrider/numbers';
import type { z } from 'zod';

const maxBytes = 128 * 1024;

/** At most 128 KB as JSON (docs/api.md#limits); wherever a mail is rendered. */
export function fitForTemplate(data: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const json = exactJson(data);
  if (Buffer.byteLength(json) > maxBytes) context.addIssue({ code: 'custom', message: 'must be at most 128 KB' });
  // Postgres cannot store the character, and no mail can carry it.
  if (json.includes(String.raw`\u0000`))
    context.addIssue({ code: 'custom', message: 'must not contain NUL characters' });
}
