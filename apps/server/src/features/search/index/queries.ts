import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';

/**
 * Words of a bug are found under its team and the stretch of ids that it lies in. So a search reads nothing of other
 * teams, and can go through the index from the newest stretch on, until it has found enough.
 */
export const stretchLength = 32_768;

export const stretchOf = (bugId: RawBuilder<unknown>) => sql<number>`(${bugId} / ${sql.lit(stretchLength)})`;

/** The first id of a stretch. */
export const startOf = (stretch: RawBuilder<unknown>) =>
  sql<number>`((${stretch}) * ${sql.lit(stretchLength)})`;

const prefix = sql`${stretchOf(sql`bugs.id`)} || '.' || bugs.team_id || '.'`;

/** What stands for the stretch in a pattern. No word has it, nor anything else that means something in a query. */
const anyStretch = '#';

/** Every one of the words, or a longer one that begins with it, in one of the teams. */
export function patternFor(teamIds: number[], words: string[]): string {
  const inAnyTeam = (word: string) => teamIds.map((team) => `'${anyStretch}.${team}.${word}':*`).join('|');
  return words.map((word) => `(${inAnyTeam(word)})`).join('&');
}

/** Exactly this word in this team, as a part of a pattern. */
export const lexemeFor = (teamId: number, word: string) => `'${anyStretch}.${teamId}.${word}'`;

export const queryIn = (stretch: RawBuilder<unknown>, pattern: string) =>
  sql`replace(${pattern}, ${anyStretch}, ${stretch}::text)::tsquery`;

/** Each once; those that can be searched for. */
export async function splitWords(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`
    select tsvector_to_array(search_words('', ${text})) as words`.execute(db);
  return rows[0]?.words ?? [];
}

/**
 * To be called while the cursor is locked, by this transaction or another: bugs that are being deleted then wait, and take their
 * words with them. Those that have words already keep them: whoever wrote them crashed before the cursor moved.
 */
export async function insertWords(db: Db, bugIds: number[]): Promise<void> {
  await sql`
    insert into bug_search (bug_id, team_id, words, fingerprint)
    select bugs.id, bugs.team_id, search_words(${prefix}, searched_text(bugs)) || search_terms(${prefix}, bugs),
      stack_fingerprint(bugs)
    from bugs where id = any(${bugIds}) order by id
    on conflict (bug_id) do nothing`.execute(db);
}

/**
 * Whether the database does not take the words of these bugs: a limit of its own, a value that it cannot work with, or a damaged
 * row. A statement that was ended because it took too long says so only when it was about one of them.
 */
export function isRefused(error: unknown, count: number): boolean {
  const { code = '' } = error as { code?: string };
  return /^(22|23|54|XX)/.test(code) || (code === '57014' && count === 1);
}

/** For bugs whose texts cannot be indexed: filters find them by their terms. */
export async function insertNoWords(db: Db, bugIds: number[]): Promise<void> {
  await sql`
    insert into bug_search (bug_id, team_id, words)
    select bugs.id, bugs.team_id, search_terms(${prefix}, bugs) from bugs where id = any(${bugIds}) order by id
    on conflict (bug_id) do nothing`.execute(db);
}

/**
 * Makes the words of bugs anew whose texts have changed, as far as they are in the index. It waits for whoever is indexing, who
 * may have read them as they were before.
 */
export async function rewriteWords(trx: Trx, bugIds: number[]): Promise<void> {
  await sql`select from search_cursor for share`.execute(trx);
  await sql`
    update bug_search set words = search_words(${prefix}, searched_text(bugs)) || search_terms(${prefix}, bugs)
    from bugs where bugs.id = bug_id and bug_id = any(${bugIds})`.execute(trx);
}

/** New words are put aside first, where each search has to read through them; this moves them into the index all at once. */
export async function fileWords(db: Db): Promise<void> {
  await sql`select gin_clean_pending_list('bug_search_words')`.execute(db);
}
