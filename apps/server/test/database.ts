import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@skep/embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '../src/db/connection.ts';
import { migrate } from '../src/db/migrate.ts';
import { prepareRecorded } from './recorded-statements.ts';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
    template: string;
    /** Binaries of another PostgreSQL; null for the bundled ones. */
    postgresBinaries: string | null;
    /** Where the statements of a run are recorded, to check them on other versions. */
    statementsFolder: string;
  }
}

/** Starts one server with a migrated template database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? { adminUrl: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startServer(project.getProvidedContext().postgresBinaries);
  const template = `skep_template_${randomBytes(6).toString('hex')}`;
  await runSql(server.adminUrl, `create database ${template}`);
  const db = connect(withDatabase(server.adminUrl, template), { statementMs: 0 });
  await migrate(db);
  await db.destroy();
  project.provide('adminUrl', server.adminUrl);
  project.provide('template', template);
  return async () => {
    const { postgresBinaries, statementsFolder } = project.getProvidedContext();
    if (postgresBinaries) {
      const count = await prepareRecorded(statementsFolder, withDatabase(server.adminUrl, template));
      console.log(`${project.name}: ${count} statements of the other tests are understood`);
    }
    await runSql(server.adminUrl, `drop database ${template} with (force)`);
    await server.stop();
  };
}

async function startServer(binaries: string | null) {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-test-'));
  const embedded = await startEmbeddedPostgres({
    dataDir,
    onProblem: console.error,
    ...(binaries ? { binaries } : {}),
    settings: { fsync: 'off', max_connections: '300' },
  });
  return {
    adminUrl: embedded.url('postgres'),
    async stop() {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
