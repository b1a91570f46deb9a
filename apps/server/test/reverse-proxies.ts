import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

/** A real proxy configured by our deployment recipe. */
export interface ReverseProxy {
  name: string;
  /** Plain HTTP, to avoid certificates. */
  url: string;
  /** The status over TLS with certificate verification. */
  statusOverTls(path: string): Promise<number | undefined>;
}

/** Programs that are missing. */
export const missingPrograms = ['nginx', 'caddy', 'openssl'].filter((name) => !isInstalled(name));

function isInstalled(program: string): boolean {
  // Debian installs nginx in /usr/sbin.
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
  return folders.some((folder) => existsSync(join(folder, program)));
}

export async function startNginx(servicePort: string): Promise<ReverseProxy> {
  const folder = await aFolder();
  const [port, tlsPort, redirectPort] = [await freePort(), await freePort(), await freePort()];
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost'.split(
        ' ',
      ),
      ...['-addext', 'subjectAltName=DNS:localhost', '-out', certificate, '-keyout', key],
    ],
    { stdio: 'ignore' },
  );
  const recipe = readFileSync('deploy/nginx/skep.conf', 'utf8')
    .replaceAll(/.*listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${redirectPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${tlsPort} ssl http2; listen 127.0.0.1:${port};`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('127.0.0.1:4000', `127.0.0.1:${servicePort}`);
  writeFileSync(join(folder, 'skep.conf'), recipe);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr; events {}
     http { access_log off; ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} include ${folder}/skep.conf; }`,
  );
  run('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], folder, {});
  return ready({
    name: 'nginx',
    url: `http://127.0.0.1:${port}`,
    statusOverTls: overTls(tlsPort, certificate),
  });
}

/** Caddy creates its own certificate for localhost. */
export async function startCaddy(servicePort: string): Promise<ReverseProxy> {
  const folder = await aFolder();
  const [port, tlsPort] = [await freePort(), await freePort()];
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    `{\n admin off\n skip_install_trust\n auto_https disable_redirects\n}\nimport ${resolve('deploy/caddy/Caddyfile')}\n`,
  );
  run('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], folder, {
    SKEP_HOST: `http://127.0.0.1:${port}, https://localhost:${tlsPort}`,
    SKEP_UPSTREAM: `127.0.0.1:${servicePort}`,
  });
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  return ready({
    name: 'Caddy',
    url: `http://127.0.0.1:${port}`,
    statusOverTls: overTls(tlsPort, authority),
  });
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skep-proxy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // nginx workers run as another user when started by root.
  await chmod(folder, 0o755);
  return folder;
}

function run(program: string, args: string[], folder: string, settings: Record<string, string>): void {
  const env = {
    PATH: `${process.env.PATH}:/usr/sbin`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    ...settings,
  };
  const child = spawn(program, args, { env, stdio: 'ignore' });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
}

function overTls(port: number, authority: string): ReverseProxy['statusOverTls'] {
  return (path) =>
    new Promise((resolve, reject) => {
      const ca = readFileSync(authority);
      const request = get({ host: '127.0.0.1', servername: 'localhost', port, path, ca, agent: false });
      request.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject);
      request.on('response', (response) => response.resume());
    });
}

async function ready(proxy: ReverseProxy): Promise<ReverseProxy> {
  await expect
    .poll(() =>
      fetch(`${proxy.url}/health`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  return proxy;
}
