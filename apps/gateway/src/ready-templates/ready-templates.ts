import { readFile, readdir } from 'node:fs/promises';
import type { RequestOf } from '@postrider/contracts';
import { createTemplate } from '@postrider/contracts';
import { z } from 'zod';

/** The ready templates for the mail of identity providers (docs/guides/identity.md#ready-templates). */
export const readyTemplates = ['confirm', 'magic_link', 'reset', 'invite', 'email_change', 'code', 'notice'] as const;
export type ReadyTemplate = (typeof readyTemplates)[number];

/** Copied to the same place by the build. */
const folder = new URL('./identity/', import.meta.url);

const details = z.record(
  z.enum(readyTemplates),
  z.object({
    name: z.string(),
    subject: z.string(),
    preheader: z.string(),
    note: z.string(),
    template_data: z.record(z.string(), z.unknown()),
  }),
);

/** The tag of all ready templates, and that of a single one, by which it is found again. */
const commonTag = 'identity';
export const tagOf = (key: ReadyTemplate): string => `${commonTag}-${key}`;

const read = (file: string): Promise<string> => readFile(new URL(file, folder), 'utf8');

/** The content of a ready template in English, with its texts in `{% trans %}`. */
export async function loadTemplate(key: ReadyTemplate): Promise<RequestOf<typeof createTemplate>> {
  const files = ['details.json', 'layout.mjml', `${key}.mjml`, `${key}.txt`].map(read);
  const [known = '', layout = '', content = '', text = ''] = await Promise.all(files);
  const { note, ...fields } = details.parse(JSON.parse(known))[key];
  const html = layout.replace('%CONTENT%', () => content.trimEnd()).replace('%NOTE%', () => note);
  return { ...fields, html, text, engine: 'jinja', autoescape: true, tags: [commonTag, tagOf(key)] };
}

/** The translations, `<locale>.po` with its content. */
export async function loadTranslations(): Promise<Map<string, Buffer>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.po'));
  const contents = await Promise.all(names.map((name) => readFile(new URL(name, folder))));
  return new Map(names.map((name, index) => [name, contents[index]!]));
}
