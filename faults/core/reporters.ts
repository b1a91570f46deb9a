import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createExchange } from './exchange.ts';
import type { Ledger, Outcome } from './ledger.ts';
import type { Place } from './place.ts';
import { createTally, type Tally } from './tally.ts';

export interface Reporters {
  tally: Tally;
  /** Ends the sending, and sends what has an Idempotency-Key once more until it is acknowledged. */
  stop(): Promise<void>;
}

export interface ReportersOptions {
  urls: string[];
  place: Place;
  ledger: Ledger;
  /** How many send at the same time, and how long each rests after an answer. */
  lanes?: number;
  pauseMs?: number;
}

interface Report {
  mark: string;
  projectId: number;
  apiKey: string;
  key: string | null;
  body: string;
}

/** A third of the reports has an Idempotency-Key. */
const keyed = 3;
const lastAttempts = 60;

/** Sends report after report, each of which the ledger knows before the service does. */
export function startReporters({
  urls,
  place,
  ledger,
  lanes = 8,
  pauseMs = 25,
}: ReportersOptions): Reporters {
  const tally = createTally();
  const exchanges = urls.map((url) => createExchange(url));
  let isStopping = false;
  let count = 0;

  async function attempt(report: Report, lane: number): Promise<Outcome> {
    const { mark, projectId, key } = report;
    await ledger.intend({ mark, projectId, key });
    const exchange = exchanges[lane % exchanges.length] ?? exchanges[0];
    const reply = await exchange?.ask({
      method: 'POST',
      path: '/api/v1/bugs',
      headers: {
        'content-type': 'application/json',
        'x-api-key': report.apiKey,
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: report.body,
    });
    if (!reply) throw new Error('There is nobody to send reports to');
    tally.add(reply);
    const outcome = toOutcome(reply.status, reply.text);
    await ledger.settle(mark, outcome);
    return outcome;
  }

  /** Sends a report; one with an Idempotency-Key again and again, also by another node, until it is acknowledged. */
  async function send(report: Report, lane: number): Promise<void> {
    for (let attempts = 1; ; attempts++) {
      const outcome = await attempt(report, lane + attempts - 1);
      if (!report.key || (outcome !== 'unknown' && outcome.status === 201)) return;
      if (isStopping && attempts > lastAttempts) return;
      await sleep(500);
    }
  }

  async function runLane(lane: number): Promise<void> {
    while (!isStopping) {
      await send(aReport(place, ++count), lane);
      await sleep(pauseMs);
    }
  }

  const running = Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  // A fault that fails closes the ledger, which ends the lanes.
  running.catch(() => {});
  return {
    tally,
    async stop() {
      isStopping = true;
      await running;
      for (const exchange of exchanges) exchange.close();
    },
  };
}

function aReport({ projects }: Place, count: number): Report {
  const mark = `mark${randomUUID().replaceAll('-', '')}`;
  const project = projects[count % projects.length] as Place['projects'][number];
  const severity = ['low', 'medium', 'high', 'critical'][count % 4];
  const description = 'Hard weather. '.repeat(20);
  const body = JSON.stringify({ title: mark, description, severity, environment: 'production' });
  const key = count % keyed === 0 ? `key-${mark}` : null;
  return { mark, projectId: project.id, apiKey: project.key, key, body };
}

function toOutcome(status: number | null, text: string): Outcome {
  if (status === null) return 'unknown';
  return status === 201 ? { status, id: JSON.parse(text).id } : { status };
}
