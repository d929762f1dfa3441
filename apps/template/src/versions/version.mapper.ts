import type { VersionResource } from '@postrider/contracts';
import { withNumberTexts } from '@postrider/numbers';
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
