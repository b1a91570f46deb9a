import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countOf } from '../../counts/queries/counts.ts';
import { conditionsOnRow, type Filters } from './filter.ts';

/** How many bugs match, as an expression of SQL, where counts that are kept can tell; undefined where they cannot. */
export function totalOf(filters: Filters): RawBuilder<number> | undefined {
  const { labelIds } = filters;
  if (labelIds.length > 1 || conditionsOnRow(filters).length > 0) return undefined;
  return countOf({ ...filters, labelId: labelIds[0] });
}

/** The values of these expressions, all of the same moment. */
export async function selectNumbers(db: Db, expressions: RawBuilder<number>[]): Promise<number[]> {
  if (expressions.length === 0) return [];
  const { rows } = await sql<{ numbers: number[] }>`
    select to_json(array[${sql.join(expressions)}]) as numbers`.execute(db);
  return rows[0]?.numbers ?? [];
}
