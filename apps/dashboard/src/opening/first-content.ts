import { prefetchCatalogue } from '../catalogue/queries.ts';
import { teamAt } from '../catalogue/use-catalogue.ts';
import { filterAt, readAddress } from '../inbox/filter/address.ts';
import { parseQuery } from '../inbox/filter/query-string.ts';
import { queries } from '../queries.ts';
import { session } from '../session/session.ts';
import { storeOfSession } from '../store/open.ts';
import type { BugFilter } from '../store/types.ts';

/** As long as a page may stay empty before it says that it is loading: its contents are on their way already. */
const patienceMs = 400;

/**
 * Settles when what the first page shows is there, its page among it, or when that would take too long: what is drawn with
 * everything in place is drawn once, instead of anew with each answer.
 */
export async function firstContent(page: Promise<void>): Promise<void> {
  const contents = session.get().kind === 'signed in' && loadContents();
  const patience = new Promise<void>((pass) => setTimeout(pass, patienceMs));
  await Promise.race([Promise.allSettled([page, contents]), patience]);
}

async function loadContents(): Promise<void> {
  const address = readAddress(parseQuery(location.search));
  const team = teamAt(address);
  const isInbox = location.pathname === '/';
  const list = team && isInbox && loadList({ ...filterAt(address), team_id: team });
  await Promise.all([list, prefetchCatalogue(queries, team)]);
}

function loadList(filter: BugFilter): Promise<void> {
  const list = storeOfSession().window(filter);
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = list.subscribe(() => list.status !== 'loading' && resolve());
  return promise.finally(leave);
}
