import type { ClientBase, QueryConfig, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';

/**
 * A statement in a transaction that is planned once per connection by its name, which TypeORM cannot. For what is written: a plan that was made while a
 * table was empty would read all of it for each row that it looks up, until the table is analysed.
 */
export async function planned<Row extends QueryResultRow>(tx: EntityManager, statement: QueryConfig): Promise<Row[]> {
  const connection = (await tx.queryRunner!.connect()) as Pick<ClientBase, 'query'>;
  return (await connection.query<Row>(statement)).rows;
}
