import { statuses } from '@skep/vocabulary';
import { setToOneOf } from '../../pgbench.ts';
import type { LoadRequest } from '../../wrk.ts';
import { list, requestsWith, statusesOf } from '../requests.ts';
import type { Subject } from '../subject.ts';
import { changeOne, detail, newest, newestOfProject, newestOfStatus } from './statements.ts';
import { statsOfWeek } from './stats.ts';

/** An answer of the service, and what its database is asked for the same one. */
export interface Comparison {
  name: string;
  /** How many times what pgbench does with the statement, prepared, the service has to do. */
  atLeast: number;
  /** What is sent to the service. Requests that change something change it to something else in each round. */
  requests(round: number): LoadRequest[];
  script: string[];
  /** Some of the requests, each with the statement whose answer has to be the same. */
  samples: { request: LoadRequest; statement: string }[];
}

const samplesOfDetail = 40;

export function comparisonsFor({ filled, ids }: Subject): Comparison[] {
  const { teams, token, userId } = filled;
  const { spread, projects } = ids;
  const request = requestsWith(token);
  /** The service and the statement change different bugs: what one has left could be what the other asks for. */
  const everySecond = (remainder: number) => spread.filter((_, index) => index % 2 === remainder);
  /** Each value has a request, and a statement with the value in it. */
  const ofValues = <T>(
    name: string,
    values: readonly T[],
    path: (value: T) => string,
    statement: (value: T) => string,
  ): Comparison => {
    const samples = values.map((value) => ({ request: request(path(value)), statement: statement(value) }));
    return {
      name,
      atLeast: 0.5,
      requests: () => samples.map((sample) => sample.request),
      script: samples.map((sample) => `${sample.statement};\n`),
      samples,
    };
  };
  return [
    {
      name: 'detail',
      atLeast: 0.25,
      requests: () => spread.map((id) => request(`${list}/${id}`)),
      script: [`${setToOneOf('id', spread)}${detail(teams, ':id')};\n`],
      samples: spread.slice(0, samplesOfDetail).map((id) => ({
        request: request(`${list}/${id}`),
        statement: detail(teams, String(id)),
      })),
    },
    ofValues(
      'newest 50',
      [teams],
      () => list,
      (of) => newest(of),
    ),
    ofValues(
      'newest 50 of a project',
      projects,
      (id) => `${list}?project_id=${id}`,
      (id) => newestOfProject(teams, String(id)),
    ),
    ofValues(
      'newest 50 of a status',
      statuses,
      (status) => `${list}?status=${status}`,
      (status) => newestOfStatus(teams, status),
    ),
    ofValues(
      'stats of a week',
      teams,
      (id) => `/api/v1/teams/${id}/stats?range=week`,
      (id) => statsOfWeek(String(id)),
    ),
    {
      name: 'change one',
      atLeast: 0.3,
      requests: (round) =>
        statusesOf(round).flatMap((status) =>
          everySecond(0).map((id) => request(`${list}/${id}`, 'PATCH', { status })),
        ),
      script: [`${setToOneOf('id', everySecond(1))}${changeOne(teams, ':id', userId)};\n`],
      samples: [],
    },
  ];
}
