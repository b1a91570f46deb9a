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
 * This small entry file runs before all others and sends the requests of the first page, so that responses arrive while
 * the browser still parses the libraries. The app's own requests then receive these responses.
 */

followTheme();

const early = new Map<string, Promise<Response>>();
let earlyCounts: EarlyCounts | undefined;
const state = session.get();
const token = state.kind === 'signed in' ? state.token : undefined;

/** Normalizes the escaping of a URL's parameters. */
function formOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  return `${pathname}?${searchParams}`;
}

const authorization = `Bearer ${token}`;

function ask(path: string): void {
  const answer = fetch(`/api/v1${path}`, { headers: { authorization } });
  // An unused response must not cause an unhandled rejection.
  answer.catch(() => undefined);
  early.set(formOf(`/api/v1${path}`), answer);
}

// Signed-out pages have no sidebar, so its skeleton is removed.
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

/** Takes the early response for a request with this token. Only the first request gets it. */
export async function takeEarly(request: Request, askedWith: string): Promise<Response | undefined> {
  if (askedWith !== token) return undefined;
  if (request.method !== 'GET') return earlyCounts?.answerTo(request);
  const form = formOf(request.url);
  const answer = early.get(form);
  early.delete(form);
  return answer;
}

/** Discards the early responses, because they are out of date after a change. */
export function forgetEarly(): void {
  early.clear();
  earlyCounts = undefined;
}
