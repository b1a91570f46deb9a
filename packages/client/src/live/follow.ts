import type { LiveEvent } from '../api.ts';
import type { Connection } from '../connection.ts';
import { type Aborted, failed, type Problem, type Refused } from '../result.ts';
import { backoff, wait } from '../retry.ts';
import { listen, onNetwork } from './listen.ts';
import { createStreamParser, type StreamMessage } from './parser.ts';

/** An activity event, or a message of another kind, which may be unknown to this version. */
export type LiveMessage =
  | { type: 'activity'; event: LiveEvent }
  | { type: 'other'; kind: string; data: unknown };

export type LiveState =
  | { phase: 'connecting' }
  /** Connected. Missed events arrive first. */
  | { phase: 'live' }
  /** Disconnected; the next attempt is in `forMs` milliseconds. */
  | { phase: 'waiting'; forMs: number; problem: Problem };

export interface FollowOptions {
  signal: AbortSignal;
  onMessage(message: LiveMessage): void;
  onState?(state: LiveState): void;
  /** Defaults to all teams of the user. */
  teamId?: number;
  /** Resumes an earlier stream. */
  lastEventId?: string;
  /** If false, a lost connection continues from now, and the caller must reload what may have changed. Default: true. */
  isResumed?: boolean;
  /** Seconds of history to replay. Called at each attempt until there is a last event id. */
  replaySeconds?(): number | undefined;
  /** Called with every new last event id. */
  onLastEventId?(lastEventId: string): void;
  timings?: Partial<FollowTimings>;
}

export interface FollowTimings {
  /** The service sends a heartbeat every 15 seconds. A connection that is silent for this long is closed. */
  silenceMs: number;
  /** Maximum backoff after the first failure unless the service sets another; doubles with each. */
  baseMs: number;
  maxWaitMs: number;
}

const defaultTimings: FollowTimings = { silenceMs: 40_000, baseMs: 2_000, maxWaitMs: 30_000 };

/**
 * Follows the live stream until the signal is aborted or the service refuses permanently. Lost connections are resumed without
 * gaps; a few events may arrive twice with the same `activity_id`.
 */
export async function followLive(
  connection: Connection,
  {
    signal,
    onMessage,
    onState,
    onLastEventId,
    replaySeconds,
    teamId,
    lastEventId,
    ...options
  }: FollowOptions,
): Promise<Refused | Aborted> {
  const { silenceMs, baseMs, maxWaitMs } = { ...defaultTimings, ...options.timings };
  let resumeFrom = lastEventId;
  let failures = 0;

  while (!signal.aborted) {
    onState?.({ phase: 'connecting' });
    const parser = createStreamParser();
    let hasStarted = false;
    const headers = resumeFrom === undefined ? {} : { 'last-event-id': resumeFrom };
    const url = liveUrl(connection, teamId, resumeFrom === undefined ? replaySeconds?.() : undefined);
    const problem = await listen(
      connection,
      { url, headers },
      {
        signal,
        silenceMs,
        onOpen: () => onState?.({ phase: 'live' }),
        onText(text) {
          // The first chunk alone does not reset the backoff: a connection may be cut off right after it repeatedly.
          if (hasStarted) failures = 0;
          hasStarted = true;
          for (const message of parser.feed(text)) onMessage(readMessage(message));
          const reached = parser.lastEventId();
          if (options.isResumed === false || reached === undefined || reached === resumeFrom) return;
          resumeFrom = reached;
          onLastEventId?.(reached);
        },
      },
    );
    if (problem.kind === 'aborted') return problem;
    if (problem.kind === 'refused' && isFinal(problem)) return problem;
    const retryAfterMs = problem.kind === 'refused' ? (problem.retryAfter ?? 0) * 1000 : 0;
    const forMs = retryAfterMs + backoff(failures++, parser.retryMs() ?? baseMs, maxWaitMs);
    onState?.({ phase: 'waiting', forMs, problem });
    await waitOrOnline(forMs, signal);
  }
  return failed(undefined, signal) as Aborted;
}

function liveUrl(
  { baseUrl }: Connection,
  teamId: number | undefined,
  replaySeconds: number | undefined,
): string {
  const query = new URLSearchParams();
  if (teamId !== undefined) query.set('team_id', String(teamId));
  if (replaySeconds !== undefined) query.set('replay_seconds', String(replaySeconds));
  return `${baseUrl}/api/v1/live${query.size > 0 ? `?${query}` : ''}`;
}

async function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  const online = new AbortController();
  const stopListening = onNetwork('online', () => online.abort());
  await wait(ms, AbortSignal.any([signal, online.signal])).catch(() => {});
  stopListening();
}

const isFinal = ({ status }: Refused) => status < 500 && status !== 429;

function readMessage({ event, data }: StreamMessage): LiveMessage {
  const content = parse(data);
  return isActivity(content)
    ? { type: 'activity', event: content }
    : { type: 'other', kind: event, data: content };
}

const isActivity = (content: unknown): content is LiveEvent =>
  typeof content === 'object' && content !== null && 'activity_id' in content;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
