import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectToEmbeddedPostgres } from '@skep/embedded-postgres';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connect } from '../../apps/server/src/db/connection.ts';
import { anAddress, anEmail } from '../../apps/server/test/builders.ts';
import { anEmptyPostgres } from '../../apps/server/test/own-postgres.ts';
import { aDataDir, aPreparedDataDir, launch, runService } from '../../apps/server/test/service-process.ts';

const cli = fileURLToPath(new URL('./bin/skep.js', import.meta.url));

async function skep(dataDir: string, ...args: string[]) {
  const run = launch(cli, args, { DATA_DIR: dataDir });
  return { code: await run.exit, stdout: run.stdout(), stderr: run.stderr() };
}

const password = 'correct horse battery';

/** A running service with one account. */
async function aServiceWithAda() {
  const dataDir = await aPreparedDataDir();
  const service = await runService({ DATA_DIR: dataDir });
  const email = anEmail();
  const from = () => ({ 'x-forwarded-for': anAddress() });
  const signup = await service.api.post(
    '/api/v1/auth/signup',
    { email, password, team_name: 'Bees' },
    from(),
  );
  const api = service.api.with({ authorization: `Bearer ${signup.body.access_token}` });
  const logIn = (word: string) => service.api.post('/api/v1/auth/login', { email, password: word }, from());
  return { dataDir, service, email, api, logIn };
}

describe('skep admin', () => {
  it("changes a team's plan while the service runs, and reports unknown teams", async () => {
    const { dataDir, api } = await aServiceWithAda();
    const changed = await skep(dataDir, 'admin', 'set-plan', 'bees', 'unlimited');
    expect(changed).toEqual({ code: 0, stdout: 'The team "Bees" is on the plan unlimited.\n', stderr: '' });
    expect((await api.get('/api/v1/teams')).body.items[0].plan).toBe('unlimited');

    const unknown = await Promise.all([
      skep(dataDir, 'admin', 'set-plan', 'wasps', 'free'),
      skep(dataDir, 'admin', 'set-cap', '99', '5'),
      skep(dataDir, 'admin', 'reset-password', 'nobody@example.com'),
    ]);
    expect(unknown.map(({ code, stderr }) => [code, stderr])).toEqual([
      [1, 'No team has the slug "wasps".\n'],
      [1, 'No project has the id 99.\n'],
      [1, 'No account has the email address "nobody@example.com".\n'],
    ]);
  });

  it('makes a user an operator and removes the operator role, and gives a new password, which ends the old one, sessions and MCP tokens', async () => {
    const { dataDir, service, email, api, logIn } = await aServiceWithAda();
    const overview = async () => (await api.get('/api/v1/operator/overview')).status;
    expect(await overview()).toBe(404);
    const age = /The account was created \d+ minutes ago\.\n$/;
    const refused = await skep(dataDir, 'admin', 'make-operator', email);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      / is not verified, and the account was created \d+ minutes ago\. .+ --unverified/,
    );
    expect(await overview()).toBe(404);
    const made = await skep(dataDir, 'admin', 'make-operator', email.toUpperCase(), '--unverified');
    expect(made).toEqual({ code: 0, stdout: expect.stringMatching(age), stderr: '' });
    expect(made.stdout).toContain(`${email} is an operator. `);
    expect(await overview()).toBe(200);
    const removed = await skep(dataDir, 'admin', 'make-operator', email, '--remove');
    expect(removed).toEqual({ code: 0, stdout: expect.stringMatching(age), stderr: '' });
    expect(removed.stdout).toContain(`${email} is no longer an operator. `);
    expect(await overview()).toBe(404);
    await expect(skep(dataDir, 'admin', 'make-operator', 'nobody@example.com')).resolves.toMatchObject({
      code: 1,
      stderr: 'No account has the email address "nobody@example.com".\n',
    });

    const minted = await api.post('/api/v1/me/mcp-tokens', { name: 'Claude', scopes: ['read:bugs'] });
    const { code, stdout } = await skep(dataDir, 'admin', 'reset-password', email.toUpperCase());
    expect(code).toBe(0);
    const newPassword = stdout.trim().split(' ').at(-1) ?? '';
    expect(stdout).toBe(`New password for ${email}: ${newPassword}\n`);
    expect((await logIn(password)).status).toBe(401);
    expect((await logIn(newPassword)).status).toBe(200);
    expect((await api.get('/api/v1/me')).status).toBe(401);
    const assistant = service.api.with({ 'x-mcp-token': minted.body.token });
    expect((await assistant.get('/api/v1/mcp/token')).status).toBe(401);
  });

  it('prints a link to set a new password, which keeps the teams of an account that is not verified', async () => {
    const { dataDir, service, email, api, logIn } = await aServiceWithAda();
    const { code, stdout } = await skep(dataDir, 'admin', 'reset-password', email, '--link');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\/reset-password#token=[^ ]+\n$/)]);
    expect((await api.get('/api/v1/me')).status).toBe(200);
    const token = stdout.trim().split('#token=')[1];
    const confirm = () =>
      service.api.post(
        '/api/v1/auth/password-reset/confirm',
        { token, password: 'a better horse battery' },
        { 'x-forwarded-for': anAddress() },
      );
    const reset = await confirm();
    expect([reset.status, reset.body.started_clean]).toEqual([200, undefined]);
    expect((await confirm()).status).toBe(422);
    expect((await api.get('/api/v1/me')).status).toBe(401);
    const again = service.api.with({
      authorization: `Bearer ${(await logIn('a better horse battery')).body.access_token}`,
    });
    expect((await again.get('/api/v1/me')).body.email_verified).toBe(false);
    expect((await again.get('/api/v1/teams')).body.items).toMatchObject([{ name: 'Bees' }]);
  });

  it('works while the service is stopped, and leaves no process running', async () => {
    const { dataDir, api, service } = await aServiceWithAda();
    const [team] = (await api.get('/api/v1/teams')).body.items;
    const project = (await api.post('/api/v1/projects', { team_id: team.id, name: 'Website' })).body;
    await service.end('SIGTERM');
    const capped = await skep(dataDir, 'admin', 'set-cap', String(project.id), '600');
    expect(capped).toEqual({
      code: 0,
      stdout: 'Each key of the project "Website" may send 600 reports a minute.\n',
      stderr: '',
    });
    const again = await runService({ DATA_DIR: dataDir });
    expect((await again.api.get('/health')).status).toBe(200);
  });

  it('lists in 80 columns, page by page, and escapes control characters', async () => {
    const { dataDir, api, email } = await aServiceWithAda();
    const [bees] = (await api.get('/api/v1/teams')).body.items;
    const name = 'Evil \u001b[2J\u009b31m\u202e \u8702 '.padEnd(200, 'x');
    await api.patch(`/api/v1/teams/${bees.id}`, { name });
    for (const project of ['One', 'Two'])
      await api.post('/api/v1/projects', { team_id: bees.id, name: project });
    const db = connect((await connectToEmbeddedPostgres(dataDir)) as string, { max: 1 });
    await sql`insert into jobs (kind, payload, run_at, attempts, last_error)
      values ('send-nothing', '{}', 'infinity', 10, ${name})`.execute(db);
    await db.destroy();

    const [teams, json, projects, users, jobs, none] = await Promise.all([
      skep(dataDir, 'admin', 'teams', '--search', 'evil'),
      skep(dataDir, 'admin', 'teams', '--json'),
      skep(dataDir, 'admin', 'projects', '--team', 'bees', '--limit', '1'),
      skep(dataDir, 'admin', 'users', '--search', email),
      skep(dataDir, 'admin', 'jobs'),
      skep(dataDir, 'admin', 'projects', '--team', 'wasps', '--json'),
    ]);
    for (const { code, stdout } of [teams, projects, users, jobs]) {
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(/^[^\p{Cc}\u202e]+(\n[^\p{Cc}\u202e]+)*\n$/u),
      ]);
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    }
    expect(teams.stdout).toMatch(/^ID +SLUG +NAME .*\n *\d+ +bees +Evil .*… +free +1 +2 +0 +0\n$/);
    expect(JSON.parse(json.stdout)).toMatchObject({ items: [{ id: bees.id, name }], total: 1, limit: 50 });
    expect(json.stdout.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(projects.stdout).toMatch(/\n *\d+ +bees +Two +60 +100 +0 +0 +0\n$/);
    expect(projects.stderr).toBe('1 to 1 of 2 projects. --offset 1 shows more.\n');
    expect(users.stdout).toContain(email);
    expect(none).toMatchObject({
      code: 1,
      stderr: '{"detail":"No team has the slug \\"wasps\\"."}\n',
    });

    const [, line = ''] = jobs.stdout.split('\n');
    const id = line.trim().split(' ')[0] as string;
    expect(await skep(dataDir, 'admin', 'discard-job', id)).toMatchObject({
      stdout: '1 job is discarded.\n',
    });
    const [again, all] = [
      await skep(dataDir, 'admin', 'retry-job', id),
      await skep(dataDir, 'admin', 'retry-job', 'all'),
    ];
    expect(again).toMatchObject({ code: 1, stderr: `No failed job has the id ${id}.\n` });
    expect(all).toMatchObject({ code: 0, stdout: '0 jobs are retried.\n' });
  });

  it('does not create a database', async () => {
    const dataDir = await aDataDir();
    for (const mistyped of [dataDir, join(dataDir, 'mistyped')]) {
      await expect(skep(mistyped, 'admin', 'set-plan', 'bees', 'free')).resolves.toEqual({
        code: 1,
        stdout: '',
        stderr: `No database found in ${mistyped}. Set DATA_DIR or DATABASE_URL to the values of the service.\n`,
      });
    }
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('does not create tables in a foreign database', async () => {
    const postgres = await anEmptyPostgres();
    const run = launch(cli, ['admin', 'set-plan', 'bees', 'free'], postgres.settings);
    expect([await run.exit, run.stderr()]).toEqual([
      1,
      'The database of DATABASE_URL has no Skep tables. Set DATABASE_URL to the value of the service.\n',
    ]);
    expect(await postgres.query("select from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  it('reports invalid arguments as text and as JSON', async () => {
    const dataDir = await aDataDir();
    const cases: [string[], string][] = [
      [['set-plan', 'bees', 'gold'], 'The plan must be free or unlimited, not "gold".'],
      [['set-cap', '1', '0'], 'The cap must be a number from 1 to 1000000, not "0".'],
      [['teams', '--limit', '0'], '--limit must be a number from 1 to 10000, not "0".'],
      [['discard-job', 'one'], 'The job id must be a number such as 3, not "one".'],
      [['reset-password'], 'Usage: skep admin reset-password <email> [options]'],
      [['make-operator', 'a@b.c', '--why'], "Unknown option '--why'. See skep admin make-operator --help."],
      [['dance', '--json'], '{"detail":"Unknown command \\"dance\\". Run skep admin --help for a list."}'],
    ];
    const runs = await Promise.all(cases.map(([args]) => skep(dataDir, 'admin', ...args)));
    expect(runs).toEqual(cases.map(([, sentence]) => ({ code: 1, stdout: '', stderr: `${sentence}\n` })));
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('documents every command and option', async () => {
    const dataDir = await aDataDir();
    const all = await skep(dataDir, 'admin', '--help');
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(all.stdout).toContain('set-plan <team slug> <free|unlimited>');
    const one = await skep(dataDir, 'admin', 'make-operator', '--help');
    expect(one.stdout).toMatch(/^Usage: skep admin make-operator <email> \[options\]\n.*--remove.*--json/s);
  });
});

it('skep prints its help after an unknown command', async () => {
  const { code, stderr } = await skep(await aDataDir(), 'dance');
  expect([code, stderr.split('\n')[0]]).toEqual([2, 'Usage: skep <command>']);
});

it('skep prints its version and the help of its commands', async () => {
  const dataDir = await aDataDir();
  const [version, help, mcp] = await Promise.all([
    skep(dataDir, '--version'),
    skep(dataDir, '--help'),
    skep(dataDir, 'mcp', '--help'),
  ]);
  expect(version).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
  expect(help).toEqual({ code: 0, stdout: expect.stringMatching(/^Usage: skep <command>/), stderr: '' });
  expect(mcp).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Usage: skep mcp.*SKEP_MCP_TOKEN/s),
    stderr: '',
  });
});
