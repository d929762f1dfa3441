import { FairQueue } from '@postrider/concurrency';
import type { AnswerOf, RequestContext, SuppressionBody, SuppressionReason } from '@postrider/contracts';
import { importSuppressions, mostImportedAtOnce, ok } from '@postrider/contracts';
import type { ContractClient } from '@postrider/messaging';
import { z } from 'zod';
import { linesOf } from './csv-lines.js';

/** See docs/operate/limits.md#suppressions. */
const mostErrors = 50;

export const importAnswer = ok.extend({
  dry_run: z.boolean().describe('Whether the file was only looked at.'),
  added: z.int().describe('Lines that were put on the list; of a dry run, that would be.'),
  known: z.int().describe('Lines that were on the list already, for the same reason.'),
  refused: z.int().describe('Lines with an error.'),
  errors: z
    .array(
      z.object({ line: z.int().describe('The line of the file, from 1.'), message: z.string().describe('Its error.') }),
    )
    .describe(`The first ${mostErrors} of them.`),
});
type ImportResult = Omit<z.output<typeof importAnswer>, keyof z.output<typeof ok>>;

/** Of an account: what one imports keeps delivery busy all the time. */
const imports = new FairQueue({ maxPerKey: 1 });

/** Puts a file on the list, part by part: what was taken stays, and the same file can be imported again. */
export function importCsv(
  services: ContractClient,
  context: RequestContext,
  csv: Buffer,
  {
    dry_run = false,
    reason,
  }: { readonly dry_run?: boolean | undefined; readonly reason?: SuppressionReason | undefined },
): Promise<ImportResult> {
  const run = async () => {
    const result = { dry_run, added: 0, known: 0, refused: 0, errors: [] as ImportResult['errors'] };
    let entries: SuppressionBody[] = [];
    const take = async (): Promise<void> => {
      const part: AnswerOf<typeof importSuppressions> = await services.call(importSuppressions, context, {
        entries,
        dry_run,
      });
      entries = [];
      result.added += part.added;
      result.known += part.known;
    };
    for await (const each of linesOf(csv, reason)) {
      if ('problem' in each) {
        result.refused += 1;
        if (result.errors.length < mostErrors) result.errors.push({ line: each.line, message: each.problem });
      } else if (entries.push(each.entry) === mostImportedAtOnce) await take();
    }
    if (entries.length > 0) await take();
    return result;
  };
  return imports.run(run, { key: context.accountId });
}
