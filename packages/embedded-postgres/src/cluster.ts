import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCompleteDirectory, sweepLeftovers } from './atomic-directory.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { messageOf, nullIfMissing } from './failures.ts';
import { initialise } from './initdb.ts';
import type { Layout } from './layout.ts';
import { orSetDatabaseUrl } from './owner.ts';
import { giveToServerUser } from './server-user.ts';

/** Makes the database cluster at the first start; afterwards checks that these binaries have the version that made it. */
export async function ensureCluster(layout: Layout, binaries: Binaries, durable: boolean): Promise<void> {
  const { clusterDir, words } = layout;
  await sweepLeftovers(clusterDir);
  if ((await versionOnDisk(layout)) === null) {
    await refuseForeignFiles(layout);
    await makeCompleteDirectory(clusterDir, (folder) => initialise(folder, layout, binaries, durable));
  }
  const version = await versionOnDisk(layout);
  if (version === String(binaries.major)) return giveToServerUser(clusterDir, layout.user);
  throw new EmbeddedPostgresError(
    `The database in ${clusterDir} was made by PostgreSQL ${version}, but this ${words.service} brings PostgreSQL ` +
      `${binaries.major}. Dump it with PostgreSQL ${version} and load it into a new data folder` +
      orSetDatabaseUrl(words, 'to use a server of that version'),
  );
}

async function versionOnDisk({ clusterDir, words }: Layout): Promise<string | null> {
  try {
    const text = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(nullIfMissing);
    return text === null ? null : text.trim();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} cannot be read (${messageOf(error)}). ` +
        `Run ${words.service} as the user who owns that folder, or set ${words.dataDirSetting} to another folder.`,
    );
  }
}

async function refuseForeignFiles({ clusterDir, words }: Layout): Promise<void> {
  const names = (await readdir(clusterDir).catch(nullIfMissing)) ?? [];
  // A concurrent start may have put the complete cluster there since we looked.
  if (names.length === 0 || names.includes('PG_VERSION')) return;
  throw new EmbeddedPostgresError(
    `${clusterDir} holds files but no PostgreSQL database. ` +
      `Move them away, or set ${words.dataDirSetting} to another folder.`,
  );
}
