import { prefetchCatalogue } from '../catalogue/queries.ts';
import { teamAt } from '../catalogue/use-catalogue.ts';
import { filterAt, readAddress } from '../inbox/filter/address.ts';
import { parseQuery } from '../inbox/filter/query-string.ts';
import { queries } from '../queries.ts';
import { session } from '../session/session.ts';
import { storeOfSession } from '../store/open.ts';
import type { BugFilter } from '../store/types.ts';

/** How long the page may stay empty before it shows a loading state, in ms. Its content is already being fetched. */
const patienceMs = 400;

/**
 * Resolves when the first page and its content have loaded, or after a timeout. Rendering once with all content avoids
 * a render for each response.
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
