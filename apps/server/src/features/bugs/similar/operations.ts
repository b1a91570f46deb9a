import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { selectNotIndexed } from '../../search/queries/not-indexed.ts';
import { type Candidate, findSubject, selectCandidates } from '../../search/queries/similar.ts';
import { listItems } from '../items/operations.ts';
import type { SimilarBugs } from './schema.ts';
import { scoresOf } from './similarity.ts';

const mostListed = 5;

/** Lists the bugs of the same project that are most likely duplicates, the likeliest first. */
export async function findSimilarBugs(context: Context, actor: Actor, id: number): Promise<SimilarBugs> {
  const { pools } = context;
  const subject = await findSubject(pools.main, actor.teamIds, id);
  if (!subject) throw notFound();
  const { candidates, isIndexing } = await pools.search.run(actor, [subject.team_id], async (db) => ({
    isIndexing: (await selectNotIndexed(db, [subject.team_id])).isIndexing,
    candidates: await selectCandidates(db, subject),
  }));
  const best = likeliest(subject.title, candidates);
  const rows = await listItems(
    context,
    pools.main,
    best.map((bug) => bug.id),
  );
  const items = best.flatMap(({ id, score }) => {
    const item = rows.find((row) => row.id === id);
    return item ? [{ ...item, score }] : [];
  });
  return { items, total: items.length, ...(isIndexing && { indexing: true }) };
}

function likeliest(title: string, candidates: Candidate[]): { id: number; score: number }[] {
  const scores = scoresOf(title, candidates);
  const isDuplicate = ({ duplicate_of_id }: Candidate) => Number(duplicate_of_id !== null);
  return (
    candidates
      .map((candidate) => ({ ...candidate, score: scores.get(candidate.id) ?? 0 }))
      .filter(({ score }) => score > 0)
      // Of equals, an original comes before its duplicates, and then the newest first.
      .sort(
        (one, other) => other.score - one.score || isDuplicate(one) - isDuplicate(other) || other.id - one.id,
      )
      .slice(0, mostListed)
  );
}
