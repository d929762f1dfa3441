import type { Client } from '@postrider/client';
import type { Terminal } from '@postrider/service';
import { Rejected, readAccount } from '../account/remote.js';
import type { NewIds } from '../account/write-account.js';
import { AccountWriter } from '../account/write-account.js';
import { headDigest, snippetDigest, versionDigest } from '../content.js';
import type { AccountInFiles } from '../files/account-files.js';
import { readAccountFiles } from '../files/account-files.js';
import type { Folder, Lock } from '../files/folder.js';
import { withId, yamlWithId } from '../files/front-matter.js';
import { withServerDefaults } from './pull.js';
import type { Push } from './push.js';

/** Applies the changes one by one; a failed one does not stop the others. Returns the number of failed changes. */
export async function runPush(
  push: Push,
  client: Client,
  folder: Folder,
  lock: Lock,
  { print, warn }: Terminal,
): Promise<number> {
  const account = new AccountWriter(client);
  let rejected = 0;
  for (const change of push.changes) {
    const ids: NewIds = new Map();
    try {
      await change.run(account, ids);
      print(`pushed ${change.path}`);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      rejected++;
      warn(`${change.path}: ${error.message}`);
    } finally {
      // Ids of a partly applied change are stored, too, so that it is not created twice.
      for (const [path, id] of ids) await writeId(folder, path, id);
    }
  }
  await updateLock(client, await readAccountFiles(folder), lock);
  await lock.write(folder);
  return rejected;
}

async function writeId(folder: Folder, path: string, id: string): Promise<void> {
  const candidates = /\.(html|yaml)$/.test(path) ? [path] : [`${path}.yaml`, `${path}.html`, `${path}.txt`];
  for (const file of candidates) {
    const text = await folder.read(file);
    if (text === undefined) continue;
    await folder.write(file, file.endsWith('.yaml') ? yamlWithId(text, id) : withId(text, id));
    return;
  }
}

/** Updates the lock file: entries where files and server are equal are set, entries of deleted resources removed. */
async function updateLock(client: Client, local: AccountInFiles, lock: Lock): Promise<void> {
  const remote = await readAccount(client);
  const there = new Map<string, string>();
  for (const { content, versions } of remote.templates) {
    there.set(content.id, headDigest(content));
    for (const version of versions) there.set(version.content.id, versionDigest(version.content));
  }
  for (const { content } of remote.snippets) there.set(content.id, snippetDigest(content));
  for (const kind of ['templates', 'versions', 'snippets'] as const)
    for (const id of lock.ids(kind)) if (!there.has(id)) lock.delete(kind, id);
  const versions = new Map(
    remote.templates.flatMap((template) => template.versions.map((one) => [one.content.id, one.content])),
  );
  for (const template of local.templates) {
    const { id } = template.head;
    if (id !== undefined && there.get(id) === headDigest(template.head))
      lock.set('templates', id, headDigest(template.head));
    for (const { version } of template.versions) {
      if (version.id === undefined) continue;
      const digest = versionDigest(withServerDefaults(version, versions.get(version.id)));
      if (there.get(version.id) === digest) lock.set('versions', version.id, digest);
    }
  }
  for (const { snippet } of local.snippets)
    if (snippet.id !== undefined && there.get(snippet.id) === snippetDigest(snippet))
      lock.set('snippets', snippet.id, snippetDigest(snippet));
}
