import { findChromium } from '../scripts/chromium.ts';
import { benchDashboard } from './dashboard/dashboard.ts';
import { benchEvents } from './events/events.ts';
import { benchIdle } from './idle.ts';
import { benchIngest } from './ingest.ts';
import { demandPgbench } from './pgbench.ts';
import { makeRunFolder } from './run-folder.ts';
import { benchTriage } from './triage/triage.ts';
import { benchWidget } from './widget/widget.ts';
import { demandWrk } from './wrk.ts';

interface Benchmark {
  run(...options: string[]): Promise<boolean>;
  /** Each ends the process with a sentence when its program is missing. */
  tools: (() => unknown)[];
}

const benchmarks: Record<string, Benchmark> = {
  ingest: { run: benchIngest, tools: [demandWrk, demandPgbench] },
  idle: { run: benchIdle, tools: [] },
  events: { run: benchEvents, tools: [] },
  triage: { run: benchTriage, tools: [demandWrk, demandPgbench] },
  dashboard: { run: benchDashboard, tools: [findChromium] },
  widget: { run: benchWidget, tools: [findChromium] },
};

const name = process.argv[2] ?? '';
const benchmark = benchmarks[name];
if (!benchmark) {
  console.error(`Usage: npm run bench -- <${Object.keys(benchmarks).join('|')}>`);
  process.exit(2);
}
for (const demand of benchmark.tools) demand();
// Data folders are made below it, and so are named in the environment of every service and PostgreSQL.
process.env.TMPDIR = makeRunFolder('bench');
process.exit((await benchmark.run(...process.argv.slice(3))) ? 0 : 1);
