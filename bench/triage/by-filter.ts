import { sql } from 'kysely';
import { connect } from '../../apps/server/src/db/connection.ts';
import { type Finding, median } from '../findings.ts';
import { runLoad, startLoad } from '../wrk.ts';
import { becomeIdle } from './idle.ts';
import { list, requestsWith, send, statusesOf } from './requests.ts';
import type { Pace, Subject } from './subject.ts';

const most = 10_000;
const seconds = 4;
const neighbours = 3;

/**
 * How long it takes to change ten thousand bugs that a filter chooses, and how much longer another team's lists take meanwhile
 * than right before.
 */
export async function measureByFilter(subject: Subject, { rounds }: Pace): Promise<Finding[]> {
  const choice = await chooseBugs(subject);
  const name = `change ${choice.expected_total.toLocaleString('en')} by filter`;
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round++) {
    console.log(`${name}, round ${round} of ${rounds}`);
    await becomeIdle(subject.filled.url);
    measured.push(await measureRound(subject, choice, statusesOf(round)));
  }
  return toFindings(name, measured.slice(1));
}

interface Round {
  /** How long each change took, in milliseconds. */
  took: number[];
  /** The median of the neighbour's lists, in milliseconds. */
  before: number;
  meanwhile: number;
}

async function measureRound(
  subject: Subject,
  choice: object,
  [one, other]: readonly string[],
): Promise<Round> {
  const { server, filled } = subject;
  const requests = requestsOfNeighbour(filled.neighbour);
  const load = { port: server.port, connections: neighbours, seconds, requests };
  const before = runLoad(load);
  const took: number[] = [];
  let isOver = false;
  const changeAllTheTime = async () => {
    for (let value = one; !isOver; value = value === one ? other : one)
      took.push(await change(subject, { ...choice, operation: 'set_status', value }));
  };
  const ending = startLoad(load).finally(() => {
    isOver = true;
  });
  const [meanwhile] = await Promise.all([ending, changeAllTheTime()]);
  return { took, before: before.p50, meanwhile: meanwhile.p50 };
}

/** The newest bugs, as many of them as may be changed at once. What they are changed to does not make the filter choose others. */
async function chooseBugs({ filled }: Subject) {
  const db = connect(filled.url, { max: 1 });
  const { rows } = await sql<{ total: number; first: Date }>`
    select count(*)::integer as total, min(created_at) as first from (
      select created_at from bugs where team_id = any(${filled.teams}) order by id desc limit ${most}
    ) as newest`.execute(db);
  await db.destroy();
  const { total, first } = rows[0] as { total: number; first: Date };
  return { filter: { created_after: first.toISOString() }, expected_total: total };
}

const requestsOfNeighbour = (token: string) => {
  const request = requestsWith(token);
  return ['', '?status=open', '?severity=high', '?assignee_id=none'].map((query) =>
    request(`${list}${query}`),
  );
};

async function change({ server, filled }: Subject, body: object): Promise<number> {
  const startedAt = performance.now();
  await send(server.port, requestsWith(filled.token)(`${list}/bulk`, 'POST', body));
  return performance.now() - startedAt;
}

function toFindings(name: string, rounds: Round[]): Finding[] {
  const took = rounds.flatMap((round) => round.took);
  const of = (read: (round: Round) => number) => median(rounds.map(read));
  return [
    {
      name,
      cells: { 'median ms': median(took), 'slowest ms': Math.max(...took) },
      value: median(took) / 1000,
      unit: 's',
      bar: { atMost: 3 },
    },
    {
      name: "another team's lists meanwhile",
      cells: { 'before p50': of(({ before }) => before), 'meanwhile p50': of(({ meanwhile }) => meanwhile) },
      value: of(({ before, meanwhile }) => meanwhile / before),
      unit: '× before',
      bar: { atMost: 2 },
    },
  ];
}
