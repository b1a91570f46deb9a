import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

const read = (path: string) => readFileSync(`deploy/${path}`, 'utf8');
const documentation = readFileSync('docs/configuration.md', 'utf8');
const aSecret = 'a secret that only the tests have, and no file';

/** The settings in a recipe. Operator-specific values get their default or a placeholder. */
function settingsIn(recipe: string): Record<string, string> {
  const text = recipe.replace(
    /\$\{\w+(?::-(\w*)|:\?[^}]*)?\}/g,
    (all, otherwise) => otherwise ?? all.slice(2, 3),
  );
  const found = text.matchAll(/(?:^| |Environment=)([A-Z][A-Z0-9_]+)(?:=|: )"?([^\s"]*)/gm);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]));
}

const between = (text: string, from: string, to: string) => text.slice(text.indexOf(from), text.indexOf(to));
const unit = read('systemd/skep.service');
const secrets = {
  SECRET_KEY: aSecret,
  DATABASE_URL: 'postgres://skep@postgres/skep',
  S3_SECRET_ACCESS_KEY: aSecret,
};

it.each([
  ['systemd', settingsIn(`${unit}\n${read('systemd/skep.env.example').replace(/^#.*/gm, '')}`)],
  ['the image', { ...settingsIn(read('Dockerfile')), BASE_URL: 'https://bugs.example.com' }],
  [
    'compose',
    {
      NODE_ENV: 'production',
      ...settingsIn(between(read('compose/compose.yaml'), '  skep:', '  postgres:')),
      ...secrets,
    },
  ],
  [
    'Kubernetes',
    {
      NODE_ENV: 'production',
      ...settingsIn(between(read('kubernetes/skep.yaml'), '\ndata:', 'kind: Deployment')),
      ...secrets,
    },
  ],
])('has settings for %s that a start accepts and the documentation lists', (_where, settings) => {
  const { production, trustedProxies, baseUrl } = readConfig(settings);
  expect([production, trustedProxies.areNamed, new URL(baseUrl).protocol]).toEqual([true, true, 'https:']);
  const ofNode = ['NODE_COMPILE_CACHE', 'BASE'];
  expect(
    Object.keys(settings).filter((name) => !ofNode.includes(name) && !documentation.includes(`\`${name}\``)),
  ).toEqual([]);
});

it('pins every image of compose to a version', () => {
  const images = [...read('compose/compose.yaml').matchAll(/^ +image: (.*)$/gm)].map(([, image]) => image);
  const built = 'skep';
  expect(images.length).toBeGreaterThan(3);
  expect(images.filter((image) => image !== built && !/:v?\d+\.\d+(\.\d+)?$/.test(image ?? ''))).toEqual([]);
});

it('restarts no container because its database is away, or because it waits for migrations', () => {
  expect(between(read('Dockerfile'), 'HEALTHCHECK', 'CMD ["node", "/opt')).toMatch(
    /--start-period=1h .*\n.*\/health\/live`/,
  );
  const pod = read('kubernetes/skep.yaml');
  const [, seconds, failures] =
    /startupProbe:\n.*\/health\/live.*\n +periodSeconds: (\d+)\n +failureThreshold: (\d+)/.exec(pod) ?? [];
  expect(Number(seconds) * Number(failures)).toBeGreaterThanOrEqual(3_600);
  expect(between(pod, 'livenessProbe:', 'readinessProbe:')).toContain('/health/live');
});

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });

it.skipIf(analyze('--version').status !== 0)('has a unit that systemd understands', () => {
  const { status, stderr } = analyze('verify', 'deploy/systemd/skep.service');
  expect([status, stderr.split('\n').filter((line) => line.includes('skep.service'))]).toEqual([0, []]);
});
