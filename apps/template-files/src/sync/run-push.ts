import type { Client } from '@postrider/client';
import type { Terminal } from '@postrider/service';
import { Refused, readAccount } from '../account/remote.js';
import type { NewIds } from '../account/write-account.js';
import { AccountWriter } from '../account/write-account.js';
import { headDigest, snippetDigest, versionDigest } from '../content.js';
import type { AccountInFiles } from '../files/account-files.js';
import { readAccountFiles } from '../files/account-files.js';
import type { Folder, Lock } from '../files/folder.js';
import { withId, yamlWithId } from '../files/front-matter.js';
import { likened } from './pull.js';
import type { Push } from './push.js';

/** Carries a push out, change by change; what one is refused does not keep the others from being made. Answers how many were refused. */
export async function runPush(
  push: Push,
  client: Client,
  folder: Folder,
  lock: Lock,
  { print, warn }: Terminal,
): Promise<number> {
  const account = new AccountWriter(client);
  let refused = 0;
  for (const change of push.changes) {
    const ids: NewIds = new Map();
    try {
      await change.run(account, ids);
      print(`pushed ${change.path}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused++;
      warn(`${change.path}: ${error.message}`);
    } finally {
      // Also of a change that was made in part: what is on the server is not made again.
      for (const [path, id] of ids) await writeId(folder, path, id);
    }
  }
  await agree(client, await readAccountFiles(folder), lock);
  await lock.write(folder);
  return refused;
}

async function writeId(folder: Folder, path: string, id: string): Promise<void> {
  const candidates = /\.(html|yaml)$/.test(path) ? [path] : [`${path}.html`, `${path}.txt`];
  for (const file of candidates) {
    const text = await folder.read(file);
    if (text === undefined) continue;
    await folder.write(file, file.endsWith('.yaml') ? yamlWithId(text, id) : withId(text, id));
    return;
  }
}

/** Writes into the lock file what is the same in the files and on the server now, and forgets what the server has no more. */
async function agree(client: Client, local: AccountInFiles, lock: Lock): Promise<void> {
  const remote = await readAccount(client);
  const there = new Map<string, string>();
  for (const { content, versions } of remote.templates) {
    there.set(content.id, headDigest(content));
    for (const version of versions) there.set(version.content.id, versionDigest(version.content));
  }
  for (const { content } of remote.snippets) there.set(content.id, snippetDigest(content));
  for (const kind of ['templates', 'versions', 'snippets'] as const)
    for (const id of lock.ids(kind)) if (!there.has(id)) lock.forget(kind, id);
  const versions = new Map(
    remote.templates.flatMap((template) => template.versions.map((one) => [one.content.id, one.content])),
  );
  for (const template of local.templates) {
    const { id } = template.head;
    if (id !== undefined && there.get(id) === headDigest(template.head))
      lock.agree('templates', id, headDigest(template.head));
    for (const { version } of template.versions) {
      if (version.id === undefined) continue;
      const digest = versionDigest(likened(version, versions.get(version.id)));
      if (there.get(version.id) === digest) lock.agree('versions', version.id, digest);
    }
  }
  for (const { snippet } of local.snippets)
    if (snippet.id !== undefined && there.get(snippet.id) === snippetDigest(snippet))
      lock.agree('snippets', snippet.id, snippetDigest(snippet));
}
