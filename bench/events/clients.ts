// The process in which all streams and all targets live.
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
