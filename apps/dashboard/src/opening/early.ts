import { followTheme } from '../actions/theme.ts';
import { filterAt, readAddress } from '../inbox/filter/address.ts';
import { parseQuery, writeQuery } from '../inbox/filter/query-string.ts';
import { lastCounts } from '../session/last-counts.ts';
import { lastTeam } from '../session/last-team.ts';
import { session } from '../session/session.ts';
import { pageSizes } from '../store/api.ts';
import { canonical } from '../store/filter.ts';
import { askForCounts, type EarlyCounts } from './early-counts.ts';

/*
 * What the first page shows is asked for by this file, which is small and comes before all others: the answers are on their way
 * while the browser still reads the libraries. Whoever asks for the same a moment later is given the answer that is coming.
 */

followTheme();

const early = new Map<string, Promise<Response>>();
let earlyCounts: EarlyCounts | undefined;
const state = session.get();
const token = state.kind === 'signed in' ? state.token : undefined;

/** An address in one form, however its parameters are escaped. */
function formOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  return `${pathname}?${searchParams}`;
}

const authorization = `Bearer ${token}`;

function ask(path: string): void {
  const answer = fetch(`/api/v1${path}`, { headers: { authorization } });
  // If nobody wants it, nobody needs to know.
  answer.catch(() => undefined);
  early.set(formOf(`/api/v1${path}`), answer);
}

// Visitors get a page without a sidebar.
if (!token) document.querySelector('.opening')?.remove();

if (state.kind === 'signed in') {
  const address = readAddress(parseQuery(location.search));
  const team = address.team_id ?? lastTeam.get();
  if (team && location.pathname === '/') {
    const filter = canonical({ ...filterAt(address), team_id: team });
    ask(`/bugs-admin${writeQuery({ ...filter, limit: pageSizes.first, offset: 0 })}`);
  }
  ask('/me');
  ask('/teams');
  ask('/projects');
  if (team) {
    for (const part of ['labels', 'members', 'saved-views']) ask(`/teams/${team}/${part}`);
    const counted = lastCounts.get(state.userId, team);
    if (counted.length > 0) earlyCounts = askForCounts(counted, authorization);
  }
}

/** The answer that is coming to this request in the name of whoever has this token, for the first who asks. */
export async function takeEarly(request: Request, askedWith: string): Promise<Response | undefined> {
  if (askedWith !== token) return undefined;
  if (request.method !== 'GET') return earlyCounts?.answerTo(request);
  const form = formOf(request.url);
  const answer = early.get(form);
  early.delete(form);
  return answer;
}

/** From now on answers would be old: something has happened since they were asked for. */
export function forgetEarly(): void {
  early.clear();
  earlyCounts = undefined;
}
