import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** A bulk operation, and who did it. */
export interface Batch {
  id: number;
  userId: number;
}

export async function nextBatchId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('batch_ids') as id`.execute(db);
  return (rows[0] as { id: number }).id;
}

/** What is kept of the bugs that a batch has changed: into which columns of `bulk_batches`, and the aggregates for them. */
interface Former {
  columns: RawBuilder<unknown>;
  values: RawBuilder<unknown>;
  /** With the `id` of each bug, and the `new_revision` that it gets. */
  changed: RawBuilder<unknown>;
}

/** A common table expression for the `with` of a statement that changes bugs: it keeps what undoing the batch needs. */
export const keepingBatch = (batch: Batch | undefined, { columns, values, changed }: Former) =>
  batch === undefined
    ? sql``
    : sql`
    kept as (
      insert into bulk_batches (id, user_id, bug_ids, revisions, ${columns})
      select ${batch.id}::bigint, ${batch.userId}::bigint, coalesce(array_agg(id), '{}'),
        coalesce(array_agg(new_revision), '{}'), ${values}
      from ${changed}
    ),`;
