import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { anAddress, anEmail } from '../../apps/server/test/builders.ts';
import { anEmptyPostgres } from '../../apps/server/test/own-postgres.ts';
import { aDataDir, aPreparedDataDir, launch, runService } from '../../apps/server/test/service-process.ts';

const cli = fileURLToPath(new URL('./bin/skep.js', import.meta.url));

async function skep(dataDir: string, ...args: string[]) {
  const run = launch(cli, args, { DATA_DIR: dataDir });
  return { code: await run.exit, stdout: run.stdout(), stderr: run.stderr() };
}

const password = 'correct horse battery';

/** A running service with one account in it, and what that account can do. */
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
  it("changes a team's plan while the service runs", async () => {
    const { dataDir, api } = await aServiceWithAda();
    const changed = await skep(dataDir, 'admin', 'set-plan', 'bees', 'unlimited');
    expect(changed).toEqual({ code: 0, stdout: 'The team "Bees" is on the plan unlimited.\n', stderr: '' });
    expect((await api.get('/api/v1/teams')).body.items[0].plan).toBe('unlimited');
  });

  it('gives a user a new password, which ends the old one, its sessions and MCP tokens', async () => {
    const { dataDir, service, email, api, logIn } = await aServiceWithAda();
    const minted = await api.post('/api/v1/me/mcp-tokens', { name: 'Claude', scopes: ['read:bugs'] });
    const { code, stdout } = await skep(dataDir, 'admin', 'reset-password', email.toUpperCase());
    expect(code).toBe(0);
    const newPassword = stdout.trim().split(' ').at(-1) ?? '';
    expect(stdout).toBe(`The new password of ${email} is ${newPassword}\n`);
    expect((await logIn(password)).status).toBe(401);
    expect((await logIn(newPassword)).status).toBe(200);
    expect((await api.get('/api/v1/me')).status).toBe(401);
    const assistant = service.api.with({ 'x-mcp-token': minted.body.token });
    expect((await assistant.get('/api/v1/mcp/token')).status).toBe(401);
  });

  it('makes a user an operator, and takes it back', async () => {
    const { dataDir, email, api } = await aServiceWithAda();
    const overview = async () => (await api.get('/api/v1/operator/overview')).status;
    expect(await overview()).toBe(404);
    const made = await skep(dataDir, 'admin', 'make-operator', email.toUpperCase());
    expect(made).toEqual({ code: 0, stdout: `${email} is an operator.\n`, stderr: '' });
    expect(await overview()).toBe(200);
    const removed = await skep(dataDir, 'admin', 'make-operator', email, '--remove');
    expect(removed).toEqual({ code: 0, stdout: `${email} is no operator any more.\n`, stderr: '' });
    expect(await overview()).toBe(404);
    await expect(skep(dataDir, 'admin', 'make-operator', 'nobody@example.com')).resolves.toMatchObject({
      code: 1,
      stderr: 'There is no account with the e-mail address "nobody@example.com".\n',
    });
  });

  it('works on the data of a service that does not run, and leaves nothing running', async () => {
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

  it('says what does not exist', async () => {
    const { dataDir } = await aServiceWithAda();
    await expect(skep(dataDir, 'admin', 'set-plan', 'wasps', 'free')).resolves.toMatchObject({
      code: 1,
      stderr: 'There is no team with the slug "wasps".\n',
    });
    await expect(skep(dataDir, 'admin', 'set-cap', '99', '5')).resolves.toMatchObject({
      code: 1,
      stderr: 'There is no project with the id 99.\n',
    });
    await expect(skep(dataDir, 'admin', 'reset-password', 'nobody@example.com')).resolves.toMatchObject({
      code: 1,
      stderr: 'There is no account with the e-mail address "nobody@example.com".\n',
    });
  });

  it('makes no database where the service has made none', async () => {
    const dataDir = await aDataDir();
    for (const mistyped of [dataDir, join(dataDir, 'mistyped')]) {
      await expect(skep(mistyped, 'admin', 'set-plan', 'bees', 'free')).resolves.toEqual({
        code: 1,
        stdout: '',
        stderr: `There is no database of Skep in ${mistyped}. Set DATA_DIR or DATABASE_URL as the service has them.\n`,
      });
    }
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('makes no tables in a database of others', async () => {
    const postgres = await anEmptyPostgres();
    const run = launch(cli, ['admin', 'set-plan', 'bees', 'free'], postgres.settings);
    expect([await run.exit, run.stderr()]).toEqual([
      1,
      'The database of DATABASE_URL holds no tables of Skep. Set it as the service has it.\n',
    ]);
    expect(await postgres.query("select from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  it.each([
    [['set-plan', 'bees', 'gold'], 'The plan must be free or unlimited, not "gold".'],
    [['set-cap', '1', '0'], 'The cap must be a number from 1 to 1000000, not "0".'],
    [['set-cap', 'one', '5'], 'The project id must be a number such as 3, not "one".'],
    [['reset-password'], 'Usage: skep admin reset-password <e-mail>'],
    [['make-operator', 'a@b.c', '--why'], "Unknown option '--why'. See skep admin make-operator --help."],
    [['dance'], 'There is no command "dance": skep admin --help names them all.'],
  ])('explains itself after %j, for people and for programs', async (args, sentence) => {
    const dataDir = await aDataDir();
    const expected = { code: 1, stdout: '' };
    const runs = [skep(dataDir, 'admin', ...args), skep(dataDir, 'admin', ...args, '--json')];
    const [forPeople, forPrograms] = await Promise.all(runs);
    expect(forPeople).toEqual({ ...expected, stderr: `${sentence}\n` });
    expect(forPrograms).toEqual({ ...expected, stderr: `${JSON.stringify({ detail: sentence })}\n` });
  });

  it('names every command and every option', async () => {
    const dataDir = await aDataDir();
    const all = await skep(dataDir, 'admin', '--help');
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(all.stdout).toContain('set-plan <team slug> <free|unlimited>');
    const one = await skep(dataDir, 'admin', 'make-operator', '--help');
    expect(one.stdout).toMatch(/^Usage: skep admin make-operator <e-mail> \[options\]\n.*--remove.*--json/s);
  });
});

it('skep explains itself after an unknown command', async () => {
  const { code, stderr } = await skep(await aDataDir(), 'dance');
  expect([code, stderr.split('\n')[0]]).toEqual([2, 'Usage: skep <command>']);
});
