import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tools } from '../src/tools/index.ts';
import { checker } from './checkers.ts';
import { cli } from './clients.ts';
import { startServiceWithToken } from './service.ts';

const inspector = checker('mcp-inspector');

interface Run {
  code: unknown;
  stdout: string;
  stderr: string;
}

/** Runs the official inspector with a home folder of its own, so that nothing is left behind. */
async function anInspector(target: string[]): Promise<(...args: string[]) => Promise<Run>> {
  const home = await mkdtemp(join(tmpdir(), 'skep-inspector-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, HOME: home };
  return (...args) =>
    new Promise((resolve) =>
      execFile(
        inspector,
        // On a busy machine, the command that it starts takes longer than it would wait.
        ['--cli', ...target, '--connect-timeout', '240000', '--format', 'json', ...args],
        { env },
        (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
      ),
    );
}

it('the documentation names the inspector that is tested', async () => {
  const { dependencies } = JSON.parse(
    await readFile(new URL('checkers/package.json', import.meta.url), 'utf8'),
  );
  const docs = await readFile(new URL('../../../docs/mcp.md', import.meta.url), 'utf8');
  const name = '@modelcontextprotocol/inspector';
  expect(docs).toContain(`npx ${name}@${dependencies[name]} --cli`);
});

it('the official inspector lists every tool without a complaint and calls some, and does so over stdio too', {
  timeout: 600_000,
}, async () => {
  const { url, token, teamId, bugId } = await startServiceWithToken();
  const inspect = await anInspector(['--server-url', `${url}/mcp`, '--header', `X-MCP-Token: ${token}`]);
  const listed = await inspect('--method', 'tools/list', '--strict');
  expect({ code: listed.code, stderr: listed.stderr }).toEqual({ code: 0, stderr: '' });
  const names = JSON.parse(listed.stdout).result.tools.map(({ name }: { name: string }) => name);
  expect(names).toEqual(tools.map(({ name }) => name));

  // A run of it takes seconds; the test of each tool calls it with the official client.
  const byTool: Record<string, object> = {
    list_bugs: { status: 'open' },
    update_bug: { bug_id: bugId, severity: 'high' },
    list_honeycombs: {},
    create_label: { team_id: teamId, name: 'Checkout', color: '#F59E0B' },
    detect_framework: { files: [{ name: 'Gemfile', content: 'gem "rails"' }] },
  };
  for (const [name, args] of Object.entries(byTool)) {
    const run = await inspect(
      '--method',
      'tools/call',
      '--tool-name',
      name,
      '--tool-args-json',
      JSON.stringify(args),
    );
    expect({ name, code: run.code, stderr: run.stderr }).toEqual({ name, code: 0, stderr: '' });
    expect(JSON.parse(run.stdout).result).toHaveProperty('structuredContent');
  }

  const inspectStdio = await anInspector([
    ...['-e', `SKEP_URL=${url}`, '-e', `SKEP_MCP_TOKEN=${token}`, '--protocol-era', 'modern'],
    ...[process.execPath, cli, 'mcp'],
  ]);
  const { code, stdout } = await inspectStdio('--method', 'tools/list', '--strict');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).result.tools).toHaveLength(tools.length);
});
