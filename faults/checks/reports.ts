import { sql } from 'kysely';
import type { Installation } from '../core/installation.ts';
import { acknowledgedIds, isRejected, readLedger } from '../core/ledger.ts';
import { type Check, check } from './check.ts';

/** Compares the ledger of sent reports with the stored bugs. */
export async function checkReports({ ledger, postgres: { db } }: Installation): Promise<Check[]> {
  const entries = readLedger(ledger.path);
  const { rows } = await sql<{ id: number; title: string; project_id: number }>`
    select id, title, project_id from bugs where title like 'marker%'`.execute(db);
  const { rows: keys } = await sql<{ key: string; bug_id: number; copies: number }>`
    select key, min(bug_id) as bug_id, count(*) as copies from idempotency_keys group by key`.execute(db);
  const stored = Map.groupBy(rows, ({ title }) => title);
  const keyed = new Map(keys.map((row) => [row.key, row]));
  const idsOf = (marker: string) => (stored.get(marker) ?? []).map(({ id }) => id);

  const known = new Set(entries.map(({ marker }) => marker));
  const withKey = entries.filter(({ key }) => key !== null);
  return [
    check(
      'acknowledged, but not stored under that id',
      entries
        .filter((entry) => acknowledgedIds(entry).some((id) => !idsOf(entry.marker).includes(id)))
        .map(({ marker }) => marker),
    ),
    check(
      'rejected, but stored',
      entries.filter((entry) => isRejected(entry) && stored.has(entry.marker)).map(({ marker }) => marker),
    ),
    check(
      'stored twice',
      [...stored].filter(([, copies]) => copies.length > 1).map(([marker]) => marker),
    ),
    check(
      'acknowledged with two ids',
      entries.filter((entry) => acknowledgedIds(entry).length > 1).map(({ marker }) => marker),
    ),
    check(
      'stored, but never sent or in the wrong project',
      rows
        .filter(({ title }) => !known.has(title))
        .map(({ title }) => title)
        .concat(
          entries
            .filter(({ marker, projectId }) =>
              stored.get(marker)?.some(({ project_id }) => project_id !== projectId),
            )
            .map(({ marker }) => marker),
        ),
    ),
    check(
      'Idempotency-Key without exactly one acknowledged report',
      withKey
        .filter((entry) => {
          const row = keyed.get(entry.key as string);
          const [id] = idsOf(entry.marker);
          return acknowledgedIds(entry).length !== 1 || row?.copies !== 1 || row.bug_id !== id;
        })
        .map(({ key }) => key as string),
    ),
  ];
}

export function describeLedger({ ledger }: Installation): string {
  const entries = readLedger(ledger.path);
  const acknowledged = entries.filter((entry) => acknowledgedIds(entry).length > 0).length;
  const rejected = entries.filter(isRejected).length;
  const unknown = entries.length - acknowledged - rejected;
  const format = (count: number) => count.toLocaleString('en');
  return `${format(entries.length)} sent: ${format(acknowledged)} acknowledged, ${format(rejected)} rejected, ${format(unknown)} unknown`;
}
