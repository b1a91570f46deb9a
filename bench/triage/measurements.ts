import { severities, statuses } from '@skep/vocabulary';
import type { Finding } from '../findings.ts';
import type { LoadRequest } from '../wrk.ts';
import { daysAgo } from './ids.ts';
import { list, requestsWith, statusesOf } from './requests.ts';
import type { Subject } from './subject.ts';
import { machine, planted } from './vocabulary.ts';

/**
 * The most that a median in the large database may be: so many times the one in the small database, or that of a detail, or so
 * many milliseconds.
 */
export type Bar = { timesSmall: number } | { timesDetail: number } | { ms: number };

export interface Measurement {
  name: string;
  bar: Bar;
  /** How many connections send them, if not as many as usual. */
  connections?: number;
  /** The requests that are sent by turns. Those that change something change it to something else in each round. */
  requests(round: number): LoadRequest[];
}

/** Everything that is measured, in this order. */
export function measurementsFor({ filled, ids }: Subject): Measurement[] {
  const { teams, token } = filled;
  const { newest, spread, projects, labels, originals, visible, oldestOfDay } = ids;
  const request = requestsWith(token);
  const flat = (name: string, requests: LoadRequest[]): Measurement => ({
    name,
    bar: { timesSmall: 2 },
    requests: () => requests,
  });
  const changing = (name: string, changes: (status: string) => LoadRequest[]): Measurement => ({
    name,
    bar: { timesSmall: 2 },
    requests: (round) => statusesOf(round).flatMap(changes),
  });
  const filter = (name: string, values: readonly unknown[]) =>
    flat(
      `list: ${name}`,
      values.map((value) => request(`${list}?${name}=${value}`)),
    );
  const search = (name: string, text: string, timesDetail: number): Measurement => ({
    name: `search: ${name}`,
    bar: { timesDetail },
    requests: () => [request(`${list}?search=${encodeURIComponent(text)}`)],
  });
  /** What is looked up in the search index is measured as a search is. */
  const lookUp = (name: string, values: readonly string[]): Measurement => ({
    ...filter(name, values.map(encodeURIComponent)),
    bar: { timesDetail: 5 },
  });
  const views = statuses.flatMap((status) => [
    { status },
    { status, assignee_id: 'me' },
    { status, project_id: projects[0] },
  ]);
  views.push({ status: 'open' }, { status: 'spam' });
  /** Totals that no kept count tells: what matches is counted, which takes longer the more there are. */
  const counted = (name: string, queries: (string | object[])[]): Measurement => ({
    name: name.startsWith('counts') ? name : `list: ${name}`,
    bar: { timesDetail: 100 },
    // A user's searches wait for each other: with more connections the queue would be measured.
    connections: 1,
    requests: () =>
      queries.map((query) =>
        typeof query === 'string'
          ? request(`${list}?${query}`)
          : request(`${list}/counts`, 'POST', { filters: query }),
      ),
  });
  const lookedFor = [
    { environment: 'production', created_after: daysAgo(7) },
    { environment: 'staging', status: 'open', created_after: daysAgo(30) },
    { reporter: machine, status: 'open' },
    { app_version: '4.7.3', duplicate_of_id: 'none' },
    { search: planted.medium },
  ];
  const changesOf500 = (value: string) =>
    inPartsOf(500, newest).map((part) =>
      request(`${list}/bulk`, 'POST', { ids: part, operation: 'set_status', value }),
    );
  const deepest = Math.min(10_000, visible - 50);
  return [
    flat(
      'detail',
      spread.map((id) => request(`${list}/${id}`)),
    ),
    flat('list: newest 50', [request(list)]),
    filter('project_id', projects),
    filter('status', statuses),
    filter('severity', severities),
    filter('assignee_id', [...Array.from({ length: 11 }, (_, index) => index + 2), 'none']),
    filter('label_id', labels),
    filter('team_id', teams),
    flat('list: two statuses', [request(`${list}?status=open&status=in_progress`)]),
    filter('duplicate_of_id', [...originals, 'any', 'none']),
    filter('created_after', [daysAgo(1), daysAgo(7), daysAgo(60)]),
    // The bugs that are newer have to be passed by.
    { ...filter('created_before', [daysAgo(7), daysAgo(365)]), bar: { timesDetail: 20 } },
    lookUp('environment', ['production', 'staging', 'nowhere']),
    lookUp('app_version', ['4.7.3', '4.12.1', '4.29.6', '9.9']),
    lookUp('reporter', ['visitor17@example.com', 'Visitor4711@example.com', 'user-99', 'nobody@example.com']),
    counted('a reporter of 10 %', [`reporter=${machine}`]),
    counted('reporter of 10 %, project', [`reporter=${machine}&project_id=${projects[0]}`]),
    counted('environment, 1 or 7 days', [
      `environment=production&created_after=${daysAgo(1)}`,
      `environment=staging&created_after=${daysAgo(7)}`,
    ]),
    counted('environment, 300 days', [`environment=production&created_after=${daysAgo(300)}`]),
    counted('environment, version', ['environment=production&app_version=4.7.3']),
    counted('environment, label', [`environment=production&label_id=${labels[0]}`]),
    flat('list: critical, no duplicates', [request(`${list}?severity=critical&duplicate_of_id=none`)]),
    flat(
      'list: before_id',
      spread.map((id) => request(`${list}?before_id=${id}`)),
    ),
    flat('list: before_id, last page', [
      request(`${list}?created_after=${daysAgo(1)}&before_id=${oldestOfDay}`),
    ]),
    flat('counts: 20 filters', [request(`${list}/counts`, 'POST', { filters: views })]),
    counted('counts: 5 that are looked for', [lookedFor]),
    {
      name: 'similar',
      bar: { timesDetail: 20 },
      connections: 1,
      requests: () => spread.map((id) => request(`${list}/${id}/similar`)),
    },
    {
      name: 'list: offset 10,000',
      bar: { timesSmall: 4 },
      requests: () => [request(`${list}?offset=${deepest}`)],
    },
    search('in no report', planted.none, 5),
    search('in 8 reports', planted.rare, 5),
    search('in 30 %', planted.common, 5),
    search('in 1 %', planted.medium, 20),
    search('in the oldest only', planted.old, 30),
    search('three words', `${prefixOf(planted.common)} ${prefixOf(planted.medium)} butt`, 100),
    ...['week', 'month', 'all'].map((range) =>
      flat(
        `stats: ${range}`,
        teams.map((id) => request(`/api/v1/teams/${id}/stats?range=${range}`)),
      ),
    ),
    changing('change one', (status) => spread.map((id) => request(`${list}/${id}`, 'PATCH', { status }))),
    changing('change 500', changesOf500),
    { ...changing('change 500, one connection', changesOf500), bar: { ms: 100 }, connections: 1 },
  ];
}

const prefixOf = (word: string) => word.slice(0, 5);

const inPartsOf = (length: number, ids: number[]) =>
  Array.from({ length: ids.length / length }, (_, index) => ids.slice(index * length, (index + 1) * length));

/** One line of the table. `detail` is the median of a detail in the large database. */
export function toFinding(
  { name, bar }: Measurement,
  [small, large]: { p50: number; p99: number }[],
  detail: number,
): Finding {
  const ratio = (large?.p50 ?? 0) / (small?.p50 ?? 0);
  const cells = {
    'small p50': small?.p50 ?? 0,
    'small p99': small?.p99 ?? 0,
    'large p50': large?.p50 ?? 0,
    'large p99': large?.p99 ?? 0,
    'large/small': ratio,
  };
  if ('timesSmall' in bar)
    return { name, cells, value: ratio, unit: '× small', bar: { atMost: bar.timesSmall } };
  if ('ms' in bar)
    return { name, cells, value: large?.p50 ?? Number.NaN, unit: 'ms', bar: { atMost: bar.ms } };
  return {
    name,
    cells,
    value: (large?.p50 ?? 0) / detail,
    unit: '× detail',
    bar: { atMost: bar.timesDetail },
  };
}
