import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Pagination } from '../../../schema.ts';
import { contains } from '../queries.ts';

const teamsOfUser = sql<{ id: number; name: string; slug: string }[]>`(
  select coalesce(json_agg(json_build_object('id', teams.id, 'name', teams.name, 'slug', teams.slug) order by teams.id), '[]')
  from memberships join teams on teams.id = memberships.team_id where memberships.user_id = users.id
)`;

const matching = (search: string) => contains(search, sql`users.name`, sql`users.email`);

export function listUsers(db: Db, search: string, { limit, offset }: Pagination) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'name',
      sql<boolean>`email_verified_at is not null`.as('email_verified'),
      'is_operator',
      'created_at',
      teamsOfUser.as('teams'),
    ])
    .where(matching(search))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countUsers(db: Db, search: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matching(search))
    .executeTakeFirstOrThrow();
  return count;
}

const userColumns = [
  'id',
  'email',
  'is_operator',
  sql<boolean>`email_verified_at is not null`.as('email_verified'),
  'created_at',
] as const;

export function findUser(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where(sql`fold_ascii(email)`, '=', sql`fold_ascii(${email})`)
    .executeTakeFirst();
}

export function setOperator(db: Db, id: number, isOperator: boolean) {
  return db
    .updateTable('users')
    .set({ is_operator: isOperator })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirst();
}
