import { existsSync, readFileSync } from 'node:fs';

/** The nearest one above this file is that of the installation, in the sources as in the build. */
function packageJson(directory = new URL('.', import.meta.url)): { readonly version: string } {
  const file = new URL('package.json', directory);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return packageJson(new URL('..', directory));
}

/** Of the installation: the version of its package.json. */
export const { version } = packageJson();
