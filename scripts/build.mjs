// Builds whatever has no build of its sources as they are now. A release ships everything built and without sources, and is left
// as it is. `--strict` also fails where a start rather goes on with a former build.
import { buildIfNeeded } from './build/if-needed.mjs';

/**
 * Everything that is built. Each has a `vite.config.ts` in its folder, its sources in `src`, and its build in `dist`; `sources`
 * are all files that the build is made from, apart from the lock file and tests.
 */
const builds = [
  {
    title: 'the service',
    folder: 'apps/server',
    sources: [
      'apps/server/{package.json,vite.config.ts}',
      'apps/server/src/**/*',
      'packages/{embedded-postgres,mcp,vocabulary}/{package.json,src/**/*}',
    ],
    // An older service would not know what newer migrations have made of its database.
    mayStayOld: false,
  },
  {
    title: 'the dashboard',
    folder: 'apps/dashboard',
    sources: [
      'apps/dashboard/*.{html,json,ts}',
      'apps/dashboard/{build,public,src}/**/*',
      'packages/{client,vocabulary}/{package.json,src/**/*}',
    ],
    // A service that takes reports matters more than its newest face.
    mayStayOld: true,
  },
  {
    title: 'the widget',
    folder: 'packages/widget',
    sources: ['packages/widget/*.{json,ts}', 'packages/widget/{build,demo,src}/**/*'],
    mayStayOld: true,
  },
];

await buildIfNeeded(builds, { isStrict: process.argv.includes('--strict') });
