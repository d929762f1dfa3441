import type { Client } from '@postrider/client';
import { exactJson } from '@postrider/numbers';
import { answered, sideBySide } from '../account/remote.js';
import { contentOf } from '../account/write-account.js';
import type { AccountInFiles } from '../files/account-files.js';
import type { VersionInFiles } from '../files/version-files.js';

export interface Checked {
  /** Lines as compilers write them: file, line, column, what is wrong. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** What the server says of every version, at the place in the files that it is about. */
export async function checkVersions(client: Client, { templates }: AccountInFiles): Promise<Checked> {
  const versions = templates.flatMap((template) => template.versions);
  const checked = await sideBySide(versions, (version) => checkVersion(client, version));
  return {
    problems: checked.flatMap(({ problems }) => problems),
    warnings: checked.flatMap(({ warnings }) => warnings),
  };
}

async function checkVersion(client: Client, { version, base, places }: VersionInFiles): Promise<Checked> {
  const { name: _name, ...content } = contentOf(version);
  const { data } = await answered(client.POST('/templates/check', { body: content, bodySerializer: exactJson }));
  const main = places.html?.file ?? base;
  return {
    problems: data.problems.map(({ part, line, column, message }) => {
      const place = part && places[part];
      const at =
        place && line !== undefined
          ? [place.file, place.linesBefore + line, ...(column ? [column] : [])].join(':')
          : (place?.file ?? main);
      return `${at}: ${message}`;
    }),
    warnings: data.warnings.map((warning) => `${main}: ${warning}`),
  };
}
