// The process that holds all streams and all targets of webhooks.
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
