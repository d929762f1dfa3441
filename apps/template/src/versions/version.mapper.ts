import type { VersionResource } from '@postrider/contracts';
import { exactJson, withNumberTexts } from '@postrider/numbers';
import { revisionOf } from '../revisions/revision.js';
import type { VersionEntity } from './version.entity.js';

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const toVersionResource = (version: VersionEntity): VersionResource => ({
  id: version.id,
  created: seconds(version.createdAt),
  modified: seconds(version.modifiedAt),
  published: version.weight !== null,
  name: version.name,
  subject: version.subject,
  html: version.html ?? '',
  text: version.text ?? '',
  ...(version.preheader !== null && { preheader: version.preheader }),
  ...(version.ampHtml !== null && { amp_html: version.ampHtml }),
  engine: version.engine,
  ...(version.autoescape !== null && { autoescape: version.autoescape }),
  ...(version.templateData !== null && {
    template_data: withNumberTexts(version.templateData as Record<string, unknown>, version.numberTexts),
  }),
});

/** Of all that its resource shows, the moment of its last change to the millisecond. */
export function versionRevision(version: VersionEntity): string {
  const { id, name, subject, html, text, preheader, amp_html, engine, autoescape, published, template_data } =
    toVersionResource(version);
  const data = template_data && exactJson(template_data);
  const times = [version.createdAt.getTime(), version.modifiedAt.getTime()];
  return revisionOf(id, name, subject, html, text, preheader, amp_html, engine, autoescape, published, data, ...times);
}

export const toRevisedVersion = (version: VersionEntity): VersionResource & { revision: string } => ({
  ...toVersionResource(version),
  revision: versionRevision(version),
});
