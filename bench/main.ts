import { findChromium } from '../scripts/chromium.ts';
import { benchDashboard } from './dashboard/dashboard.ts';
import { benchEvents } from './events/events.ts';
import { benchIdle } from './idle.ts';
import { benchIngest } from './ingest.ts';
import { requirePgbench } from './pgbench.ts';
import { createRunFolder } from './run-folder.ts';
import { benchTriage } from './triage/triage.ts';
import { benchWidget } from './widget/widget.ts';
import { requireWrk } from './wrk.ts';

interface Benchmark {
  run(...options: string[]): Promise<boolean>;
  /** Each exits with a message if its program is not installed. */
  tools: (() => unknown)[];
}

const benchmarks: Record<string, Benchmark> = {
  ingest: { run: benchIngest, tools: [requireWrk, requirePgbench] },
  idle: { run: benchIdle, tools: [] },
  events: { run: benchEvents, tools: [] },
  triage: { run: benchTriage, tools: [requireWrk, requirePgbench] },
  dashboard: { run: benchDashboard, tools: [findChromium] },
  widget: { run: benchWidget, tools: [findChromium] },
};

const name = process.argv[2] ?? '';
const benchmark = benchmarks[name];
if (!benchmark) {
  console.error(`Usage: npm run bench -- <${Object.keys(benchmarks).join('|')}>`);
  process.exit(2);
}
for (const requireTool of benchmark.tools) requireTool();
// All data folders are below it, which identifies the processes of this run.
process.env.TMPDIR = createRunFolder('bench');
process.exit((await benchmark.run(...process.argv.slice(3))) ? 0 : 1);
