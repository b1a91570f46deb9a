import { sql } from 'kysely';
import type { Installation } from '../core/installation.ts';
import { acknowledgedIds, isRefused, readLedger } from '../core/ledger.ts';
import { type Check, check } from './check.ts';

/** What was sent, acknowledged and refused, beside what is stored. */
export async function checkReports({ ledger, postgres: { db } }: Installation): Promise<Check[]> {
  const entries = readLedger(ledger.path);
  const { rows } = await sql<{ id: number; title: string; project_id: number }>`
    select id, title, project_id from bugs where title like 'mark%'`.execute(db);
  const { rows: keys } = await sql<{ key: string; bug_id: number; copies: number }>`
    select key, min(bug_id) as bug_id, count(*) as copies from idempotency_keys group by key`.execute(db);
  const stored = Map.groupBy(rows, ({ title }) => title);
  const keyed = new Map(keys.map((row) => [row.key, row]));
  const idsOf = (mark: string) => (stored.get(mark) ?? []).map(({ id }) => id);

  const known = new Set(entries.map(({ mark }) => mark));
  const withKey = entries.filter(({ key }) => key !== null);
  return [
    check(
      'acknowledged, but not stored under that id',
      entries
        .filter((entry) => acknowledgedIds(entry).some((id) => !idsOf(entry.mark).includes(id)))
        .map(({ mark }) => mark),
    ),
    check(
      'refused, but stored',
      entries.filter((entry) => isRefused(entry) && stored.has(entry.mark)).map(({ mark }) => mark),
    ),
    check(
      'stored twice',
      [...stored].filter(([, copies]) => copies.length > 1).map(([mark]) => mark),
    ),
    check(
      'acknowledged with two ids',
      entries.filter((entry) => acknowledgedIds(entry).length > 1).map(({ mark }) => mark),
    ),
    check(
      'stored, but never sent, or in another project',
      rows
        .filter(({ title }) => !known.has(title))
        .map(({ title }) => title)
        .concat(
          entries
            .filter(({ mark, projectId }) =>
              stored.get(mark)?.some(({ project_id }) => project_id !== projectId),
            )
            .map(({ mark }) => mark),
        ),
    ),
    check(
      'Idempotency-Key without its one report, or not acknowledged in the end',
      withKey
        .filter((entry) => {
          const row = keyed.get(entry.key as string);
          const [id] = idsOf(entry.mark);
          return acknowledgedIds(entry).length !== 1 || row?.copies !== 1 || row.bug_id !== id;
        })
        .map(({ key }) => key as string),
    ),
  ];
}

/** For people: what the ledger holds. */
export function describeLedger({ ledger }: Installation): string {
  const entries = readLedger(ledger.path);
  const acknowledged = entries.filter((entry) => acknowledgedIds(entry).length > 0).length;
  const refused = entries.filter(isRefused).length;
  const unknown = entries.length - acknowledged - refused;
  const format = (count: number) => count.toLocaleString('en');
  return `${format(entries.length)} sent: ${format(acknowledged)} acknowledged, ${format(refused)} refused, ${format(unknown)} unknown`;
}
