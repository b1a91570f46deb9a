import { startService } from './service.ts';
import { explainFailure } from './start-failures.ts';

const forcedExitAfterMs = 1_000;

// A signal that comes during the start waits for it to end: a database that is just starting must not be left behind.
const starting = startService(process.env);
stopOnSignals(async () => (await starting).stop());

try {
  const service = await starting;
  console.log(`Skep is at ${service.address}`);
  console.log(`Data is in ${service.dataPlace}`);
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}

/** Ctrl-C reaches the process twice through npm; a second one that is meant comes later, and ends it at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  let firstSignalAt: number | undefined;
  const onSignal = async () => {
    if (firstSignalAt !== undefined) {
      if (performance.now() - firstSignalAt > forcedExitAfterMs) process.exit(1);
      return;
    }
    firstSignalAt = performance.now();
    await stop();
    process.exit(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
