import type { Client } from '@postrider/client';
import { exactJson, parseExactly } from '@postrider/numbers';
import { unwrap, mapConcurrently } from './account/remote.js';
import { toContent } from './account/write-account.js';
import type { AccountInFiles } from './files/account-files.js';
import { templatesFolder } from './files/account-files.js';
import type { VersionInFiles } from './files/version-files.js';
import type { RenderedMessage } from '@postrider/rendering';
import { closeMjmlPool, compileVersion, renderArtifact } from '@postrider/rendering';
import { joined } from './files/folder.js';

/**
 * Renders a version locally with the code that sends email, and the snippets of the folder. Translations are not
 * available locally.
 */
export async function preview(
  { version }: VersionInFiles,
  { snippets }: AccountInFiles,
  data: string | undefined,
): Promise<RenderedMessage> {
  const byName = new Map(snippets.map(({ snippet }) => [snippet.name, snippet.body]));
  const { subject, html, text, preheader, ampHtml, engine, autoescape, locale } = version;
  try {
    const source = {
      subject,
      html: html || undefined,
      text: text || undefined,
      preheader,
      ampHtml,
      engine,
      autoescape,
      locale,
    };
    const { artifact } = await compileVersion(source, (name) => byName.get(name));
    return renderArtifact(artifact, parseExactly(data ?? version.data ?? '{}') as Record<string, unknown>);
  } finally {
    await closeMjmlPool();
  }
}

/**
 * Finds a version by the path of its files, with or without the folder of all templates.
 * @throws Error when it has a problem or does not exist
 */
export function chosenVersion({ templates, problems }: AccountInFiles, name: string): VersionInFiles {
  const versions = templates.flatMap((template) => template.versions);
  const found = versions.find(({ base }) => base === name || base === joined(templatesFolder, name));
  if (found) return found;
  const problem = problems.find(({ path }) => path.includes(name));
  if (problem) throw new Error(`${problem.path}: ${problem.message}`);
  throw new Error(
    `${name} does not exist; there are ${
      versions
        .slice(0, 20)
        .map(({ base }) => base)
        .join(', ') || 'no versions'
    }`,
  );
}

export interface Checked {
  /** In the format of compilers: file:line:column: problem. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** The server's check of every version, with positions in the files. */
export async function checkVersions(client: Client, { templates }: AccountInFiles): Promise<Checked> {
  const versions = templates.flatMap((template) => template.versions);
  const checked = await mapConcurrently(versions, (version) => checkVersion(client, version));
  return {
    problems: checked.flatMap(({ problems }) => problems),
    warnings: checked.flatMap(({ warnings }) => warnings),
  };
}

async function checkVersion(client: Client, { version, base, places }: VersionInFiles): Promise<Checked> {
  const { name: _name, ...content } = toContent(version);
  const { data } = await unwrap(client.POST('/templates/check', { body: content, bodySerializer: exactJson }));
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
