import { type BugFilters, severities, statuses } from '@skep/vocabulary';
import { sql } from 'kysely';
import { intoOutbox } from '../src/features/events/outbox.ts';
import { aColleague, aPerson, aProject, type Person } from './builders.ts';
import type { TestNode } from './harness.ts';
import { rewriteBugs } from './rewrite.ts';
import { aLabel } from './stored-bugs.ts';

/** A bug with all filterable fields. */
export interface VariedBug {
  id: number;
  team_id: number;
  project_id: number;
  title: string;
  status: string;
  severity: string;
  assignee_id: number | null;
  labels: number[];
  duplicate_of_id: number | null;
  created_at: Date;
  reporter_email: string | null;
  reporter_identifier: string | null;
  environment: string | null;
  app_version: string | null;
  browser: string | null;
  os: string | null;
}

/** Reproducible random numbers (mulberry32). */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Variety {
  ada: Person;
  bob: Person;
  projects: { id: number; team_id: number }[];
  labels: { id: number; team_id: number }[];
  /** Newest first. */
  bugs: VariedBug[];
  pick<T>(values: readonly T[]): T;
}

const words = ['Checkout', 'basket', 'login', 'slow'];
const versions = ['1.0', '1.0.1', '2.0', 'ZWEI', null];
const reporters = ['jane@example.com', 'JANE@Example.com', 'Max', 'max', 'K', '\u212a', null, null];

/** Stores varied bugs in two teams of one user, spread over some days. */
export async function storeVariety(node: TestNode, count: number, seed = 7): Promise<Variety> {
  const chance = createChance(seed);
  const pick = <T>(values: readonly T[]) => values[Math.floor(chance() * values.length)] as T;
  const ada = await aPerson(node);
  const bob = await aColleague(node, ada);
  const other = { ...ada, teamId: (await ada.api.post('/api/v1/teams', { name: 'Others' })).body.id };
  const projects = [await aProject(ada), await aProject(ada, { name: 'Shop' }), await aProject(other)];
  const labels = [];
  for (const [person, name] of [
    [ada, 'ui'],
    [ada, 'slow'],
    [ada, 'rare'],
    [other, 'ui'],
  ] as const) {
    labels.push({ id: await aLabel(person, name), team_id: person.teamId });
  }
  const reports = Array.from({ length: count }, () => {
    const { id, team_id } = pick(projects);
    return {
      project_id: id,
      team_id,
      title: `${pick(words)} ${pick(words)}`,
      severity: pick(severities),
      environment: pick(['production', 'production', 'staging', 'Production', null]),
      app_version: pick(versions),
      reporter_email: pick([reporters[0], reporters[1], null]),
      reporter_identifier: pick(reporters),
    };
  });
  // Gaps between ids, so that batches by id differ in size.
  await storeAll(node, reports.slice(0, count / 2));
  await sql`select setval('bug_ids', 100000)`.execute(node.db);
  await storeAll(node, reports.slice(count / 2));
  await changeAll(node, ada, bob);
  return { ada, bob, projects, labels, bugs: await readAll(node), pick };
}

async function storeAll({ db }: TestNode, reports: object[]): Promise<void> {
  await sql`
    with stored as (
      insert into bugs (id, project_id, team_id, title, description, severity, environment, app_version, reporter_email,
        reporter_identifier, created_at, updated_at)
      select nextval('bug_ids'), project_id, team_id, title, '-', severity, environment, app_version, reporter_email,
        reporter_identifier, now(), now()
      from json_to_recordset(${JSON.stringify(reports)}) as (
        project_id bigint, team_id bigint, title text, severity text, environment text, app_version text,
        reporter_email text, reporter_identifier text
      )
      returning *
    ),
    noted as (
      insert into activity (team_id, project_id, bug_id, kind, via, created_at)
      select team_id, project_id, id, 'created', 'api', now() from stored order by id
      returning id, team_id, bug_id
    ),
    outboxed as (${sql.raw(intoOutbox)})
    select from stored`.execute(db);
}

/** Sets statuses, assignees, labels, duplicates and times, selected by a hash of the id. */
async function changeAll({ db }: TestNode, ada: Person, bob: Person): Promise<void> {
  await rewriteBugs(
    db,
    sql`
      status = (${statuses}::text[])[1 + abs(hashint8(id)) % 6],
      assignee_id = case when team_id = ${ada.teamId}
        then (array[null, null, ${ada.id}, ${bob.id}]::bigint[])[1 + abs(hashint8(id + 2000)) % 4]
        else (array[null, ${ada.id}]::bigint[])[1 + abs(hashint8(id + 2000)) % 2] end,
      duplicate_of_id = case when abs(hashint8(id + 3000)) % 4 = 0 then
        (select max(id) from bugs as former where former.id < bugs.id and former.team_id = bugs.team_id and former.id % 5 = 0)
      end,
      browser = (array['Firefox', 'Chrome', null])[1 + abs(hashint8(id + 6000)) % 3],
      os = (array['Windows', 'macOS', null])[1 + abs(hashint8(id + 5000)) % 3],
      created_at = timestamptz '2026-03-01T22:00:00Z' + interval '17 minutes' * (abs(hashint8(id + 4000)) % 400)`,
  );
  await sql`
    insert into bug_labels (team_id, bug_id, label_id)
    select bugs.team_id, bugs.id, labels.id from bugs join labels on labels.team_id = bugs.team_id
    where abs(hashint8(bugs.id * 31 + labels.id)) % 5 < case labels.name when 'rare' then 1 else 3 end`.execute(
    db,
  );
}

async function readAll({ db }: TestNode): Promise<VariedBug[]> {
  const { rows } = await sql<VariedBug>`
    select bugs.*, array(select label_id from bug_labels where bug_id = bugs.id) as labels
    from bugs order by id desc`.execute(db);
  return rows;
}

const listOf = <T>(given: T | T[] | undefined): T[] => (given === undefined ? [] : ([given].flat() as T[]));
const isAmong = <T>(value: T, given: T | T[] | undefined) =>
  listOf(given).length === 0 || listOf(given).includes(value);
const fold = (text: string | null) => text?.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Reference implementation of the filters in plain JavaScript. */
export function meets(bug: VariedBug, given: BugFilters, me: number): boolean {
  const { assignee_id, duplicate_of_id: target, reporter = null, search = '' } = given;
  const assignee = assignee_id === 'me' ? me : assignee_id === 'none' ? null : assignee_id;
  const isLinked = bug.duplicate_of_id !== null;
  return (
    (given.team_id ?? bug.team_id) === bug.team_id &&
    (given.project_id ?? bug.project_id) === bug.project_id &&
    isAmong(bug.status, given.status as string | string[] | undefined) &&
    isAmong(bug.severity, given.severity as string | string[] | undefined) &&
    (assignee === undefined || assignee === bug.assignee_id) &&
    listOf(given.label_id).every((id) => bug.labels.includes(id)) &&
    (target === undefined || target === bug.duplicate_of_id || target === (isLinked ? 'any' : 'none')) &&
    (given.created_after === undefined || bug.created_at >= new Date(given.created_after)) &&
    (given.created_before === undefined || bug.created_at < new Date(given.created_before)) &&
    (reporter === null ||
      [bug.reporter_email, bug.reporter_identifier].some((by) => fold(by) === fold(reporter))) &&
    (given.environment ?? bug.environment) === bug.environment &&
    (given.app_version ?? bug.app_version) === bug.app_version &&
    (given.browser === undefined || fold(given.browser) === fold(bug.browser)) &&
    (given.os === undefined || fold(given.os) === fold(bug.os)) &&
    bug.title.toLowerCase().includes(search.toLowerCase())
  );
}

/** Few filters at a time, because many together match nothing. */
export function randomFilters({ ada, bob, projects, labels, bugs, pick }: Variety): BugFilters {
  const ofMany = <T>(values: readonly T[]) =>
    pick([pick(values), [pick(values)], [pick(values), pick(values)]]);
  const targets = bugs.flatMap(({ duplicate_of_id }) => duplicate_of_id ?? []);
  const choices: { [Name in keyof BugFilters]-?: () => BugFilters[Name] } = {
    team_id: () => pick(projects).team_id,
    project_id: () => pick(projects).id,
    status: () => ofMany(statuses),
    severity: () => ofMany(severities),
    assignee_id: () => pick(['me', 'none', bob.id, ada.id]),
    label_id: () => ofMany(labels.map(({ id }) => id)),
    duplicate_of_id: () => pick(['none', 'any', pick(targets)]),
    created_after: () =>
      pick(['2026-03-02', '2026-03-03T11:30:00+02:00', pick(bugs).created_at.toISOString()]),
    created_before: () => pick(['2026-03-04', '2026-03-05T03:15Z', pick(bugs).created_at.toISOString()]),
    reporter: () => pick(['JANE@example.com', 'Max', 'k', '\u212a', 'nobody']),
    environment: () => pick(['production', 'Production', 'staging', 'nowhere']),
    app_version: () => pick(['1.0', '2.0', '1.0.1', 'zwei']),
    browser: () => pick(['firefox', 'CHROME', 'Lynx']),
    os: () => pick(['windows', 'MacOS', 'BeOS']),
    search: () => pick(words).slice(0, 4),
  };
  const names = Object.keys(choices) as (keyof BugFilters)[];
  const chosen = [pick(names), pick(names), pick(names)].slice(0, pick([1, 2, 3]));
  return Object.fromEntries(chosen.map((name) => [name, choices[name]()]));
}
