import type { Engine, PartName } from './errors.js';
import { TemplateError } from './errors.js';
import { sourceLimits } from './limits.js';
import type { Catalogue } from './translation/message.js';

/** A version as its author wrote it. An empty part counts as absent. */
export type VersionSource = {
  readonly subject: string;
  /** HTML, or MJML (root element `<mjml>`). */
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly preheader?: string | undefined;
  readonly ampHtml?: string | undefined;
  /** The language it is written in; left out, its tags decide. */
  readonly engine?: Engine | undefined;
  /** The language where its tags are the same in both; Mustache, with a warning, where this is left out. */
  readonly defaultEngine?: Engine | undefined;
  /** Jinja: whether what is printed into html is escaped where the template does not say. */
  readonly autoescape?: boolean | undefined;
  /** Whose readers it is for. */
  readonly locale?: string | undefined;
  /** The translations that trans blocks take; without them they print their own text. */
  readonly translations?: Catalogue | undefined;
};

/** The parts that a version has, in the order in which their messages are extracted. Throws `TemplateError` if one is too long. */
export function partsOf({ subject, html, text, preheader, ampHtml }: VersionSource): [PartName, string][] {
  const parts = Object.entries({ html, text, subject, preheader, amp_html: ampHtml }) as [
    PartName,
    string | undefined,
  ][];
  return parts.filter((part): part is [PartName, string] => {
    const [name, content] = part;
    const limit = name === 'subject' ? sourceLimits.subject : sourceLimits.part;
    if (content && content.length > limit)
      throw new TemplateError(name, { line: 1 }, `longer than ${limit.toLocaleString('en-US')} characters`);
    return name === 'subject' || Boolean(content);
  });
}
