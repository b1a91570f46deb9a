import { createHash } from 'node:crypto';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './connection.ts';

/** Prepared once per connection. Use it for statements whose best plan does not depend on the parameters. */
export function prepareStatement<Row>(build: () => RawBuilder<Row>) {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db: Db, values: readonly unknown[]): Promise<Row[]> => {
    compiled ??= compileOnce(db, build());
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: values });
    return rows;
  };
}

function compileOnce<Row>(db: Db, statement: RawBuilder<Row>): CompiledQuery<Row> {
  const query = statement.compile(db);
  if (query.parameters.length > 0) throw new Error('A prepared statement takes arguments, not values');
  nameStatement(query.sql);
  return query;
}

export const argument = (
  place: number,
  type: 'bigint' | 'bigint[]' | 'bytea[]' | 'text' | 'text[]' | 'integer',
) => sql.raw<never>(`$${place}::${type}`);

const nameOf = new Map<string, string>();

export function nameStatement(text: string): void {
  nameOf.set(text, `skep_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`);
}

export const statementName = (text: string): string | undefined => nameOf.get(text);
