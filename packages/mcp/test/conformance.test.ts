import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../apps/server/test/free-port.ts';
import { aDataDir } from '../../../apps/server/test/service-process.ts';
import { checker } from './checkers.ts';
import { startServiceWithToken } from './service.ts';

const suite = checker('conformance');
const notApplicable = fileURLToPath(new URL('not-applicable.yml', import.meta.url));

/** The suite cannot send a header of its own: this stands in front and adds the token. */
async function addToken(port: number, target: string, token: string): Promise<void> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const forwarded = request(
      target + url,
      { method, headers: { ...headers, 'x-mcp-token': token } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
}

function runSuite(url: string, results: string): Promise<{ code: unknown; output: string }> {
  const options = ['--suite', 'all', '--expected-failures', notApplicable, '--output-dir', results];
  return new Promise((resolve) =>
    execFile(process.execPath, [suite, 'server', '--url', url, ...options], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  );
}

it('passes every scenario of the official suite that is about a server with tools', async () => {
  const port = await freePort();
  const { url, token } = await startServiceWithToken({ BASE_URL: `http://localhost:${port}` });
  await addToken(port, url, token);
  const { code, output } = await runSuite(`http://localhost:${port}/mcp`, await aDataDir());
  expect(code, output).toBe(0);
  const summary = output.slice(output.indexOf('=== SUMMARY ==='));
  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']) {
    expect(summary).toMatch(new RegExp(`✓ ${scenario}: [1-9] passed, 0 failed`));
  }
});
