import { benchIngest } from './ingest/ingest.ts';

const benchmarks: Record<string, () => Promise<boolean>> = { ingest: benchIngest };

const name = process.argv[2] ?? '';
const benchmark = benchmarks[name];
if (!benchmark) {
  console.error(`Usage: npm run bench -- <${Object.keys(benchmarks).join('|')}>`);
  process.exit(2);
}
process.exit((await benchmark()) ? 0 : 1);
