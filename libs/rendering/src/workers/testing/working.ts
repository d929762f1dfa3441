import { serve } from '../serve.js';

/** The tasks of a test worker. */
export type Working = 'answer' | 'fill its memory' | 'fill it at once' | 'work forever' | 'end';

async function work(what: Working): Promise<string> {
  const kept: unknown[] = [];
  if (what === 'fill its memory') for (;;) kept.push(new Array(1_000).fill(kept.length));
  if (what === 'fill it at once') kept.push(JSON.parse(`[${'[],'.repeat(8_000_000)}[]]`));
  if (what === 'work forever') for (;;) kept.length = 0;
  if (what === 'end') process.exit(3);
  return what;
}

serve(work);
