import { isDeepStrictEqual } from 'node:util';
import type { VersionContent } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { splitLosslessNumbers } from '@postrider/numbers';
import type { Source } from '../artifacts/compiler.js';
import type { VersionEntity } from './version.entity.js';

/** The author's content of a version. */
export type Content = Pick<
  VersionEntity,
  'name' | 'subject' | 'html' | 'text' | 'preheader' | 'ampHtml' | 'templateData' | 'numberTexts' | 'autoescape'
> &
  /** The template language, if the author gave it; otherwise the compiler detects it. */
  Partial<Pick<VersionEntity, 'engine'>>;

/** Bytes of JSON: a reply of at most 15 MB contains the whole version. */
const maxBytes = 12 * 1_048_576;

/** @throws ServiceError `payload_too_large` */
export const toContent = (body: VersionContent): Content =>
  bounded({
    name: body.name,
    subject: body.subject,
    html: body.html ?? null,
    text: body.text ?? null,
    preheader: body.preheader ?? null,
    ampHtml: body.amp_html ?? null,
    ...toData(body),
    autoescape: body.autoescape ?? null,
    ...(body.engine && { engine: body.engine }),
  });

function toData({ template_data }: VersionContent): Pick<Content, 'templateData' | 'numberTexts'> {
  const { value, texts } = splitLosslessNumbers(template_data ?? null);
  return { templateData: value, numberTexts: (texts as object | undefined) ?? null };
}

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
 * Replaces the content. The old preheader, amp_html, template_data and autoescape are kept where the new has none.
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
      `The version is larger than ${maxBytes / 1_048_576} MB as JSON, including the parts kept from before`,
    );
  return content;
}

/** Bytes that count towards the account's quota. */
export const countBytes = ({ subject, html, text, preheader, ampHtml, templateData, numberTexts }: Content): number =>
  [
    subject,
    html,
    text,
    preheader,
    ampHtml,
    templateData && JSON.stringify(templateData),
    numberTexts && JSON.stringify(numberTexts),
  ].reduce((sum, part) => sum + Buffer.byteLength(part ?? ''), 0);

export const toSource = ({ subject, html, text, preheader, ampHtml, engine, autoescape }: Content): Source => ({
  subject,
  html: html ?? undefined,
  text: text ?? undefined,
  preheader: preheader ?? undefined,
  ampHtml: ampHtml ?? undefined,
  engine,
  autoescape: autoescape ?? undefined,
});
