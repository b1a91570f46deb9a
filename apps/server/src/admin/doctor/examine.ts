import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, readConfig } from '../../config.ts';
import { closeContext, createContext } from '../../context.ts';
import { connect } from '../../db/connection.ts';
import { hasEmbeddedPostgres } from '../../db/embedded.ts';
import { createLog } from '../../log.ts';
import { keyFileIn, readKeyFile } from '../../secret-key.ts';
import { readListening } from '../../start/listening.ts';
import { explainRefusal } from '../../start/refusals.ts';
import { openBesideService } from '../database.ts';
import { checkBackups } from './backups.ts';
import { judgeClock, readDatabaseClock } from './clock.ts';
import { checkConfiguration } from './configuration.ts';
import { checkDatabase, doctorsPool } from './database.ts';
import { checkDisk } from './disk.ts';
import { type Finding, problem, reasonOf, warning } from './finding.ts';
import { checkS3 } from './images.ts';
import { checkMail } from './mail.ts';
import { isRunningHere, visitBaseUrl } from './proxy.ts';
import { checkWork } from './work.ts';

/** In this order they are told. */
export const checkNames = [
  'configuration',
  'database',
  'mail',
  'images',
  'proxy',
  'disk',
  'clock',
  'work',
  'backups',
] as const;
type CheckName = (typeof checkNames)[number];

export interface CheckFinding extends Finding {
  check: CheckName;
}

const deadlineMs = 20_000;
/** A database that has to be started first, perhaps after a crash, has longer. */
const databaseDeadlineMs = 40_000;

/** Looks at everything at once. What takes too long is a finding too, so that it always ends. */
export async function examine(mailTo: string | undefined): Promise<CheckFinding[]> {
  let config: Config;
  try {
    const { dataDir } = readConfig(process.env);
    config = readConfig({ ...(await readListening(dataDir)), ...given(process.env) });
  } catch (error) {
    return of('configuration', [
      problem(reasonOf(error), 'Correct this first: the service does not start so.'),
    ]);
  }
  const isRunning = await isRunningHere(config);
  const findings = await Promise.all([
    inTime('configuration', checkConfiguration(config)),
    inTime('mail', checkMail(config, mailTo)),
    inTime('images', checkS3(config)),
    inTime('disk', checkDisk(config)),
    visitInTime('proxy', examineProxy(config, isRunning)),
    visitInTime('database', examineDatabase(config, isRunning), databaseDeadlineMs),
  ]);
  return findings.flat().sort((one, other) => placeOf(one) - placeOf(other));
}

/** Like the service itself, treats a setting that is empty as one that is missing. */
const given = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value));

const placeOf = ({ check }: CheckFinding) => checkNames.indexOf(check);

const of = (check: CheckName, findings: Finding[]): CheckFinding[] =>
  findings.map((finding) => ({ check, ...finding }));

const inTime = (check: CheckName, findings: Promise<Finding[]>) =>
  visitInTime(
    check,
    findings.then((found) => of(check, found)),
  );

async function visitInTime(
  check: CheckName,
  findings: Promise<CheckFinding[]>,
  ms = deadlineMs,
): Promise<CheckFinding[]> {
  const late = problem(`Nothing was found out within ${ms / 1000} s`, 'See what does not answer there.');
  return Promise.race([
    findings.catch((error) => of(check, [problem(reasonOf(error), 'See docs and log for what this means.')])),
    sleep(ms, of(check, [late]), { ref: false }),
  ]);
}

async function examineProxy(config: Config, isRunning: boolean): Promise<CheckFinding[]> {
  const secretKey = config.secretKey ?? (await readKeyFile(keyFileIn(config.dataDir)));
  const { findings, clock } = await visitBaseUrl(config, secretKey, isRunning);
  return [...of('proxy', findings), ...of('clock', clock)];
}

async function examineDatabase(config: Config, isRunning: boolean): Promise<CheckFinding[]> {
  if (!config.databaseUrl && !(await hasEmbeddedPostgres(config.dataDir)))
    return of('database', [
      warning(
        `There is no database in ${config.dataDir} yet`,
        'The first start makes it; else check DATA_DIR.',
      ),
    ]);
  const database = await openBesideService(config);
  const db = connect(database.url, doctorsPool);
  try {
    const clock = await readDatabaseClock(db).catch(explainRefusal);
    const { findings, areTablesKnown } = await checkDatabase(config, db, database.url);
    return [
      ...of('database', findings),
      ...of('clock', [judgeClock(clock)]),
      ...(areTablesKnown ? await examineWork(config, database.url, isRunning) : []),
    ];
  } catch (error) {
    return of('database', [problem(reasonOf(error), 'Nothing works without it.')]);
  } finally {
    await db.destroy();
    await database.close();
  }
}

async function examineWork(config: Config, databaseUrl: string, isRunning: boolean): Promise<CheckFinding[]> {
  const context = createContext({ config, secretKey: '', databaseUrl, log: createLog('silent') });
  try {
    return [
      ...of('work', await checkWork(context, isRunning)),
      ...of('backups', await checkBackups(context)),
    ];
  } finally {
    await closeContext(context);
  }
}
