import { rateBucketsTable } from '@postrider/concurrency';
import { outboxTables } from '@postrider/outbox';
import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Initial1790000000000 implements MigrationInterface {
  readonly name = 'Initial1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table templates (
  account_id text not null,
  id text collate "C" not null,
  name text not null,
  tags text[] not null default '{}',
  created_at timestamptz not null default now(),
  -- Null: the account's setting applies.
  tracking jsonb,
  primary key (account_id, id)
);

-- clock_timestamp() keeps the order of rows that one transaction inserts; now() is constant within it.
create table locales (
  account_id text not null,
  template_id text collate "C" not null,
  locale text not null,
  is_default boolean not null,
  catalogue json,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, template_id, locale),
  foreign key (account_id, template_id) references templates (account_id, id) on delete cascade
);
create unique index locales_default on locales (account_id, template_id) where is_default;

create table artifacts (
  account_id text not null,
  id text collate "C" not null,
  content json not null,
  created_at timestamptz not null default now(),
  unused_since timestamptz,
  primary key (account_id, id)
);
create index artifacts_unused on artifacts (unused_since) where unused_since is not null;

create table versions (
  account_id text not null,
  id text collate "C" not null,
  template_id text collate "C" not null,
  locale text not null,
  name text not null,
  subject text not null,
  html text,
  text text,
  preheader text,
  amp_html text,
  template_data json,
  weight integer check (weight between 1 and 1000),
  artifact_id text collate "C" not null,
  created_at timestamptz not null default clock_timestamp(),
  modified_at timestamptz not null default clock_timestamp(),
  engine text not null default 'mustache' check (engine in ('mustache', 'jinja')),
  autoescape boolean,
  -- Number literals in the sample data that JavaScript would print in another form.
  number_texts json,
  primary key (account_id, id),
  foreign key (account_id, template_id, locale) references locales (account_id, template_id, locale) on delete cascade,
  foreign key (account_id, artifact_id) references artifacts (account_id, id)
);
-- A send looks for the published versions of a template, or for all versions of one name, newest first.
create index versions_published on versions (account_id, template_id, locale) where weight is not null;
create index versions_by_name on versions (account_id, template_id, locale, name, created_at desc, id desc);
create index versions_by_artifact on versions (account_id, artifact_id);

create table snippets (
  account_id text not null,
  id text collate "C" not null,
  name text not null,
  body text not null,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (account_id, id),
  constraint snippets_name unique (account_id, name)
);

create table snippet_uses (
  account_id text not null,
  version_id text collate "C" not null,
  snippet_id text collate "C" not null,
  primary key (account_id, version_id, snippet_id),
  foreign key (account_id, version_id) references versions (account_id, id) on delete cascade,
  foreign key (account_id, snippet_id) references snippets (account_id, id)
);
create index snippet_uses_by_snippet on snippet_uses (account_id, snippet_id);

create table template_samples (
  account_id text not null,
  id text collate "C" not null,
  template_id text collate "C" not null,
  name text not null,
  template_data json not null,
  number_texts json,
  created_at timestamptz not null default clock_timestamp(),
  modified_at timestamptz not null default clock_timestamp(),
  primary key (account_id, id),
  foreign key (account_id, template_id) references templates (account_id, id) on delete cascade
);
create index template_samples_of_template on template_samples (account_id, template_id);

${rateBucketsTable};
${outboxTables.join(';\n')}`);
    await enableRowLevelSecurity(queryRunner, [
      'templates',
      'locales',
      'versions',
      'artifacts',
      'snippets',
      'snippet_uses',
      'template_samples',
      'outbox',
    ]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `drop table template_samples, snippet_uses, snippets, versions, artifacts, locales, templates, rate_buckets, outbox,
         inbox`,
    );
  }
}
