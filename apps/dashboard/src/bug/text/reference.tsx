import { queryOptions, useQuery } from '@tanstack/react-query';
import { given } from '../../catalogue/given.ts';
import { visibleText } from '../../components/visible-text.ts';
import { api } from '../../session/api.ts';
import { BugLink } from '../bug-link.tsx';
import { useOpen } from '../use-open.ts';

/** Maximum number of titles per request. */
const maxTitles = 100;

interface Batch {
  ids: Set<number>;
  titles: Promise<Map<number, string>>;
}
let batch: Batch | undefined;

/** Batches concurrent lookups into one request. */
async function loadTitle(id: number): Promise<string | null> {
  batch ??= openBatch();
  batch.ids.add(id);
  return (await batch.titles).get(id) ?? null;
}

function openBatch(): Batch {
  const ids = new Set<number>();
  const titles = new Promise((resolve) => setTimeout(resolve)).then(() => {
    batch = undefined;
    return fetchTitles([...ids]);
  });
  return { ids, titles };
}

async function fetchTitles(ids: number[]): Promise<Map<number, string>> {
  const titles = new Map<number, string>();
  for (let at = 0; at < ids.length; at += maxTitles) {
    const query = { bug_id: ids.slice(at, at + maxTitles) };
    const { items } = await given(api.GET('/api/v1/bugs-admin/titles', { params: { query } }));
    for (const { id, title } of items) titles.set(id, title);
  }
  return titles;
}

const titleQuery = (id: number) =>
  queryOptions({
    queryKey: ['bug', id, 'title'],
    queryFn: () => loadTitle(id),
    staleTime: 60_000,
    retry: false,
  });

/** `#12` in a text. It links to that bug, with its title on hover, if the user has access. */
export function BugReference({ id }: { id: number }) {
  const onOpen = useOpen();
  const { data: title } = useQuery(titleQuery(id));
  if (title === undefined || title === null) return `#${id}`;
  return <BugLink id={id} onOpen={onOpen} title={visibleText(title)} />;
}
