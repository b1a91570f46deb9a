import { filterAt, readAddress } from '../inbox/filter/address.ts';
import { parseQuery, writeQuery } from '../inbox/filter/query-string.ts';
import { lastTeam } from '../session/last-team.ts';
import { session } from '../session/session.ts';
import { canonical } from '../store/filter-key.ts';
import { pageSizes } from '../store/page-sizes.ts';

/*
 * What the first page shows is asked for by this file, which is small and comes before all others: the answers are on their way
 * while the browser still reads the libraries. Whoever asks for the same a moment later is given the answer that is coming.
 */

const early = new Map<string, Promise<Response>>();
const state = session.get();
const token = state.kind === 'signed in' ? state.token : undefined;

/** An address in one form, however its parameters are escaped. */
function formOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  return `${pathname}?${searchParams}`;
}

function ask(path: string): void {
  const answer = fetch(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  // If nobody wants it, nobody needs to know.
  answer.catch(() => undefined);
  early.set(formOf(`/api/v1${path}`), answer);
}

if (token) {
  const address = readAddress(parseQuery(location.search));
  const team = address.team_id ?? lastTeam.get();
  if (team && location.pathname === '/') {
    const filter = canonical({ ...filterAt(address), team_id: team });
    ask(`/bugs-admin${writeQuery({ ...filter, limit: pageSizes.first, offset: 0 })}`);
  }
  ask('/me');
  ask('/teams');
  ask('/projects');
  if (team) for (const part of ['labels', 'members', 'saved-views']) ask(`/teams/${team}/${part}`);
}

/** The answer that is coming to this request in the name of whoever has this token, for the first who asks. */
export function takeEarly({ method, url }: Request, askedWith: string): Promise<Response> | undefined {
  if (method !== 'GET' || askedWith !== token) return undefined;
  const form = formOf(url);
  const answer = early.get(form);
  early.delete(form);
  return answer;
}

/** From now on answers would be old. */
export const forgetEarly = () => early.clear();
