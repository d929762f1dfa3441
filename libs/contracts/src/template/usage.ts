import { z } from 'zod';
import { defineRpc } from '../rpc.js';

const amount = z.number().nonnegative();

/** What an account has of what template holds it to, by the names of `limits`: of a rate, what of its burst is used. Bytes are as of the last count. */
export const getTemplateUsage = defineRpc({
  pattern: 'template.usage.get.v1',
  request: z.object({}),
  response: z.object({
    templates: amount,
    snippets: amount,
    versions: amount,
    template_bytes: amount,
    compiled_bytes: amount,
    mjml_seconds_per_second: amount,
  }),
  examples: [
    {
      name: 'a small account',
      request: {},
      response: {
        templates: 1,
        snippets: 0,
        versions: 1,
        template_bytes: 120,
        compiled_bytes: 900,
        mjml_seconds_per_second: 0,
      },
    },
  ],
});
