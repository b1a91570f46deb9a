import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { functions, machine, plantedWords, words } from './sample-text.ts';

/** A deterministic pseudo-random function in SQL that returns numbers from 0 to 1. */
async function createChance(db: Database): Promise<void> {
  await sql`
    create function chance(n bigint, seed bigint) returns float8 language sql immutable parallel safe
    return (hashint8extended(n, seed) & 1048575) / 1048576.0::float8`.execute(db);
}

const phrases = 5_000;

/** Sentences, titles and stack traces that reports are composed of. */
async function createPhrases(db: Database): Promise<void> {
  await sql`
    create table bench_phrases as
    select id,
      (select string_agg(words[1 + floor(cardinality(words) * chance(id * 100 + place, 1) ^ 2.2)::integer], ' ')
        from generate_series(1, 10) as place) as sentence,
      (select initcap(string_agg(words[1 + floor(cardinality(words) * chance(id * 100 + place, 2) ^ 1.6)::integer], ' '))
        from generate_series(1, 5) as place) as title,
      'TypeError: ' || (words)[1 + id % cardinality(words)] || ' is undefined' || (
        select string_agg(e'\n    at ' || functions[1 + floor(cardinality(functions) * chance(id * 100 + place, 3))::integer]
          || ' (/assets/app-' || id % 40 || '.js:' || id % 977 || ':' || place || ')', '')
        from generate_series(1, 6) as place) as trace
    from generate_series(0, ${sql.lit(phrases - 1)}) as id, (
      select ${words}::text[] as words, ${functions}::text[] as functions
    ) as vocabulary`.execute(db);
}

const phrase = (seed: number) => sql`floor(${sql.lit(phrases)} * chance(n, ${sql.lit(seed)}))`;

/** SQL that picks a value with the given probabilities in percent. */
const oneOf = (chances: Record<string, number>, seed: number) => {
  let sum = 0;
  const cases = Object.entries(chances).map(([value, percent]) => {
    sum += percent;
    return `when chance(n, ${seed}) < ${sum / 100} then '${value}'`;
  });
  return sql.raw(`case ${cases.join(' ')} end`);
};

/**
 * Most bugs are old and closed. A tenth of all bugs are from the last week and in the largest project. Ids and row positions
 * follow the creation time, as with real reports.
 */
export async function seedBugs(db: Database, size: number): Promise<void> {
  await createChance(db);
  await createPhrases(db);
  const old = Math.round(size * 0.85);
  await sql`
    insert into bugs (id, project_id, team_id, title, description, status, severity, environment, app_version, stack_trace,
      url, user_agent, reporter_email, reporter_identifier, extra, assignee_id, duplicate_of_id, comment_count, created_at,
      updated_at, resolved_at)
    select n, project_id, 1 + (project_id - 1) % 5, titles.title,
      first.sentence || '. ' || second.sentence || '. ' || third.sentence || '. ' || fourth.sentence
        || case when chance(n, 20) < 0.3 then ' ${sql.raw(plantedWords.common)}' else '' end
        || case when n % 100 = 3 then ' ${sql.raw(plantedWords.medium)}' else '' end
        || case when n % ${sql.lit(size / 8)} = 7 then ' ${sql.raw(plantedWords.rare)}' else '' end
        || case when n <= ${sql.lit(size / 200)} then ' ${sql.raw(plantedWords.old)}' else '' end || '.',
      status, ${oneOf({ medium: 50, low: 25, high: 20, critical: 5 }, 5)},
      ${oneOf({ production: 85, staging: 15 }, 6)}, '4.' || n % 30 || '.' || n % 7,
      case when chance(n, 7) < 0.4 then traces.trace end,
      'https://shop.example.com/' || (n % 50) || '/item?id=' || n % 4999,
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/1' || n % 40 || '.0',
      case when chance(n, 8) < 0.6 then 'visitor' || n % 20011 || '@example.com' end,
      case when chance(n, 9) < 0.3 then 'user-' || n % 30011 when chance(n, 9) < 0.4 then ${machine} end,
      case when chance(n, 10) < 0.5 then '{"locale":"en-GB","viewport":[1280,720],"build":' || n % 997 || '}' end,
      case when chance(n, 11) < case when status = 'open' then 0.25 else 0.7 end
        then 2 + floor(11 * chance(n, 12) ^ 1.5) end,
      case when chance(n, 19) < 0.02 and n > 1 then greatest(n - 1 - n % 50, 1) end,
      case when chance(n, 13) < 0.2 then 1 + floor(3 * chance(n, 14)) else 0 end,
      created_at, coalesce(resolved_at, created_at + (now() - created_at) * 0.5 * chance(n, 15)), resolved_at
    from (
      select *, case when status = 'resolved' then
        least(created_at + interval '5 minutes' * 2 ^ (6 * chance(n, 16) + 7 * chance(n, 17)),
          created_at + (now() - created_at) * chance(n, 18)) end as resolved_at
      from (
        select n, case when n > ${sql.lit(old)} and n % 3 > 0 then 1 else 1 + floor(20 * chance(n, 3) ^ 3)::integer end as project_id,
          case when n > ${sql.lit(old)} then ${oneOf({ open: 55, in_progress: 10, resolved: 20, closed: 7, wont_fix: 3, spam: 5 }, 4)}
            else ${oneOf({ resolved: 45, closed: 30, wont_fix: 8, spam: 7, open: 6, in_progress: 4 }, 4)} end as status,
          now() - case when n > ${sql.lit(old)} then interval '7 days' * (${sql.lit(size + 1)} - n) / ${sql.lit(size - old)}
            else interval '7 days' + interval '723 days' * (${sql.lit(old)} - n) / ${sql.lit(old)} end as created_at
        from generate_series(1, ${sql.lit(size)}) as n
      ) as dated
    ) as numbered
    join bench_phrases as titles on titles.id = ${phrase(30)}
    join bench_phrases as first on first.id = ${phrase(31)}
    join bench_phrases as second on second.id = ${phrase(32)}
    join bench_phrases as third on third.id = ${phrase(33)}
    join bench_phrases as fourth on fourth.id = ${phrase(34)}
    join bench_phrases as traces on traces.id = ${phrase(35)}
    order by n`.execute(db);
}

export async function seedRelatedRows(db: Database): Promise<void> {
  await seedLabels(db);
  await seedComments(db);
  await seedImages(db);
  await seedActivity(db);
}

/** Half of the bugs have one label, some have two. The label ids of a team are five apart. */
async function seedLabels(db: Database): Promise<void> {
  await sql`
    insert into bug_labels (team_id, bug_id, label_id)
    select team_id, id, team_id + 5 * (label % 8)
    from (select id, team_id, floor(8 * chance(id, 41) ^ 2)::integer as first from bugs where chance(id, 40) < 0.5) as bugs
    cross join lateral (values (first, true), (first + 1 + id % 7, chance(id, 40) < 0.15)) as chosen (label, is_there)
    where is_there order by id`.execute(db);
}

async function seedComments(db: Database): Promise<void> {
  await sql`
    insert into comments (team_id, bug_id, author_id, body, via, created_at)
    select team_id, bugs.id, 2 + bugs.id % 11, sentence, 'dashboard', created_at + interval '1 hour'
    from bugs cross join lateral generate_series(1, comment_count) as nth
    join bench_phrases on bench_phrases.id = (bugs.id + nth) % 5000`.execute(db);
}

async function seedImages(db: Database): Promise<void> {
  await sql`
    insert into attachments (team_id, project_id, bug_id, filename, content_type, content_length, object_key, is_dropped,
      expires_at, uploaded_at)
    select team_id, project_id, id, 'screenshot.png', 'image/png', 40000, 'bench/' || id, false, created_at, created_at
    from bugs where chance(id, 43) < 0.05`.execute(db);
}

async function seedActivity(db: Database): Promise<void> {
  await sql`
    insert into activity (team_id, project_id, bug_id, kind, actor_id, via, changes, created_at)
    select team_id, project_id, id, kind, actor_id, via, changes, at
    from bugs cross join lateral (values
      ('created', true, null, 'api', null, created_at),
      ('status_changed', status <> 'open', 2 + id % 11, 'dashboard',
        jsonb_build_object('status', jsonb_build_object('from', 'open', 'to', status)), updated_at),
      ('assigned', assignee_id is not null, 2 + id % 11, 'dashboard', jsonb_build_object('assignee', jsonb_build_object(
        'from', null, 'to', jsonb_build_object('id', assignee_id, 'name', 'User ' || assignee_id))), updated_at)
    ) as entry (kind, has_happened, actor_id, via, changes, at)
    where has_happened`.execute(db);
}
