import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { aBaseUrl } from '../../../../apps/server/test/harness.ts';
import { startAssistant } from '../../test/assistant.ts';
import { type FrameworkId, frameworkIds, frameworks } from './frameworks.ts';

const BASE_URL = await aBaseUrl();
const { ada, project, call } = await startAssistant({ BASE_URL });
const folder = await mkdtemp(join(tmpdir(), 'skep-snippets-'));
afterAll(() => rm(folder, { recursive: true }));

interface Snippet {
  files: { path: string; code: string }[];
  steps: string[];
  key_included: boolean;
}

async function snippetFor(framework: FrameworkId): Promise<Snippet> {
  return (await call('get_install_snippet', { framework, project_id: project.id })).data;
}

describe.each(frameworkIds)('the code for %s', (framework) => {
  it('has the key and the address in every file, and says what to do with it', async () => {
    const { files, steps, key_included } = await snippetFor(framework);
    expect(key_included).toBe(true);
    for (const { code } of files) {
      expect(code).toContain(project.api_key);
      expect(code).toContain(`${BASE_URL}/${framework === 'html' ? 'widget.js' : 'api/v1/bugs'}`);
    }
    expect(steps.length).toBeGreaterThanOrEqual(2);
    expect(steps.at(-1)).toContain(`project ${project.id}, "Shop"`);
  });
});

const javascript = frameworkIds.filter((id) => /Script/.test(frameworks[id].language));

it.each(javascript)('the code for %s can be read by a parser', async (framework) => {
  for (const { code } of (await snippetFor(framework)).files) {
    // Decorators are all that the parser does not know.
    expect(stripTypeScriptTypes(code.replace(/^@Catch\(\)$/m, ''))).toContain('async function reportBug');
  }
});

/** The report with this title, once it has arrived. */
async function reportOf(title: string) {
  const find = async () => {
    const { items } = (await ada.api.get(`/api/v1/bugs-admin?project_id=${project.id}&limit=200`)).body;
    return items.find((item: { title: string }) => item.title === title);
  };
  const found = await vi.waitUntil(find, { timeout: 60_000 });
  return (await ada.api.get(`/api/v1/bugs-admin/${found.id}`)).body;
}

async function writeSnippet(framework: FrameworkId, name: string): Promise<string> {
  const [file] = (await snippetFor(framework)).files;
  const path = join(folder, name);
  await writeFile(path, file?.code ?? '');
  return path;
}

describe('the code works', () => {
  it('in a page: errors and lost promises are reported, each once', async () => {
    const listeners: Record<string, (event: object) => void> = {};
    vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
      listeners[name] = listener;
    });
    vi.stubGlobal('location', new URL('https://shop.example.com/pay?card=4711'));
    await import(pathToFileURL(await writeSnippet('react', 'page.ts')).href);
    const error = new TypeError('cart is undefined');
    listeners.error?.({ error });
    listeners.error?.({ error });
    listeners.unhandledrejection?.({ reason: `  ${'🐝'.repeat(600)}` });
    expect(await reportOf('cart is undefined')).toMatchObject({
      description: 'TypeError: cart is undefined',
      severity: 'high',
      url: 'https://shop.example.com/pay',
      stack_trace: expect.stringContaining('TypeError: cart is undefined'),
    });
    await reportOf('🐝'.repeat(500));
    const { items } = (await ada.api.get(`/api/v1/bugs-admin?project_id=${project.id}`)).body;
    expect(items.filter(({ title }: { title: string }) => title === 'cart is undefined')).toHaveLength(1);
    vi.unstubAllGlobals();
  });

  it('in a Fastify server: faults are reported, refusals are not', async () => {
    const { skepErrors } = await import(pathToFileURL(await writeSnippet('fastify', 'fastify.mjs')).href);
    const request = { method: 'GET', routeOptions: { url: '/orders/:id' } };
    await skepErrors(request, {}, Object.assign(new Error('short and stout'), { statusCode: 418 }));
    await skepErrors(request, {}, new Error('no such order'));
    const { description } = await reportOf('no such order');
    expect(description).toBe('Error: no such order\nGET /orders/:id');
    const { items } = (await ada.api.get(`/api/v1/bugs-admin?project_id=${project.id}`)).body;
    expect(items.map(({ title }: { title: string }) => title)).not.toContain('short and stout');
  });

  it('in an Express server', async () => {
    const { skepErrors } = await import(pathToFileURL(await writeSnippet('express', 'express.mjs')).href);
    const next = vi.fn();
    const error = new Error('out of stock');
    skepErrors(error, { method: 'POST', path: '/orders' }, {}, next);
    expect(next).toHaveBeenCalledWith(error);
    expect((await reportOf('out of stock')).description).toBe('Error: out of stock\nPOST /orders');
  });

  it('in a Node.js program, which still ends with its error', async () => {
    await writeSnippet('node', 'skep.mjs');
    const program = join(folder, 'program.mjs');
    await writeFile(
      program,
      "import './skep.mjs';\nawait null;\nPromise.reject(new Error('program broke'));\n",
    );
    const { code, stderr } = await run(process.execPath, program);
    expect([code, stderr]).toEqual([1, expect.stringContaining('program broke')]);
    await reportOf('program broke');
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  it.skipIf(!hasPython)('in a Python program, which still ends with its error', async () => {
    await writeSnippet('python', 'skep.py');
    const program = join(folder, 'program.py');
    await writeFile(program, "import skep\nskep.install()\nraise ValueError('snake broke')\n");
    const { code, stderr } = await run('python3', program);
    expect([code, stderr]).toEqual([1, expect.stringContaining('snake broke')]);
    await reportOf('ValueError: snake broke');
  });

  function run(command: string, file: string): Promise<{ code: unknown; stderr: string }> {
    return new Promise((resolve) =>
      execFile(command, [file], (error, _stdout, stderr) => resolve({ code: error?.code ?? 0, stderr })),
    );
  }
});
