import { fileURLToPath } from 'node:url';

/** The folder of package.json, without a trailing slash. */
export const project = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
