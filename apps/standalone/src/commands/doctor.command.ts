import { defineAction, defineCommand } from '@postrider/service';
import { z } from 'zod';
import { inspect, usualSelectors } from '../doctor/inspection.js';
import type { Finding } from '../doctor/check-broker.js';
import { schemas } from '../provision.js';

const marks = { well: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const;

const lineOf = (app: string, { level, says, todo }: Finding): string =>
  `${marks[level]}  ${app.padEnd(8)}  ${says}${todo === undefined ? '' : ` ${todo}`}`;

/** `postrider doctor`: needs the environment of the app that is named (docs/operate/commands.md#doctor). */
export const doctor = defineCommand({
  name: 'doctor',
  notes: 'Changes nothing. Exit code 1 where there is a fault; with --strict, where there is a warning.',
  action: defineAction({
    about: 'holds the configuration of an app against the database, the broker and the names that it leads to',
    operands: {
      apps: z
        .array(z.enum(schemas))
        .describe(`whose environment this is: ${schemas.join(', ')}; all when none is given`),
    },
    options: {
      dkimSelector: z
        .array(z.string().regex(/^[A-Za-z0-9._-]{1,63}$/, 'must be a name such as s1'))
        .default([])
        .meta({ value: 'NAME', description: 'under which your provider signs, in place of those that many use' }),
      strict: z.boolean().default(false).meta({ description: 'take warnings for faults' }),
      quiet: z.boolean().default(false).meta({ description: 'say only what is not well' }),
    },
    run: async ({ apps, dkimSelector, strict, quiet }, { print, environment }) => {
      const counts = { well: 0, warning: 0, fault: 0 };
      const dkimSelectors = dkimSelector.length > 0 ? dkimSelector : usualSelectors;
      for (const app of apps.length > 0 ? apps : schemas)
        for await (const finding of inspect(app, { environment, dkimSelectors })) {
          counts[finding.level]++;
          if (finding.level !== 'well' || !quiet) print(lineOf(app, finding));
        }
      print(`${counts.well} well, ${counts.warning} to look at, ${counts.fault} at fault`);
      return counts.fault > 0 || (strict && counts.warning > 0) ? 1 : 0;
    },
  }),
});
