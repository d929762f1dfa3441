import type { Finding } from '@postrider/service';
import { defineAction, defineCommand } from '@postrider/service';
import { z } from 'zod';
import { commonSelectors } from '../../../delivery/src/esp-accounts/sender-domain.js';
import { inspect } from '../doctor/inspection.js';
import { schemas } from '../provision.js';

const marks = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const;

const formatLine = (app: string, { level, message, remedy }: Finding): string =>
  `${marks[level]}  ${app.padEnd(8)}  ${message}${remedy === undefined ? '' : ` ${remedy}`}`;

/** `postrider doctor`: needs the environment of the given app (docs/operate/commands.md#doctor). */
export const doctor = defineCommand({
  name: 'doctor',
  notes: 'Changes nothing. Exit code 1 on a fault; with --strict also on a warning.',
  action: defineAction({
    about: 'checks the configuration of an app against the database, the broker and the DNS',
    operands: {
      apps: z
        .array(z.enum(schemas))
        .describe(`apps with this environment: ${schemas.join(', ')}; all when none is given`),
    },
    options: {
      dkimSelector: z
        .array(z.string().regex(/^[A-Za-z0-9._-]{1,63}$/, 'must be a name such as s1'))
        .default([])
        .meta({ value: 'NAME', description: 'selector of your provider, instead of the common ones' }),
      strict: z.boolean().default(false).meta({ description: 'treat warnings as faults' }),
      quiet: z.boolean().default(false).meta({ description: 'print only warnings and faults' }),
    },
    run: async ({ apps, dkimSelector, strict, quiet }, { print, environment }) => {
      const counts = { ok: 0, warning: 0, fault: 0 };
      const dkimSelectors = dkimSelector.length > 0 ? dkimSelector : commonSelectors;
      for (const app of apps.length > 0 ? apps : schemas)
        for await (const finding of inspect(app, { environment, dkimSelectors })) {
          counts[finding.level]++;
          if (finding.level !== 'ok' || !quiet) print(formatLine(app, finding));
        }
      print(`${counts.ok} ok, ${counts.warning} warnings, ${counts.fault} faults`);
      return counts.fault > 0 || (strict && counts.warning > 0) ? 1 : 0;
    },
  }),
});
