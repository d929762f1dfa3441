import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { NotUnderstood } from '@postrider/service';
import { z } from 'zod';

export const templateProviders = ['sendgrid', 'postmark', 'mailgun', 'ses'] as const;
export type TemplateProvider = (typeof templateProviders)[number];

/** A file that holds responses of the provider's API: one response, or a list of them. */
type ResponseFile = { readonly name: string; readonly json: unknown };

/** A template in the format that `import load` reads. */
type ConvertedTemplate = {
  readonly id: string;
  readonly name: string;
  readonly versions: readonly Readonly<Record<string, unknown>>[];
};

type Converted = {
  readonly templates: readonly ConvertedTemplate[];
  /** Sentences on what needs a look although it was converted. */
  readonly notes: readonly string[];
  /** What was not converted: the source and the reason. */
  readonly refused: readonly string[];
};

type Parts = {
  readonly subject?: string | null | undefined;
  readonly html?: string | null | undefined;
  readonly text?: string | null | undefined;
};

const part = z.string().nullish();
const text = z.string().min(1);

const sendgridVersion = z.object({
  id: text,
  template_id: text.optional(),
  active: z.number().default(0),
  name: text,
  subject: part,
  html_content: part,
  plain_content: part,
});
const sendgridTemplate = z.object({
  id: text,
  name: text,
  generation: text.default('dynamic'),
  versions: z.array(z.unknown()).default([]),
});
const postmarkTemplate = z.object({
  TemplateId: z.coerce.string(),
  Name: text,
  Alias: part,
  Subject: part,
  HtmlBody: part,
  TextBody: part,
  TemplateType: z.string().default('Standard'),
  LayoutTemplate: part,
});
type PostmarkTemplate = z.output<typeof postmarkTemplate>;
const mailgunTemplate = z.object({
  name: text,
  version: z.object({
    tag: text.default('initial'),
    engine: text.default('handlebars'),
    template: text,
    headers: z.object({ Subject: part }).nullish(),
  }),
});
/** A template of SES; names that end in Part are of its first version. */
const sesTemplate = z
  .object({
    TemplateName: text,
    TemplateContent: z.object({ Subject: part, Html: part, Text: part }).optional(),
    SubjectPart: part,
    HtmlPart: part,
    TextPart: part,
  })
  .transform(({ TemplateName: name, TemplateContent: content, SubjectPart, HtmlPart, TextPart }) => ({
    name,
    parts: content
      ? { subject: content.Subject, html: content.Html, text: content.Text }
      : { subject: SubjectPart, html: HtmlPart, text: TextPart },
  }));

/** A response with hundreds of large templates is smaller. */
const maxResponseBytes = 64 * 1_048_576;

/** @throws NotUnderstood if it is no JSON file, or too large */
export async function readResponse(path: string): Promise<ResponseFile> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw new NotUnderstood(`${path} cannot be read: ${(error as Error).message}`);
  });
  if (size > maxResponseBytes) throw new NotUnderstood(`${path} is larger than ${maxResponseBytes / 1_048_576} MB.`);
  try {
    return { name: basename(path), json: JSON.parse(await readFile(path, 'utf8')) as unknown };
  } catch (error) {
    throw new NotUnderstood(`${path} is not a JSON file: ${(error as Error).message}`);
  }
}

/** Converts responses of a provider's API about templates. Each element is converted or rejected by itself. */
export function convertTemplates(provider: TemplateProvider, files: readonly ResponseFile[]): Converted {
  const converter = new Converter();
  const elements = files.flatMap(({ name, json }) => getElements(json).map((element) => ({ source: name, element })));
  converters[provider](converter, elements);
  return converter;
}

type Element = { readonly source: string; readonly element: unknown };

/** Names under which the providers list elements or wrap a single one. */
const wrappers = ['result', 'templates', 'template', 'Templates', 'Template'];

function getElements(json: unknown): unknown[] {
  if (Array.isArray(json)) return json.flatMap(getElements);
  if (typeof json !== 'object' || json === null) return [json];
  const inner = wrappers.flatMap((name) => {
    const value = (json as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'object' && value !== null ? [value] : [];
  });
  return inner.length > 0 ? inner.flatMap(getElements) : [json];
}

class Converter implements Converted {
  readonly templates: ConvertedTemplate[] = [];
  readonly notes: string[] = [];
  readonly refused: string[] = [];
  private readonly sourceById = new Map<string, string>();

  /** The element, or undefined after a rejection that names its invalid fields. */
  read<Data>({ source, element }: Element, schema: z.ZodType<Data>): Data | undefined {
    const read = schema.safeParse(element);
    if (read.success) return read.data;
    const fields = read.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`);
    this.reject(source, `is not a template of this provider (${fields.join('; ')})`);
    return undefined;
  }

  reject(source: string, why: string): void {
    this.refused.push(`${source}: ${why}`);
  }

  add(source: string, id: string, name: string, versions: ConvertedTemplate['versions']): void {
    const other = this.sourceById.get(id);
    if (other !== undefined) return this.reject(source, `"${name}" has the id ${id}, as a template in ${other}`);
    this.sourceById.set(id, source);
    this.templates.push({ id, name, versions });
  }

  /** A template whose name is its id, as far as an id can have its characters. */
  addNamed(source: string, name: string, version: object): void {
    const id = name.replaceAll(/[^0-9A-Za-z_-]/g, '-').slice(0, 64);
    if (id !== name) this.notes.push(`${source}: "${name}" has the id ${id}`);
    this.add(source, id, name, [{ id, ...version }]);
  }

  /** A published version in Handlebars. Undefined after a rejection of one without content. */
  version(source: string, name: string, { subject, html, text: plain }: Parts, more: object = {}) {
    if (!html && !plain) {
      this.reject(source, `"${name}" has neither HTML nor text`);
      return undefined;
    }
    if (!subject) this.notes.push(`${source}: "${name}" has no subject, so its name is the subject`);
    const parts = { subject: subject || name, ...(html ? { html } : {}), ...(plain ? { text: plain } : {}) };
    return { name, published: true, engine: 'handlebars', ...parts, ...more };
  }
}

const converters: Readonly<Record<TemplateProvider, (to: Converter, elements: readonly Element[]) => void>> = {
  sendgrid: convertSendgrid,
  postmark: convertPostmark,
  mailgun(to, elements) {
    for (const each of elements) {
      const template = to.read(each, mailgunTemplate);
      if (!template) continue;
      const { name, version } = template;
      if (version.engine !== 'handlebars') {
        to.reject(each.source, `"${name}" is written in ${version.engine}; write it in Handlebars first`);
        continue;
      }
      const { tag, template: html, headers } = version;
      const converted = to.version(each.source, name, { subject: headers?.Subject, html }, { name: tag });
      if (converted) to.addNamed(each.source, name, converted);
    }
  },
  ses(to, elements) {
    for (const each of elements) {
      const template = to.read(each, sesTemplate);
      const version = template && to.version(each.source, template.name, template.parts);
      if (version) to.addNamed(each.source, template.name, version);
    }
  },
};

/** Versions are in their template, or responses of their own; a list of templates has versions without content. */
function convertSendgrid(to: Converter, elements: readonly Element[]): void {
  const isVersion = ({ element }: Element): boolean =>
    typeof element === 'object' && element !== null && 'template_id' in element && !('versions' in element);
  const contents = new Map<string, z.output<typeof sendgridVersion>>();
  const versionsByTemplate = new Map<string, Set<string>>();
  const addVersion = (each: Element, templateId?: string): void => {
    const version = to.read(each, sendgridVersion);
    if (!version) return;
    const owner = templateId ?? version.template_id ?? '';
    versionsByTemplate.set(owner, (versionsByTemplate.get(owner) ?? new Set()).add(version.id));
    const known = contents.get(version.id);
    if (!known || version.html_content || version.plain_content) contents.set(version.id, version);
  };
  for (const each of elements) if (isVersion(each)) addVersion(each);
  const templates = new Map<string, { readonly source: string; readonly name: string }>();
  for (const each of elements) {
    const template = isVersion(each) ? undefined : to.read(each, sendgridTemplate);
    if (!template) continue;
    const { id, name, generation, versions } = template;
    if (generation === 'dynamic') {
      templates.set(id, { source: each.source, name });
      for (const version of versions) addVersion({ source: each.source, element: version }, id);
    } else to.reject(each.source, `"${name}" is a ${generation} template with substitution tags, not Handlebars`);
  }
  for (const [id, { source, name }] of templates) {
    const converted = [...(versionsByTemplate.get(id) ?? [])].flatMap((versionId) => {
      const version = contents.get(versionId)!;
      const { subject, html_content: html, plain_content: plain } = version;
      const more = { id: versionId, published: version.active === 1 };
      return to.version(source, version.name, { subject, html, text: plain }, more) ?? [];
    });
    if (converted.length > 0) to.add(source, id, name, converted);
    else to.reject(source, `"${name}" has no version with content; add the response of GET /v3/templates/${id}`);
  }
}

/** A layout is put around its templates, which are converted from Mustachio. */
function convertPostmark(to: Converter, elements: readonly Element[]): void {
  const templates = elements.flatMap((each) => {
    const template = to.read(each, postmarkTemplate);
    return template ? [{ source: each.source, template }] : [];
  });
  const layouts = new Map(
    templates.flatMap(({ template }) =>
      template.TemplateType === 'Layout' && template.Alias ? [[template.Alias, template] as const] : [],
    ),
  );
  for (const { source, template } of templates) {
    if (template.TemplateType === 'Layout') continue;
    const { TemplateId: id, Name: name, LayoutTemplate: layoutAlias, Subject, HtmlBody, TextBody } = template;
    const layout = layoutAlias ? layouts.get(layoutAlias) : undefined;
    if (layoutAlias && !layout) {
      to.reject(source, `"${name}" needs its layout ${layoutAlias}; add the response of GET /templates/${layoutAlias}`);
      continue;
    }
    const parts = {
      subject: Subject && fromMustachio(Subject),
      html: HtmlBody && fromMustachio(within(layout, 'HtmlBody', HtmlBody)),
      text: TextBody && fromMustachio(within(layout, 'TextBody', TextBody)),
    };
    const version = to.version(source, name, parts);
    if (version) to.add(source, id, name, [{ id, ...version }]);
  }
}

const within = (layout: PostmarkTemplate | undefined, body: 'HtmlBody' | 'TextBody', content: string): string =>
  layout?.[body]?.replaceAll(/\{\{\{?\s*@content\s*\}?\}\}/g, () => content) ?? content;

/**
 * Mustachio's sections as blocks of Handlebars: `{{#name}}` prints once with the value as its context, also for a list,
 * and `{{^name}}` is its opposite, also for 0 and "".
 */
function fromMustachio(source: string): string {
  const open: string[] = [];
  return source.replaceAll(/\{\{\s*([#^/])\s*([^{}]*?)\s*\}\}/g, (tag: string, sign: string, name: string): string => {
    if (sign === '/') return `{{/${open.pop() ?? name}}}`;
    const isEach = /^each\s/.test(name);
    open.push(isEach ? 'each' : sign === '^' ? 'unless' : 'with');
    if (isEach) return tag;
    return sign === '^' ? `{{#unless ${name}}}` : `{{#with ${name}}}`;
  });
}
