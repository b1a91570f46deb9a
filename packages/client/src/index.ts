export type * from './api.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export type { Connection, ConnectionOptions, Credential } from './connection.ts';
export {
  type FollowOptions,
  type FollowTimings,
  followLive,
  type LiveMessage,
  type LiveState,
} from './live/follow.ts';
export type { Aborted, Problem, Refused, Result, Unreachable } from './result.ts';
export type { RetryPolicy } from './retry.ts';
