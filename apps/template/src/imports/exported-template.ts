import { addLocaleBody, id, importedId, locale, snippetBody, text, timestamp } from '@postrider/contracts';
import { z } from 'zod';

const content = addLocaleBody.shape;
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

const version = z.object({
  id: id('version'),
  created: optional(timestamp),
  modified: optional(timestamp),
  name: content.name,
  published: z.boolean().default(false),
  subject: content.subject,
  html: content.html,
  text: content.text,
  preheader: content.preheader,
  amp_html: content.amp_html,
  template_data: content.template_data,
  engine: content.engine,
  autoescape: content.autoescape,
});
export type ExportedVersion = z.output<typeof version>;

/** One locale of a template, as lists of templates have them: the default locale of each first. */
export const exportedTemplateLocale = z.object({
  id: importedId('template'),
  name: text(255),
  locale: locale.default('en-US'),
  created: optional(timestamp),
  tags: optional(z.array(z.string())),
  versions: z.array(version, 'must be an array').min(1, 'must hold at least one version'),
});
export type ExportedTemplateLocale = z.output<typeof exportedTemplateLocale>;

export const exportedSnippet = snippetBody.extend({ id: importedId('snippet'), created: optional(timestamp) });
export type ExportedSnippet = z.output<typeof exportedSnippet>;
