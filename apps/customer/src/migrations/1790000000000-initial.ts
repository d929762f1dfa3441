import { outboxTables } from '@postrider/outbox';
import { enableRowLevelSecurity } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Initial1790000000000 implements MigrationInterface {
  readonly name = 'Initial1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
create table customers (
  account_id text not null,
  email text not null,
  data jsonb not null default '{}',
  locale text,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  -- Number literals that JavaScript would print in another form, by attribute because attributes are merged.
  number_texts jsonb not null default '{}',
  -- A column, because a computed value is no index condition behind row-level security (docs/adr/0016-row-level-security.md).
  domain text collate "C" not null default '',
  primary key (account_id, email)
);
create function domain_of_customer() returns trigger language plpgsql as
  'begin new.domain := split_part(new.email, ''@'', 2); return new; end';
create trigger domain_of_customer before insert on customers for each row execute function domain_of_customer();
-- Byte order, independent of the database collation: an address prefix is one range.
create index customers_by_address on customers (account_id, email collate "C");
create index customers_by_domain on customers (account_id, domain, email collate "C");
-- Partial, because most customers have no locale.
create index customers_of_locale_by_address on customers (account_id, locale, email collate "C") where locale is not null;
create index customers_of_locale_by_domain on customers (account_id, locale, domain, email collate "C")
  where locale is not null;

create table conversions (
  id bigint generated always as identity primary key,
  account_id text not null,
  email text not null,
  revenue bigint,
  converted_at timestamptz not null default now(),
  foreign key (account_id, email) references customers (account_id, email) on delete cascade
);
create index on conversions (account_id, email);

create table deletions (
  account_id text not null,
  key_hash bytea not null,
  deleted_at bigint not null,
  primary key (account_id, key_hash)
);
create index on deletions (deleted_at);

create table erasures (
  account_id text not null,
  id text collate "C" not null,
  pseudonym text not null,
  logs int not null default 0,
  cancelled int not null default 0,
  engaged_logs int not null default 0,
  drip_members int not null default 0,
  logs_done boolean not null default false,
  drips_done boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index on erasures (created_at);

${outboxTables.join(';\n')}`);
    await enableRowLevelSecurity(queryRunner, ['customers', 'conversions', 'deletions', 'erasures', 'outbox']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'drop table conversions, customers, deletions, erasures, outbox, inbox; drop function domain_of_customer',
    );
  }
}
