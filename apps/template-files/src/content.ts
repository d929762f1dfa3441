import { createHash } from 'node:crypto';

/** The content of a version in a locale of its template. */
export interface Version {
  readonly id?: string | undefined;
  readonly locale: string;
  readonly name: string;
  readonly published: boolean;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly preheader?: string | undefined;
  readonly ampHtml?: string | undefined;
  /** Sample data as normalized JSON, so that equal data has equal text. */
  readonly data?: string | undefined;
  readonly engine?: 'mustache' | 'jinja' | 'handlebars' | undefined;
  readonly autoescape?: boolean | undefined;
}

interface Tracking {
  readonly opens?: boolean | undefined;
  readonly clicks?: boolean | undefined;
}

/** A template without its versions. */
export interface TemplateHead {
  readonly id?: string | undefined;
  readonly name: string;
  /** The default locale. */
  readonly locale: string;
  readonly tags: readonly string[];
  readonly tracking: Tracking;
}

export interface Snippet {
  readonly id?: string | undefined;
  readonly name: string;
  readonly body: string;
}

/** A digest of content without ids, for comparing files with the server. */
const hashFields = (...fields: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(fields.map((field) => field ?? null)))
    .digest('hex')
    .slice(0, 32);

export const versionDigest = (version: Version): string => {
  const { locale, name, published, subject, html, text, preheader, ampHtml, data, engine, autoescape } = version;
  return hashFields(locale, name, published, subject, html, text, preheader, ampHtml, data, engine, autoescape);
};

export const headDigest = ({ name, locale, tags, tracking: { opens, clicks } }: TemplateHead): string =>
  hashFields(name, locale, tags, opens, clicks);

export const snippetDigest = ({ name, body }: Snippet): string => hashFields(name, body);
