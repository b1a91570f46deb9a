import { setTimeout as sleep } from 'node:timers/promises';
import { hasEmbeddedPostgres } from '@skep/embedded-postgres';
import { type Config, readConfig } from '../config.ts';
import { closeContext, createContext } from '../context.ts';
import { connect } from '../db/connection.ts';
import { createLog } from '../log.ts';
import { oneLine } from '../mail/untrusted-text.ts';
import { keyFileIn, readKeyFile } from '../secret-key.ts';
import { explainRefusal } from '../start/failures.ts';
import { readListening } from '../start/listening.ts';
import type { AdminCommand } from './command.ts';
import { openBesideService } from './database.ts';
import { checkConfiguration } from './doctor/configuration.ts';
import { checkDatabase, doctorsPool } from './doctor/database.ts';
import { type Finding, problem, reasonOf, warning } from './doctor/finding.ts';
import { checkS3 } from './doctor/images.ts';
import { checkBackups, checkDatabaseClock, checkDisk, checkWork } from './doctor/machine.ts';
import { checkMail } from './doctor/mail.ts';
import { checkBaseUrl, isRunningHere } from './doctor/proxy.ts';

/** Exit after this even if a check left connections open. */
const lingerMs = 1_000;

export const doctorCommand: AdminCommand = {
  takes: [],
  summary: 'Checks configuration, database, mail, images, proxy, disk, clock and backups',
  options: {
    'mail-to': { value: 'address', summary: 'sends a test email to this address' },
  },
  async run({ option }) {
    const findings = await examine(option('mail-to'));
    setTimeout(() => process.exit(), lingerMs).unref();
    const problems = count(findings, 'problem');
    const warnings = count(findings, 'warning');
    const verdict = problems > 0 ? 'problem' : warnings > 0 ? 'warning' : 'ok';
    return {
      data: { verdict, findings },
      text: [...findings.map(show), '', `${problems} problems, ${warnings} warnings.`].join('\n'),
      isBad: problems > 0,
    };
  },
};

const count = (findings: CheckFinding[], verdict: string) =>
  findings.filter((finding) => finding.verdict === verdict).length;

const margin = ' '.repeat(24);
const row = /.{1,56}(?:\s|$)|.{1,56}/gu;

/** Formats one finding in 80 columns: check, result, and the advice below. */
function show({ check, verdict, found, advice }: CheckFinding): string {
  const lines = [found, ...(advice === null ? [] : [`> ${advice}`])].flatMap(
    (text) => oneLine(text, 1_000).match(row) ?? [],
  );
  const head = `${check.padEnd(14)} ${verdict.padEnd(8)} `;
  return lines.map((line, i) => `${i === 0 ? head : margin}${line.trimEnd()}`).join('\n');
}

/** Output order. */
const checkNames = [
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

interface CheckFinding extends Finding {
  check: CheckName;
}

const deadlineMs = 20_000;
/** A database that must be started first, perhaps after a crash, gets more time. */
const databaseDeadlineMs = 40_000;

/** Runs all checks concurrently. A check that times out becomes a finding, so the command always ends. */
async function examine(mailTo: string | undefined): Promise<CheckFinding[]> {
  let config: Config;
  try {
    const { dataDir } = readConfig(process.env);
    config = readConfig({ ...(await readListening(dataDir)), ...given(process.env) });
  } catch (error) {
    return of('configuration', [problem(reasonOf(error), 'Fix this first: the service cannot start.')]);
  }
  const isRunning = await isRunningHere(config);
  const findings = await Promise.all([
    inTime('configuration', checkConfiguration(config)),
    inTime('mail', checkMail(config, mailTo)),
    inTime('images', checkS3(config)),
    inTime('disk', checkDisk(config)),
    inTime('proxy', examineProxy(config, isRunning)),
    inTime('database', examineDatabase(config, isRunning), databaseDeadlineMs),
  ]);
  return findings.flat().sort((one, other) => placeOf(one) - placeOf(other));
}

/** Like the service, treats an empty setting as missing. */
const given = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value));

const placeOf = ({ check }: CheckFinding) => checkNames.indexOf(check);

const of = (check: CheckName, findings: Finding[]): CheckFinding[] =>
  findings.map((finding) => ({ check, ...finding }));

/** Assigns findings without a check name to this check. */
async function inTime(
  check: CheckName,
  findings: Promise<(Finding & { check?: CheckName })[]>,
  ms = deadlineMs,
): Promise<CheckFinding[]> {
  const late = problem(
    `The check did not finish within ${ms / 1000} s`,
    'Check which server does not respond.',
  );
  return Promise.race([
    findings
      .catch((error) => [problem(reasonOf(error), 'See the docs and the log.')])
      .then((found) => found.map((finding) => ({ check, ...finding }))),
    sleep(ms, of(check, [late]), { ref: false }),
  ]);
}

async function examineProxy(config: Config, isRunning: boolean): Promise<CheckFinding[]> {
  const secretKey = config.secretKey ?? (await readKeyFile(keyFileIn(config.dataDir)));
  const { findings, clock } = await checkBaseUrl(config, secretKey, isRunning);
  return [...of('proxy', findings), ...of('clock', clock)];
}

async function examineDatabase(config: Config, isRunning: boolean): Promise<CheckFinding[]> {
  if (!config.databaseUrl && !(await hasEmbeddedPostgres(config.dataDir)))
    return of('database', [
      warning(
        `No database in ${config.dataDir} yet`,
        'The first start creates it. Otherwise check DATA_DIR.',
      ),
    ]);
  const database = await openBesideService(config);
  const db = connect(database.url, doctorsPool);
  try {
    const clock = await checkDatabaseClock(db).catch(explainRefusal);
    const { findings, areTablesKnown } = await checkDatabase(config, db, database.url);
    return [
      ...of('database', findings),
      ...of('clock', [clock]),
      ...(areTablesKnown ? await examineWork(config, database.url, isRunning) : []),
    ];
  } catch (error) {
    return of('database', [problem(reasonOf(error), 'The service needs the database.')]);
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
