// Client process: holds all streams and webhook targets.
import { countReceived, openTargets, takeReceived } from './receivers.ts';
import { serveHandlers } from './rpc.ts';
import { closeStreams, countEvents, interruptSome, openStreams, takeLedgers } from './streams.ts';

const handlers = {
  openStreams,
  interruptSome,
  countEvents,
  takeLedgers,
  closeStreams,
  openTargets,
  countReceived,
  takeReceived,
};
export type ClientHandlers = typeof handlers;

serveHandlers(handlers);
