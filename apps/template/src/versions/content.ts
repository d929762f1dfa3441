import { isDeepStrictEqual } from 'node:util';
import type { VersionContent } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { apart } from '@postrider/numbers';
import type { Source } from '../artifacts/compiler.js';
import type { VersionEntity } from './version.entity.js';

/** What an author writes in a version. */
export type Content = Pick<
  VersionEntity,
  'name' | 'subject' | 'html' | 'text' | 'preheader' | 'ampHtml' | 'templateData' | 'numberTexts' | 'autoescape'
> &
  /** The language, where its author says it; else the compiler finds it out. */
  Partial<Pick<VersionEntity, 'engine'>>;

/** As JSON: one answer shows all of it, and one answer has 15 MB. */
const maxBytes = 12 * 1_048_576;

/** @throws ServiceError `payload_too_large` */
export const versionContentOf = (body: VersionContent): Content =>
  bounded({
    name: body.name,
    subject: body.subject,
    html: body.html ?? null,
    text: body.text ?? null,
    preheader: body.preheader ?? null,
    ampHtml: body.amp_html ?? null,
    ...dataOf(body),
    autoescape: body.autoescape ?? null,
    ...(body.engine && { engine: body.engine }),
  });

function dataOf({ template_data }: VersionContent): Pick<Content, 'templateData' | 'numberTexts'> {
  const { value, texts } = apart(template_data ?? null);
  return { templateData: value, numberTexts: (texts as object | undefined) ?? null };
}

/** The content of a version, without the rest of it. */
export const contentIn = ({
  name,
  subject,
  html,
  text,
  preheader,
  ampHtml,
  templateData,
  numberTexts,
  autoescape,
  engine,
}: Content): Content => ({
  name,
  subject,
  html,
  text,
  preheader,
  ampHtml,
  templateData,
  numberTexts,
  autoescape,
  ...(engine && { engine }),
});

export const isSameContent = (one: Content, other: Content): boolean =>
  isDeepStrictEqual(contentIn(one), contentIn(other));

/**
 * New content in place of old: preheader, amp_html, template_data and autoescape stay where the new has none.
 * @throws ServiceError `payload_too_large`
 */
export const replaceContent = (old: Content, next: Content): Content =>
  bounded({
    ...next,
    preheader: next.preheader ?? old.preheader,
    ampHtml: next.ampHtml ?? old.ampHtml,
    ...(next.templateData ? {} : { templateData: old.templateData, numberTexts: old.numberTexts }),
    autoescape: next.autoescape ?? old.autoescape,
  });

function bounded(content: Content): Content {
  if (Buffer.byteLength(JSON.stringify(content)) > maxBytes)
    throw new ServiceError(
      'payload_too_large',
      `The version is larger than ${maxBytes / 1_048_576} MB as JSON, with what it keeps`,
    );
  return content;
}

/** What it takes of the account's room. */
export const bytesOf = ({ subject, html, text, preheader, ampHtml, templateData, numberTexts }: Content): number =>
  [
    subject,
    html,
    text,
    preheader,
    ampHtml,
    templateData && JSON.stringify(templateData),
    numberTexts && JSON.stringify(numberTexts),
  ].reduce((sum, part) => sum + Buffer.byteLength(part ?? ''), 0);

/** The parts to compile. */
export const sourceOf = ({ subject, html, text, preheader, ampHtml, engine, autoescape }: Content): Source => ({
  subject,
  html: html ?? undefined,
  text: text ?? undefined,
  preheader: preheader ?? undefined,
  ampHtml: ampHtml ?? undefined,
  engine,
  autoescape: autoescape ?? undefined,
});
