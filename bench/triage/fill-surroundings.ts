import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';

/** Fills in what belongs to bugs: labels, comments, images and activity. */
export async function fillSurroundings(db: Database): Promise<void> {
  await fillLabels(db);
  await fillComments(db);
  await fillImages(db);
  await fillActivity(db);
}

/** Half of the bugs have one label, some of them a second one. The ids of a team's labels are five apart. */
async function fillLabels(db: Database): Promise<void> {
  await sql`
    insert into bug_labels (team_id, bug_id, label_id)
    select team_id, id, team_id + 5 * (label % 8)
    from (select id, team_id, floor(8 * chance(id, 41) ^ 2)::integer as first from bugs where chance(id, 40) < 0.5) as bugs
    cross join lateral (values (first, true), (first + 1 + id % 7, chance(id, 40) < 0.15)) as chosen (label, is_there)
    where is_there order by id`.execute(db);
}

async function fillComments(db: Database): Promise<void> {
  await sql`
    insert into comments (team_id, bug_id, author_id, body, via, created_at)
    select team_id, bugs.id, 2 + bugs.id % 11, sentence, 'dashboard', created_at + interval '1 hour'
    from bugs cross join lateral generate_series(1, comment_count) as nth
    join bench_phrases on bench_phrases.id = (bugs.id + nth) % 5000`.execute(db);
}

async function fillImages(db: Database): Promise<void> {
  await sql`
    insert into attachments (team_id, project_id, bug_id, filename, content_type, content_length, object_key, is_dropped,
      expires_at, uploaded_at)
    select team_id, project_id, id, 'screenshot.png', 'image/png', 40000, 'bench/' || id, false, created_at, created_at
    from bugs where chance(id, 43) < 0.05`.execute(db);
}

async function fillActivity(db: Database): Promise<void> {
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
