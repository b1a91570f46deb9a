import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';
import { isTerm } from '../queries/terms.ts';

/** Up to so many words are asked for one by one. More of them take as long as their common beginning. */
const mostListed = 8;

/** Comes after all that a word can go on with. */
const last = '\u{10FFFF}';

/**
 * Asks the inverted index for bugs of a stretch and a team that have all of these words, or longer ones that begin with them.
 * Whole words are read side by side, and skipped where one is missing, whereas all bugs under a beginning are put into a set
 * before any is found. So the words that the dictionary lists for a beginning are asked for in its place. Where there are too
 * many, it is asked for only if it is rare: bugs must then be looked at for the others. If there are none, the query is null.
 */
export function queryByDictionary(
  stretch: RawBuilder<unknown>,
  team: RawBuilder<unknown>,
  words: string[],
  rareWords: string[],
) {
  const place = sql`${stretch} || '.' || ${team} || '.'`;
  const operands = words.map((word) => {
    if (isTerm(word)) return operand(place, sql`${word}`);
    const beginning = rareWords.includes(word) ? operand(place, sql`${`${word}*`}`) : sql`''`;
    return sql`(
      select case when dictionary_entry(${word}) <> ${word} or count(*) > ${mostListed} then ${beginning}
        else ${operand(place, sql`string_agg(word, '''|''' || ${place})`)} end
      from (
        select word from search_dictionary as entry
        where entry.team_id = ${team} and entry.stretch = ${stretch} and word >= ${word} and word < ${word + last}
        limit ${mostListed + 1}
      ) as listed
    )`;
  });
  return sql`substr(${sql.join(operands, sql` || `)}, 2)::tsquery`;
}

/** An entry of the dictionary as a part of a query. With an asterisk it stands for all words that begin with it. */
const operand = (place: RawBuilder<unknown>, entry: RawBuilder<unknown>) =>
  sql`replace('&(''' || ${place} || ${entry} || ''')', '*''', ''':*')`;

/** Looks without locking: mostly every entry has its bug. */
export async function isUntidy(db: Db): Promise<boolean> {
  const { rows } = await sql`select from search_dictionary where bug_id is null limit 1`.execute(db);
  return rows.length > 0;
}

/** So many entries at once: whoever writes words or deletes bugs waits meanwhile. */
const portion = 100;

/**
 * Gives entries whose bug has lost the word to another bug that has it, and deletes them where there is none. Nobody writes or
 * deletes words meanwhile, so that no bug is just getting or losing one of these. Throws when somebody already does.
 */
export async function tidyDictionary(trx: Trx): Promise<void> {
  await sql`lock table search_dictionary in share row exclusive mode nowait`.execute(trx);
  const query = sql`substr(${operand(sql`lost.stretch || '.' || lost.team_id || '.'`, sql`lost.word`)}, 2)::tsquery`;
  const isLost = sql`(entry.team_id, entry.stretch, entry.word) = (lost.team_id, lost.stretch, lost.word)`;
  await sql`
    with lost as materialized (
      select *, (
        select max(named.bug_id) from (select bug_id from bug_search where words @@ ${query} offset 0) as named
      ) as other
      from (select team_id, stretch, word from search_dictionary where bug_id is null limit ${portion}) as lost
    ),
    deleted as (delete from search_dictionary as entry using lost where ${isLost} and other is null)
    update search_dictionary as entry set bug_id = other from lost where ${isLost} and other is not null`.execute(
    trx,
  );
}
