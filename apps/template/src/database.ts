import { rateBucketsEntity } from '@postrider/limits';
import { outboxEntities } from '@postrider/outbox';
import type { DatabaseDefinition } from '@postrider/service';
import { outboxPersonalData, withoutPersonalData } from '@postrider/service';
import { ArtifactEntity } from './artifacts/artifact.entity.js';
import { ImageEntity } from './images/image.entity.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';
import { Handlebars1790000300000 } from './migrations/1790000300000-handlebars.js';
import { Images1790001300000 } from './migrations/1790001300000-images.js';
import { VersionNumbers1790000500000 } from './migrations/1790000500000-version-numbers.js';
import { VersionComments1790001401000 } from './migrations/1790001401000-version-comments.js';
import { VersionReviews1790001400000 } from './migrations/1790001400000-version-reviews.js';
import { SampleEntity } from './samples/sample.entity.js';
import { CommentEntity } from './versions/comment.entity.js';
import { SnippetUseEntity, VersionEntity } from './versions/version.entity.js';
import { SnippetEntity } from './snippets/snippet.entity.js';
import { LocaleEntity } from './locales/locale.entity.js';
import { TemplateEntity } from './templates/template.entity.js';

export const templateDatabase: DatabaseDefinition = {
  schema: 'template',
  entities: [
    TemplateEntity,
    LocaleEntity,
    VersionEntity,
    CommentEntity,
    ArtifactEntity,
    SnippetEntity,
    SnippetUseEntity,
    SampleEntity,
    ImageEntity,
    rateBucketsEntity,
    ...outboxEntities,
  ],
  personalData: [
    outboxPersonalData,
    ...withoutPersonalData(
      'templates',
      'locales',
      'versions',
      'version_comments',
      'artifacts',
      'snippets',
      'snippet_uses',
      'template_samples',
      'images',
    ),
  ],
  migrations: [
    Initial1790000000000,
    Handlebars1790000300000,
    VersionNumbers1790000500000,
    Images1790001300000,
    VersionReviews1790001400000,
    VersionComments1790001401000,
  ],
};
