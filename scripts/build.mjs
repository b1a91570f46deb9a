// Builds everything whose sources have changed. A packaged release has no sources and is skipped. With `--strict`, a failed
// build always fails; without it, a start may continue with an older build.
import { buildIfNeeded } from './build/if-needed.mjs';

/** Each folder has a `vite.config.ts`, `src` and `dist`. `sources` are all inputs besides the lock file, without tests. */
const builds = [
  {
    title: 'the server',
    folder: 'apps/server',
    sources: [
      'apps/server/{package.json,vite.config.ts}',
      'apps/server/src/**/*',
      'packages/{embedded-postgres,mcp,vocabulary}/{package.json,src/**/*}',
    ],
    // An old build may not match the migrations.
    canUseOldBuild: false,
  },
  {
    title: 'the dashboard',
    folder: 'apps/dashboard',
    sources: [
      'apps/dashboard/*.{html,json,ts}',
      'apps/dashboard/{build,public,src}/**/*',
      'packages/{client,vocabulary}/{package.json,src/**/*}',
    ],
    // Accepting reports is more important than the newest dashboard.
    canUseOldBuild: true,
  },
  {
    title: 'the widget',
    folder: 'packages/widget',
    sources: ['packages/widget/*.{json,ts}', 'packages/widget/{build,demo,src}/**/*'],
    canUseOldBuild: true,
  },
];

await buildIfNeeded(builds, { isStrict: process.argv.includes('--strict') });
