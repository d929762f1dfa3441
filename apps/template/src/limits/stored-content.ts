import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { StoredBytes } from './stored-bytes.js';

/** Without reading what is stored outside of its row: of that the row knows the length. */
const sum = `
  select (select coalesce(sum(octet_length(subject) + coalesce(octet_length(html), 0) + coalesce(octet_length(text), 0)
      + coalesce(octet_length(preheader), 0) + coalesce(octet_length(amp_html), 0) + coalesce(pg_column_size(template_data), 0)
      + coalesce(pg_column_size(number_texts), 0)), 0)
    from versions where account_id = $1)
  + (select coalesce(sum(octet_length(body)), 0) from snippets where account_id = $1)
  + (select coalesce(sum(pg_column_size(template_data) + coalesce(pg_column_size(number_texts), 0)), 0) from template_samples where account_id = $1) as bytes`;

/** The bytes of an account's versions, snippets and samples, as their authors wrote them. */
@Injectable()
export class StoredContent extends StoredBytes {
  constructor(database: DataSource) {
    super(database, 'template_bytes', sum);
  }
}
