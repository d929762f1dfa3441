// What the pages have to show: many logs and many templates, written straight into the tables.
import { insertLogs, writeHistory } from '../history.mjs';

export async function writeLogs(/** @type {Sql} */ sql, /** @type {string} */ account, /** @type {number} */ total) {
  await sql.query('set search_path = delivery');
  await writeHistory(sql, { total, each: (/** @type {string} */ part) => sql.query(insertLogs(account, part)) });
  await sql.query('vacuum analyze logs');
  await sql.query('checkpoint');
}

/** Makes so many of the template that is there, with names and tags of their own. */
export async function writeTemplates(
  /** @type {Sql} */ sql,
  /** @type {string} */ account,
  /** @type {string} */ template,
  /** @type {number} */ total,
) {
  await sql.query('set search_path = template');
  const copies = `generate_series(1, ${total}) as n`;
  const id = (/** @type {string} */ column) => `left(${column}, -5) || lpad(n::text, 5, '0')`;
  const of = `account_id = '${account}' and %id = '${template}'`;
  await sql.query(`
    insert into templates (account_id, id, name, tags, created_at)
    select account_id, ${id('id')}, 'Template ' || n, array['tag ' || n % 20], created_at from templates, ${copies} where ${of.replace('%id', 'id')}`);
  await sql.query(`
    insert into locales (account_id, template_id, locale, is_default, created_at)
    select account_id, ${id('template_id')}, locale, is_default, created_at from locales, ${copies} where ${of.replace('%id', 'template_id')}`);
  await sql.query(`
    insert into versions (account_id, id, template_id, locale, name, subject, html, weight, artifact_id, created_at, modified_at, engine)
    select account_id, ${id('id')}, ${id('template_id')}, locale, name, 'Subject ' || n, html, weight, artifact_id, created_at, modified_at, engine
      from versions, ${copies} where ${of.replace('%id', 'template_id')}`);
  await sql.query('vacuum analyze templates, locales, versions');
}
