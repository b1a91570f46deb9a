import type { LiveEvent } from '../api.ts';
import type { Connection } from '../connection.ts';
import { type Aborted, failed, type Problem, type Refused } from '../result.ts';
import { backoff, wait } from '../retry.ts';
import { listen, onNetwork } from './listen.ts';
import { createStreamParser, type StreamMessage } from './parser.ts';

/** What comes over the stream: something that happened to a bug, or a message of another kind, which may be a new one. */
export type LiveMessage =
  | { type: 'activity'; event: LiveEvent }
  | { type: 'other'; kind: string; data: unknown };

export type LiveState =
  | { phase: 'connecting' }
  /** What happened while there was no connection arrives first. */
  | { phase: 'live' }
  /** The connection is gone, and the next attempt is made after so many milliseconds. */
  | { phase: 'waiting'; forMs: number; problem: Problem };

export interface FollowOptions {
  signal: AbortSignal;
  onMessage(message: LiveMessage): void;
  onState?(state: LiveState): void;
  /** One team; without it, all teams of the user. */
  teamId?: number;
  /** Where to go on, from an earlier stream. */
  lastEventId?: string;
  /** False: after an interruption it goes on from now, and whoever follows reads again what may have changed. */
  isResumed?: boolean;
  /** How many seconds back to begin, asked at each attempt until there is a place to go on from. */
  replaySeconds?(): number | undefined;
  /** Told whenever there is a new place to go on from. */
  onPlace?(lastEventId: string): void;
  pace?: Partial<FollowPace>;
}

export interface FollowPace {
  /** The service sends something every 15 seconds. A connection that is silent for so long is dead, and is given up. */
  silenceMs: number;
  /** The longest pause after the first failure, unless the service names another; it doubles with each. */
  baseMs: number;
  longestWaitMs: number;
}

const defaultPollIntervals: FollowPace = { silenceMs: 40_000, baseMs: 2_000, longestWaitMs: 30_000 };

/**
 * Follows what happens to bugs until the signal ends it or the service refuses for good. A lost connection is made again and
 * goes on where it was: nothing is missed, and a few events may come twice, which their `activity_id` tells.
 */
export async function followLive(
  connection: Connection,
  { signal, onMessage, onState, onPlace, replaySeconds, teamId, lastEventId, ...options }: FollowOptions,
): Promise<Refused | Aborted> {
  const { silenceMs, baseMs, longestWaitMs } = { ...defaultPollIntervals, ...options.pace };
  let place = lastEventId;
  let failures = 0;

  while (!signal.aborted) {
    onState?.({ phase: 'connecting' });
    const parser = createStreamParser();
    let isGreeted = false;
    const headers = place === undefined ? {} : { 'last-event-id': place };
    const url = liveUrl(connection, teamId, place === undefined ? replaySeconds?.() : undefined);
    const problem = await listen(
      connection,
      { url, headers },
      {
        signal,
        silenceMs,
        onOpen: () => onState?.({ phase: 'live' }),
        onText(text) {
          // A greeting alone is no success: a connection may be cut off right after it, again and again.
          if (isGreeted) failures = 0;
          isGreeted = true;
          for (const message of parser.take(text)) onMessage(readMessage(message));
          const reached = parser.lastEventId();
          if (options.isResumed === false || reached === undefined || reached === place) return;
          place = reached;
          onPlace?.(reached);
        },
      },
    );
    if (problem.kind === 'aborted') return problem;
    if (problem.kind === 'refused' && isFinal(problem)) return problem;
    const askedForMs = problem.kind === 'refused' ? (problem.retryAfter ?? 0) * 1000 : 0;
    const forMs = askedForMs + backoff(failures++, parser.retryMs() ?? baseMs, longestWaitMs);
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
  const leave = onNetwork('online', () => online.abort());
  await wait(ms, AbortSignal.any([signal, online.signal])).catch(() => {});
  leave();
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
