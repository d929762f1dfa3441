// The mail that is measured: examples/receipt, which readers can send too.
import { readFileSync } from 'node:fs';

/** `template` or `send`: the body of POST /templates or, without the template's id, of POST /send. */
export const example = (file) =>
  JSON.parse(readFileSync(new URL(`../examples/receipt/${file}.json`, import.meta.url), 'utf8'));
