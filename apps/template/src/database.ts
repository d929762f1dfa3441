import type { DatabaseDefinition } from '@postrider/service';
import { ArtifactEntity } from './artifacts/artifact.entity.js';
import { CreateTemplates1790000000000 } from './migrations/1790000000000-create-templates.js';
import { AddRateBuckets1790100000000 } from './migrations/1790100000000-add-rate-buckets.js';
import { AddTemplateTracking1795342388514 } from './migrations/1795342388514-add-template-tracking.js';
import { AddTemplateEngine1790000000001 } from './migrations/1790000000001-add-template-engine.js';
import { WallAccounts1795341992412 } from './migrations/1795341992412-wall-accounts.js';
import { AddNumberTexts1795343019069 } from './migrations/1795343019069-add-number-texts.js';
import { CreateTemplateSamples1795368035493 } from './migrations/1795368035493-create-template-samples.js';
import { AddLeftToOfOutbox1795412000023 } from './migrations/1795412000023-add-left-to-of-outbox.js';
import { SampleEntity } from './samples/sample.entity.js';
import { SnippetUseEntity } from './versions/snippet-use.entity.js';
import { SnippetEntity } from './snippets/snippet.entity.js';
import { LocaleEntity } from './locales/locale.entity.js';
import { TemplateEntity } from './templates/template.entity.js';
import { VersionEntity } from './versions/version.entity.js';

export const templateDatabase: DatabaseDefinition = {
  schema: 'template',
  entities: [
    TemplateEntity,
    LocaleEntity,
    VersionEntity,
    ArtifactEntity,
    SnippetEntity,
    SnippetUseEntity,
    SampleEntity,
  ],
  migrations: [
    CreateTemplates1790000000000,
    AddTemplateEngine1790000000001,
    AddRateBuckets1790100000000,
    WallAccounts1795341992412,
    AddTemplateTracking1795342388514,
    AddNumberTexts1795343019069,
    CreateTemplateSamples1795368035493,
    AddLeftToOfOutbox1795412000023,
  ],
};
