import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainStartFailure } from '../src/start/failures.ts';
import { startService } from '../src/start/service.ts';
import { freePort } from './free-port.ts';
import { anEmptyPostgres, anOwnPostgres } from './own-postgres.ts';
import {
  aDataDir,
  aPreparedDataDir,
  defaultStartupLines,
  launchService,
  runService,
} from './service-process.ts';

/** The output of a failed start. */
async function failureOf(settings: Record<string, string>): Promise<string> {
  const started = startService({ PORT: String(await freePort()), ...settings });
  return started.then(() => 'it has started', explainStartFailure);
}

describe('a data folder that cannot be used stops the start with a sentence:', () => {
  const sentence = (dataDir: string, reason: string) =>
    `The data folder ${dataDir} cannot be used (${reason}). Make it writable for Skep, or set DATA_DIR to another folder.`;

  it('a file, which stays as it is', async () => {
    const file = join(await aDataDir(), 'file');
    await writeFile(file, 'x', { mode: 0o640 });
    expect(await failureOf({ DATA_DIR: file })).toBe(sentence(file, `${file} is not a folder`));
    const below = join(file, 'below');
    expect(await failureOf({ DATA_DIR: below })).toBe(
      sentence(below, `ENOTDIR: not a directory, stat '${below}'`),
    );
  });

  it.runIf(process.platform === 'linux').each(['/proc/x', '/proc'])(
    '%s, where nothing can be made',
    async (place) => {
      for (const own of [{}, { DATABASE_URL: 'postgres://me@127.0.0.1/skep' }]) {
        const said = await failureOf({ DATA_DIR: place, ...own });
        expect(said).toMatch(
          /^The data folder \/proc.* cannot be used \(E.*, or set DATA_DIR to another folder\.$/,
        );
      }
    },
  );
});

describe('an address to listen on', () => {
  it.each([
    ['nowhere.invalid', '1'],
    ['nowhere.invalid', '2'],
    ['192.0.2.1', '1'],
  ])(
    'that is not here stops the start with a sentence about HOST (%s, %s processes)',
    async (HOST, WORKERS) => {
      const said = await failureOf({ DATA_DIR: await aPreparedDataDir(), HOST, WORKERS });
      expect(said).toBe(`HOST ${HOST} is not an IP address of this machine.`);
    },
  );

  it('that others reach comes with a word about BASE_URL, unless that is set', async () => {
    const port = String(await freePort());
    const settings = { DATA_DIR: await aPreparedDataDir(), HOST: '0.0.0.0', PORT: port };
    const open = await runService(settings);
    expect(open.stdout().trimEnd().split('\n').at(-1)).toBe(
      `The service listens on 0.0.0.0, but links point to http://localhost:${port}. Set BASE_URL to the public URL.`,
    );
    await open.end('SIGTERM');
    const named = await runService({ ...settings, BASE_URL: 'https://bugs.example.com' });
    const lines = [
      'Skep is running at https://bugs.example.com',
      `Data: ${settings.DATA_DIR}`,
      ...defaultStartupLines,
      '',
    ];
    expect(named.stdout().split('\n')).toEqual(lines);
  });
});

describe('a PostgreSQL of DATABASE_URL that cannot be used stops the start with a sentence about what to check:', () => {
  const sentence = (reason: string, advice: string) =>
    `Cannot use the database of DATABASE_URL: ${reason}. ${advice}`;

  it('one that is not there', async () => {
    const port = await freePort();
    const checkAddress = 'Check the host and that the server is running.';
    const DATA_DIR = await aDataDir();
    expect(await failureOf({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/skep`, DATA_DIR })).toBe(
      sentence(`connect ECONNREFUSED 127.0.0.1:${port}`, checkAddress),
    );
    expect(await failureOf({ DATABASE_URL: 'postgres://me@nowhere.invalid/skep', DATA_DIR })).toMatch(
      /^Cannot use the database of DATABASE_URL: getaddrinfo \w+ nowhere\.invalid\. Check the host and that the server is running\.$/,
    );
  });

  it('one that refuses', async () => {
    const postgres = await anEmptyPostgres();
    const [{ hba_file }] = await postgres.query('show hba_file');
    await postgres.query(
      `copy (values ('local all skep trust'), ('local all all scram-sha-256')) to '${hba_file}'`,
    );
    await postgres.query(`create role ada login password 'right'`);
    await postgres.query(`create role crowd login password 'right' connection limit 0`);
    await postgres.query('select pg_reload_conf()');
    const as = (user: string, database = 'skep', sslmode = 'disable') =>
      postgres.url
        .replace('//skep@', `//${user}@`)
        .replace('/skep?', `/${database}?`)
        .replace('sslmode=disable', `sslmode=${sslmode}`);
    const checkLogin = 'Check user and password.';
    const cases = [
      [as('ada:wrong'), 'password authentication failed for user "ada"', checkLogin],
      [as('nobody:wrong'), 'password authentication failed for user "nobody"', checkLogin],
      [as('ada'), 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', checkLogin],
      [
        as('ada:right', 'nothing'),
        'database "nothing" does not exist',
        'Create the database or check its name.',
      ],
      [as('ada:right'), 'permission denied for schema public', 'Grant its user the right to create tables.'],
      [
        as('crowd:right'),
        'too many connections for role "crowd"',
        'Raise max_connections on the server, or close other connections.',
      ],
      [
        as('ada:right', 'skep', 'require'),
        'The server does not support SSL connections',
        'Check sslmode in DATABASE_URL and the certificate of the server.',
      ],
    ] as const;
    const DATA_DIR = await aDataDir();
    for (const [DATABASE_URL, reason, advice] of cases)
      expect(await failureOf({ DATABASE_URL, DATA_DIR })).toBe(sentence(reason, advice));

    const [DATABASE_URL, reason, advice] = cases[6];
    const inEarnest = launchService({ DATABASE_URL, DATA_DIR });
    expect(await inEarnest.exit).toBe(1);
    expect(inEarnest.stderr()).toBe(`${sentence(reason, advice)}\n`);
  });
});

it('a database that another version of Skep has made stops the start with a sentence, and stays as it is', async () => {
  const postgres = await anOwnPostgres();
  await postgres.query(`insert into kysely_migration values ('9999-what-is-to-come', 'later')`);
  expect(await failureOf(postgres.settings)).toBe(
    'The database was migrated by a newer version of Skep. Start that version or a later one, or restore a backup from before the upgrade.',
  );
  await postgres.query('truncate kysely_migration');
  await postgres.query(`insert into kysely_migration values ('0001-accounts', 'then')`);
  expect(await failureOf(postgres.settings)).toBe(
    'The database was created by Skep 0.1.0 or older. Back it up with that version (skep admin backup) and restore it with this one into an empty database.',
  );
  expect(await postgres.query('select name from kysely_migration')).toEqual([{ name: '0001-accounts' }]);
});
