import { cpuUsage, memoryUsage } from 'node:process';
import { version } from '../version.ts';
import type { Registry } from './registry.ts';

const delayBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const everyMs = 100;

/** What any process can tell of itself, under the names that are usual for it. Returns how to stop measuring. */
export function measureProcess(registry: Registry): () => void {
  const startedAt = performance.timeOrigin / 1_000;
  registry.gauges(() => [
    {
      name: 'skep_build_info',
      help: 'The version that runs; always 1.',
      together: 'largest',
      values: [{ labels: { version }, value: 1 }],
    },
    { name: 'skep_processes', help: 'Server processes of this service.', values: [{ value: 1 }] },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory that is in use.',
      values: [{ value: memoryUsage.rss() }],
    },
    {
      name: 'process_start_time_seconds',
      help: 'When the oldest process started, in seconds since 1970.',
      together: 'smallest',
      values: [{ value: startedAt }],
    },
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time, of the user and the system.',
      type: 'counter',
      values: [{ value: cpuSeconds() }],
    },
  ]);
  return measureDelay(registry);
}

/** A timer that is late was kept waiting by whatever the event loop was doing: so was everything else. */
function measureDelay(registry: Registry): () => void {
  const delay = registry
    .histogram(
      'skep_event_loop_delay_seconds',
      'How late a timer is that is due ten times a second.',
      delayBounds,
      [],
    )
    .of({});
  let dueAt = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    delay.observe(Math.max(0, now - dueAt) / 1_000);
    dueAt = now + everyMs;
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function cpuSeconds(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1e6;
}
