import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { MigrationProvider } from 'kysely/migration';
import { expect, inject, it } from 'vitest';
import { runSql, withDatabase } from '../../test/database.ts';
import { atTheEnd } from '../../test/harness.ts';
import { hold } from '../../test/hold.ts';
import { connect, type Database } from './connection.ts';
import { listExecuted, migrate } from './migrate.ts';

async function anEmptyDatabase(): Promise<Database> {
  const name = `skep_test_${randomBytes(6).toString('hex')}`;
  await runSql(inject('adminUrl'), `create database ${name}`);
  atTheEnd(() => runSql(inject('adminUrl'), `drop database ${name} with (force)`));
  const db = connect(withDatabase(inject('adminUrl'), name), { statementMs: 0 });
  atTheEnd(() => db.destroy());
  return db;
}

const first = {
  '0001-first': { up: (db: Kysely<unknown>) => sql`create table things (id bigint)`.execute(db) },
};
const both = {
  ...first,
  '0002-second': { up: (db: Kysely<unknown>) => sql`alter table things add column name text`.execute(db) },
};
const provide = (migrations: object) => ({ getMigrations: async () => migrations }) as MigrationProvider;

it('nodes that start together wait for one another, and one of them migrates', async () => {
  const db = await anEmptyDatabase();
  await Promise.all(Array.from({ length: 4 }, () => migrate(db, () => {}, provide(both))));
  expect(await listExecuted(db)).toEqual(['0001-first', '0002-second']);
});

it('a migration steps back from those who use a table, says who they are, and tries again', async () => {
  const db = await anEmptyDatabase();
  await migrate(db, () => {}, provide(first));
  const release = await hold({ db }, (trx) => sql`select from things`.execute(trx));
  const news: string[] = [];
  const migrating = migrate(db, (sentence) => news.push(sentence), provide(both));
  await expect
    .poll(() => news.join('\n'))
    .toMatch(/waits for locks held by skep \(process \d+ .*, in a transaction for/);
  await release();
  await migrating;
  expect(news.at(-1)).toMatch(/^Schema migrated in/);
  await sql`select name from things`.execute(db);
});

it('a migration that fails changes nothing, and says why', async () => {
  const db = await anEmptyDatabase();
  const broken = {
    up: async (db: Kysely<unknown>) => {
      await sql`create table others (id bigint)`.execute(db);
      await sql`select 1 / 0`.execute(db);
    },
  };
  const migrating = migrate(db, () => {}, provide({ ...first, '0002-broken': broken }));
  await expect(migrating).rejects.toThrow('division by zero');
  expect(await listExecuted(db)).toEqual(['0001-first']);
  await expect(sql`select from others`.execute(db)).rejects.toThrow('does not exist');
});

it('a database of another version is refused', async () => {
  const db = await anEmptyDatabase();
  await migrate(db, () => {}, provide(both));
  await expect(migrate(db, () => {}, provide(first))).rejects.toThrow('migrated by a newer version');
  await expect(migrate(db)).rejects.toThrow('created by Skep 0.1.0 or older');
});
