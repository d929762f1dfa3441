import { Injectable } from '@nestjs/common';
import { SystemPool } from '@postrider/service';

export interface ObjectRemoval {
  readonly account_id: string;
  readonly blob_id: string;
}

/** Whoever takes removals and dies leaves them to others after this time. */
const leaseMinutes = 10;

/** Objects of the bucket that no blob has, of all accounts. */
@Injectable()
export class ObjectRemovalsRepository {
  constructor(private readonly systemPool: SystemPool) {}

  /** At most `limit` that are due; nobody else takes them for ten minutes. */
  async take(limit: number): Promise<readonly ObjectRemoval[]> {
    const { rows } = await this.systemPool.query<ObjectRemoval>({
      name: 'take-object-removals',
      text: `with due as (
               select account_id, blob_id from object_removals where due_at < now() order by due_at limit $1 for update skip locked
             )
             update object_removals set due_at = now() + make_interval(mins => ${leaseMinutes}) from due
             where object_removals.account_id = due.account_id and object_removals.blob_id = due.blob_id
             returning object_removals.account_id, object_removals.blob_id`,
      values: [limit],
    });
    return rows;
  }

  async done(removals: readonly ObjectRemoval[]): Promise<void> {
    await this.systemPool.query({
      name: 'end-object-removals',
      text: `delete from object_removals using unnest($1::text[], $2::text[]) as done (account_id, blob_id)
             where object_removals.account_id = done.account_id and object_removals.blob_id = done.blob_id`,
      values: [removals.map(({ account_id }) => account_id), removals.map(({ blob_id }) => blob_id)],
    });
  }
}
