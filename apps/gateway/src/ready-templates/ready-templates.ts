import { readFile, readdir } from 'node:fs/promises';
import { templateEngine } from '@postrider/contracts';
import { z } from 'zod';

/** The starter templates for the email of identity providers (docs/guides/identity.md#starter-templates). */
export const identityTemplates = [
  'confirm',
  'magic_link',
  'reset',
  'invite',
  'email_change',
  'code',
  'notice',
] as const;
export type IdentityTemplate = (typeof identityTemplates)[number];

/** All starter templates, in the order of the list (docs/reference/ready-templates.md). */
const readyTemplates = [
  'welcome',
  ...identityTemplates,
  'receipt',
  'invoice',
  'shipped',
  'trial_ends',
  'payment_failed',
  'digest',
  'announcement',
  'feedback',
  'goodbye',
] as const;

export const readyTemplate = z
  .object({
    key: z.enum(readyTemplates).describe('Which ready template it is.'),
    name: z.string().describe('Its name.'),
    subject: z.string().describe('The subject.'),
    preheader: z.string().describe('The text that an inbox shows next to the subject.'),
    html: z.string().describe('The HTML part, in MJML.'),
    text: z.string().describe('The text part.'),
    engine: templateEngine,
    autoescape: z.boolean().describe('Whether values in HTML are escaped by default.'),
    template_data: z
      .record(z.string(), z.unknown())
      .describe('Sample data. It starts with your brand: name, logo, color and address.'),
  })
  .meta({ id: 'ReadyTemplate', description: 'A template to start from, as `POST /templates` takes it.' });
export type ReadyTemplate = z.output<typeof readyTemplate>;

/** Copied to the same place by the build. */
const folder = new URL('./content/', import.meta.url);

const details = z.record(
  z.enum(readyTemplates),
  z.object({
    name: z.string(),
    subject: z.string(),
    preheader: z.string(),
    /** Below the email. */
    note: z.string(),
    unsubscribe: z.boolean().default(false),
    template_data: z.record(z.string(), z.unknown()),
  }),
);

const brand = { sender_name: 'Acme', logo_url: '', brand_color: '#1d4ed8', address: '1 Main Street, Springfield' };

const read = (file: string): Promise<string> => readFile(new URL(file, folder), 'utf8');

const isIdentity = (key: ReadyTemplate['key']): boolean => (identityTemplates as readonly string[]).includes(key);

/** Loads the starter templates in English. Those for identity providers have their texts in `{% trans %}`. */
export async function loadReadyTemplates(): Promise<ReadyTemplate[]> {
  const all = details.parse(JSON.parse(await read('details.json')));
  const layout = await read('layout.mjml');
  return Promise.all(
    readyTemplates.map(async (key): Promise<ReadyTemplate> => {
      const { note, unsubscribe, template_data, ...fields } = all[key];
      const [content, text] = await Promise.all([read(`${key}.mjml`), read(`${key}.txt`)]);
      const parts = {
        LANGUAGE: isIdentity(key) ? '{% trans %}en{% endtrans %}' : 'en',
        CONTENT: content.trimEnd(),
        NOTE: unsubscribe ? `${note} <a href="{{ unsubscribe_url }}">Unsubscribe</a>` : note,
      };
      return {
        key,
        ...fields,
        html: layout.replace(/%(LANGUAGE|CONTENT|NOTE)%/g, (_, part: keyof typeof parts) => parts[part]),
        text: `${text}\n--\n${note}\n${unsubscribe ? 'Unsubscribe: {{ unsubscribe_url }}\n' : ''}${signature}`,
        engine: 'jinja',
        autoescape: true,
        template_data: { ...brand, ...template_data },
      };
    }),
  );
}

const signature = '{{ sender_name }}{% if address %}, {{ address }}{% endif %}\n';

/** The translations of those for identity providers, `<locale>.po` with its content. */
export async function loadTranslations(): Promise<Map<string, Buffer>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.po'));
  const contents = await Promise.all(names.map((name) => readFile(new URL(name, folder))));
  return new Map(names.map((name, index) => [name, contents[index]!]));
}
