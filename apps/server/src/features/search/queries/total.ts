import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countOf } from '../../counts/queries/counts.ts';
import { countOfDays } from '../../counts/queries/days.ts';
import { allOf, conditionsOf, type Filters, furtherConditions } from './filter.ts';

/**
 * How many bugs match, as an expression of SQL, where counts that are kept can tell, or few rows of an index; undefined
 * where they cannot. Counts are kept for a label, an environment, a version and days; of these, for two at once only for an
 * environment and days.
 */
export function totalOf(filters: Filters): RawBuilder<number> | undefined {
  const { labelIds, duplicateOf, environment, appVersion } = filters;
  const further = furtherConditions(filters).length;
  if (labelIds.length + further > 1) return isDays(filters) ? countOfDays(filters) : undefined;
  if (further === 0) return countOf({ ...filters, labelId: labelIds[0] });
  if (environment !== undefined)
    return countOf({ ...filters, facet: { column: 'environment', value: environment } });
  if (appVersion !== undefined)
    return countOf({ ...filters, facet: { column: 'app_version', value: appVersion } });
  if (duplicateOf === 'none')
    return sql`(${countOf(filters)} - ${countDuplicates({ ...filters, duplicateOf: 'any' })})`;
  if (duplicateOf !== undefined) return countDuplicates(filters);
  return isDays(filters) ? countOfDays(filters) : undefined;
}

/** Counts bugs by the index of those that are duplicates. People mark them one by one, so there are not many. */
const countDuplicates = (filters: Filters) => sql<number>`(
  select count(*) from bugs where team_id = any(${filters.teamIds}) and ${allOf(conditionsOf(filters))}
)`;

/** Whether the filters ask for whole days, and for nothing besides that bugs are not counted by on each day. */
function isDays({ createdAfter, createdBefore, environment: _, ...others }: Filters): boolean {
  const { statuses, severities, assigneeId, labelIds } = others;
  const times = [createdAfter, createdBefore].filter((time) => time !== undefined);
  return (
    times.length > 0 &&
    times.every((time) => time.getTime() % dayMs === 0) &&
    furtherConditions(others).length + labelIds.length === 0 &&
    assigneeId === undefined &&
    !(statuses && severities)
  );
}

const dayMs = 24 * 3600 * 1000;

/** The values of these expressions, all of the same moment. */
export async function selectNumbers(db: Db, expressions: RawBuilder<number>[]): Promise<number[]> {
  if (expressions.length === 0) return [];
  const { rows } = await sql<{ numbers: number[] }>`
    select to_json(array[${sql.join(expressions)}]) as numbers`.execute(db);
  return rows[0]?.numbers ?? [];
}
