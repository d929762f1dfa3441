import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transform } from '@swc/core';

const repository = new URL('../../../../', import.meta.url).pathname;

/** A folder with the packages of an author of React Email. */
export interface MailProject {
  readonly folder: string;
  write(path: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

export async function createMailProject(): Promise<MailProject> {
  const folder = await mkdtemp(join(tmpdir(), 'mails-'));
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, '@postrider/client'), { recursive: true });
  for (const name of ['react', 'react-dom', 'esbuild', '@react-email'])
    await symlink(join(repository, 'node_modules', name), join(packages, name));
  const { exports } = JSON.parse(await readFile(join(repository, 'libs/client/package.json'), 'utf8')) as {
    exports: Record<string, { default: string }>;
  };
  const helpers = await readFile(join(repository, 'libs/client/src/email.ts'), 'utf8');
  const { code } = await transform(helpers, { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } });
  const write = async (path: string, text: string): Promise<string> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    return join(folder, path);
  };
  const ofClient = 'node_modules/@postrider/client';
  await write(`${ofClient}/package.json`, JSON.stringify({ type: 'module', exports }));
  await write(join(ofClient, exports['./email']!.default), code);
  return { folder, write, remove: () => rm(folder, { recursive: true }) };
}
