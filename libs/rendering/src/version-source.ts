import type { Engine, PartName } from './errors.js';
import { TemplateError } from './errors.js';
import { sourceLimits } from './limits.js';
import type { Catalogue } from './translation/message.js';

/** A version as written by its author. An empty part counts as absent. */
export type VersionSource = {
  readonly subject: string;
  /** HTML, or MJML (root element `<mjml>`). */
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly preheader?: string | undefined;
  readonly ampHtml?: string | undefined;
  /** The parts are sent as they are: tags in them are text. */
  readonly literal?: boolean | undefined;
  /** The language; detected from the tags by default. */
  readonly engine?: Engine | undefined;
  /** The language if the tags are valid in both; Mustache with a warning by default. */
  readonly defaultEngine?: Engine | undefined;
  /** Jinja only: the default for escaping values in HTML. */
  readonly autoescape?: boolean | undefined;
  /** The locale of its readers. */
  readonly locale?: string | undefined;
  /** The translations of trans blocks; without them they print their own text. */
  readonly translations?: Catalogue | undefined;
};

/**
 * The parts of a version, in the order in which their messages are extracted. Throws `TemplateError` if one is too
 * long.
 */
export function getParts({ subject, html, text, preheader, ampHtml }: VersionSource): [PartName, string][] {
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
