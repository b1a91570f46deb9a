import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from './http-client.ts';
import type { Ledger, Outcome } from './ledger.ts';
import { createTally, type Tally } from './tally.ts';
import type { TestTeam } from './test-team.ts';

export interface Reporters {
  tally: Tally;
  /** Stops sending. Reports with an Idempotency-Key are retried until acknowledged. */
  stop(): Promise<void>;
}

export interface ReportersOptions {
  urls: string[];
  testTeam: TestTeam;
  ledger: Ledger;
  /** Parallel senders; each pauses after a response. */
  concurrency?: number;
  pauseMs?: number;
}

interface Report {
  marker: string;
  projectId: number;
  apiKey: string;
  key: string | null;
  body: string;
}

/** Every third report has an Idempotency-Key. */
const keyedEvery = 3;
const maxFinalAttempts = 60;

/** Sends reports continuously. Each attempt is in the ledger before it is sent. */
export function startReporters({
  urls,
  testTeam,
  ledger,
  concurrency = 8,
  pauseMs = 25,
}: ReportersOptions): Reporters {
  const tally = createTally();
  const clients = urls.map((url) => createHttpClient(url));
  let isStopping = false;
  let count = 0;

  async function attempt(report: Report, sender: number): Promise<Outcome> {
    const { marker, projectId, key } = report;
    await ledger.recordAttempt({ marker, projectId, key });
    const client = clients[sender % clients.length] ?? clients[0];
    const response = await client?.send({
      method: 'POST',
      path: '/api/v1/bugs',
      headers: {
        'content-type': 'application/json',
        'x-api-key': report.apiKey,
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: report.body,
    });
    if (!response) throw new Error('No URL to send reports to');
    tally.add(response);
    const outcome = toOutcome(response.status, response.text);
    await ledger.recordOutcome(marker, outcome);
    return outcome;
  }

  /** Retries a report with an Idempotency-Key, also on other nodes, until acknowledged. */
  async function send(report: Report, sender: number): Promise<void> {
    for (let attempts = 1; ; attempts++) {
      const outcome = await attempt(report, sender + attempts - 1);
      if (!report.key || (outcome !== 'unknown' && outcome.status === 201)) return;
      if (isStopping && attempts > maxFinalAttempts) return;
      await sleep(500);
    }
  }

  async function runLoop(sender: number): Promise<void> {
    while (!isStopping) {
      await send(createReport(testTeam, ++count), sender);
      await sleep(pauseMs);
    }
  }

  const running = Promise.all(Array.from({ length: concurrency }, (_, sender) => runLoop(sender)));
  // A fault that fails closes the ledger, which ends the concurrency.
  running.catch(() => {});
  return {
    tally,
    async stop() {
      isStopping = true;
      await running;
      for (const client of clients) client.close();
    },
  };
}

function createReport({ projects }: TestTeam, count: number): Report {
  const marker = `marker${randomUUID().replaceAll('-', '')}`;
  const project = projects[count % projects.length] as TestTeam['projects'][number];
  const severity = ['low', 'medium', 'high', 'critical'][count % 4];
  const description = 'Sent during fault injection. '.repeat(20);
  const body = JSON.stringify({ title: marker, description, severity, environment: 'production' });
  const key = count % keyedEvery === 0 ? `key-${marker}` : null;
  return { marker, projectId: project.id, apiKey: project.key, key, body };
}

function toOutcome(status: number | null, text: string): Outcome {
  if (status === null) return 'unknown';
  return status === 201 ? { status, id: JSON.parse(text).id } : { status };
}
