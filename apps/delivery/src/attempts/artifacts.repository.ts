import { promisify } from 'node:util';
import { constants, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { SystemPool, TenantPool } from '@postrider/service';

const deflate = promisify<string, object, Buffer>(deflateRaw);
const inflate = promisify<Buffer, Buffer>(inflateRaw);

/** Characters and bytes that take less time here than to pass to another thread. */
const maxPackedHere = 65_536;
const maxUnpackedHere = 16_384;

/** The stored form of an artifact's JSON. The fastest compression: it costs less than storing more bytes. */
export async function packJson(json: string): Promise<Buffer> {
  const options = { level: constants.Z_BEST_SPEED };
  return json.length <= maxPackedHere ? deflateRawSync(json, options) : deflate(json, options);
}

export async function unpackJson(packed: Buffer): Promise<unknown> {
  const json = packed.length <= maxUnpackedHere ? inflateRawSync(packed) : await inflate(packed);
  return JSON.parse(json.toString());
}

/** The compiled content of emails without a template. Acceptance inserts it together with the message. */
@Injectable()
export class ArtifactsRepository {
  constructor(
    private readonly tenantPool: TenantPool,
    private readonly systemPool: SystemPool,
  ) {}

  /** See `packJson`. */
  async find(accountId: string, id: string): Promise<Buffer | undefined> {
    const { rows } = await this.tenantPool.query<{ content: Buffer }>(accountId, {
      name: 'artifact',
      text: 'select content from artifacts where account_id = $1 and id = $2',
      values: [accountId, id],
    });
    return rows[0]?.content;
  }

  /**
   * Deletes at most `limit` artifacts that no message has used since `before` and that no message has, and returns the
   * number. A message that waits keeps its partition, and so its artifact.
   */
  async deleteUnused(before: Date, limit: number): Promise<number> {
    const { rowCount } = await this.systemPool.query({
      name: 'delete-artifacts',
      text: `with unused as (
               select account_id, id from artifacts where used_at < $1::timestamptz - interval '1 day'
               and not exists (select from messages where messages.account_id = artifacts.account_id and artifact_id = artifacts.id and template_id = '')
               limit $2 for update skip locked
             )
             delete from artifacts using unused where artifacts.account_id = unused.account_id and artifacts.id = unused.id`,
      values: [before, limit],
    });
    return rowCount ?? 0;
  }
}
