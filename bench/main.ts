import { benchBacklog } from './backlog/backlog.ts';
import { benchDashboard } from './dashboard/dashboard.ts';
import { benchEvents } from './events/events.ts';
import { benchIngest } from './ingest/ingest.ts';
import { benchTriage } from './triage/triage.ts';
import { benchWidget } from './widget/widget.ts';

const benchmarks: Record<string, (...options: string[]) => Promise<boolean>> = {
  ingest: benchIngest,
  backlog: benchBacklog,
  events: benchEvents,
  triage: benchTriage,
  dashboard: benchDashboard,
  widget: benchWidget,
};

const name = process.argv[2] ?? '';
const benchmark = benchmarks[name];
if (!benchmark) {
  console.error(`Usage: npm run bench -- <${Object.keys(benchmarks).join('|')}>`);
  process.exit(2);
}
process.exit((await benchmark(...process.argv.slice(3))) ? 0 : 1);
