import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A migration that older versions tolerate: it only adds. */
const migration = `
import { sql } from 'kysely';

export async function up(db) {
  await sql\`alter table bugs add column added_later text\`.execute(db);
  await sql\`alter table projects add column added_later integer not null default 7\`.execute(db);
  await sql\`create table things_to_come (id bigint primary key)\`.execute(db);
}
`;

/** The built service with one more migration. Returns the file that starts it. */
export async function makeNewerVersion(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skep-newer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = join(folder, 'apps/server');
  await mkdir(server, { recursive: true });
  for (const part of ['dist', 'migrations', 'package.json'])
    await cp(join(root, 'apps/server', part), join(server, part), { recursive: true });
  for (const part of ['node_modules', 'packages', 'apps/dashboard'])
    await symlink(join(root, part), join(folder, part));
  await writeFile(join(server, 'migrations/9999-what-is-to-come.ts'), migration);
  return join(server, 'dist/main.js');
}
