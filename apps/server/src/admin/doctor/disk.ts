import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts';
import { inBytes } from './sizes.ts';

const little = 1024 ** 3;
const tooLittle = 200 * 1024 ** 2;

/** Looks at each disk that holds something of ours, once. */
export async function checkDisk({ dataDir, databaseUrl, s3 }: Config): Promise<Finding[]> {
  const folders = [dataDir, ...(s3 ? [] : [join(dataDir, 'attachments')])];
  if (!databaseUrl) folders.push(join(dataDir, 'postgres'));
  const findings: Finding[] = [];
  const seen = new Set<number>();
  for (const folder of folders) {
    const place = await stat(folder).catch(() => null);
    if (!place || seen.has(place.dev)) continue;
    seen.add(place.dev);
    findings.push(await checkFolder(folder));
  }
  if (findings.length === 0)
    findings.push(
      databaseUrl && s3
        ? ok(`Nothing is kept in ${dataDir}`)
        : warning(`${dataDir} does not exist`, 'The first start makes it; else check DATA_DIR.'),
    );
  if (databaseUrl) findings.push(skipped('The disk of the PostgreSQL server cannot be seen from here'));
  return findings;
}

async function checkFolder(folder: string): Promise<Finding> {
  try {
    const { bavail, bsize, blocks, ffree, files } = await statfs(folder);
    const left = bavail * bsize;
    const found = `${inBytes(left)} of ${inBytes(blocks * bsize)} are left for ${folder}`;
    if (left < tooLittle) return problem(found, 'Make room now: reports are refused when it is full.');
    if (files > 0 && ffree / files < 0.02)
      return warning(`Hardly any more files can be made in ${folder}`, 'Use a file system with more inodes.');
    if (left < little) return warning(found, 'Make room, or move DATA_DIR to a larger disk.');
    await access(folder, constants.W_OK);
    return ok(found);
  } catch (error) {
    return problem(
      `${folder} cannot be used: ${reasonOf(error)}`,
      'Run this command as the user who runs Skep.',
    );
  }
}
