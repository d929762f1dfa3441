import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localeCodes } from './locale-codes.js';

it('offers the locales that the API takes', () => {
  const api = readFileSync(join(import.meta.dirname, '../../../../../docs/api.md'), 'utf8');
  const listed = /### Supported locale codes[\s\S]*?```text\n([\s\S]*?)```/
    .exec(api)?.[1]
    ?.split(/\s+/)
    .filter(Boolean);
  expect(localeCodes).toEqual(listed);
});
