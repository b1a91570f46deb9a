import {
  allReportFields,
  fieldsIn,
  fieldsNotIn,
  type ImageType,
  type ReportField,
  withoutFields,
} from '@skep/vocabulary';
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { argument, prepareStatement } from '../../db/statements.ts';
import { notFound } from '../../errors.ts';
import { Bug, exampleBug } from './schema.ts';

const tooLong = fieldsNotIn('list');
const { duplicate_count: _, ...listed } = withoutFields(Bug.properties, tooLong);
const { duplicate_count: __, ...listedExample } = withoutFields(exampleBug, tooLong);

/** Without long texts and without counts that need a subquery per bug. */
export const BugListItem = Type.Object(
  {
    ...listed,
    excerpt: Type.String({ description: 'The first 200 characters of the description.' }),
  },
  {
    title: 'BugListItem',
    examples: [{ ...listedExample, excerpt: exampleBug.description }],
  },
);
export type BugListItem = Static<typeof BugListItem>;

export async function getBug(context: Context, actor: Actor, id: number): Promise<string> {
  const bug = await findBug(context.pools.main, actor.teamIds, id);
  if (!bug) throw notFound();
  return serializeBug(context, bug);
}

/** Bugs by id as JSON. The caller must check access. Missing bugs are skipped. */
export async function getBugs(context: Context, db: Db, ids: number[]): Promise<Map<number, string>> {
  const bugs = await selectBugs(db, [ids]);
  const texts = bugs.map(async (bug) => [bug.id, await serializeBug(context, bug)] as const);
  return new Map(await Promise.all(texts));
}

/** The JSON of all routes and webhooks. `extra` is copied verbatim to keep all digits. */
export async function serializeBug(context: Context, bug: BugRow): Promise<string> {
  const shown = await withImage(context, bug);
  return `${JSON.stringify({ ...shown, extra: undefined }).slice(0, -1)},"extra":${bug.extra}}`;
}

/** List items in the order of the ids. The caller must check access. Missing bugs are skipped. */
export async function listItems(context: Context, db: Db, ids: number[]): Promise<BugListItem[]> {
  if (ids.length === 0) return [];
  const rows = await selectItems(db, [ids]);
  return Promise.all(rows.map((row) => withImage(context, row)));
}

interface Image {
  id: number;
  filename: string;
  content_type: ImageType;
  content_length: number;
  object_key: string;
  uploaded_at: string;
}

type RowOf<T> = Omit<T, 'attachments'> & { image: Image | null };
type BugRow = RowOf<Omit<Static<typeof Bug>, 'extra'> & { extra: string | null }>;
type ItemRow = RowOf<BugListItem>;

async function withImage<Row extends { image: Image | null }>({ storage }: Context, row: Row) {
  const { image, ...bug } = row;
  const attachments = [];
  if (image) {
    const { object_key: _, uploaded_at, ...shown } = image;
    attachments.push({ ...shown, uploaded_at: new Date(uploaded_at), url: await storage.readUrl(image) });
  }
  return { ...bug, attachments };
}

export const columnsOf = <Name extends ReportField>(names: readonly Name[]) =>
  names.map((name) => `bugs.${name}` as const);

const selected = (fields: readonly ReportField[]) =>
  sql.raw(`
    bugs.id, bugs.project_id, bugs.status, ${columnsOf(fields).join(', ')}, bugs.assignee_id, bugs.duplicate_of_id,
    bugs.comment_count, bugs.revision, bugs.created_at, bugs.updated_at,
    case when users.id is not null
      then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end as assignee,
    case when image.id is not null
      then json_build_object('id', image.id, 'filename', image.filename, 'content_type', image.content_type,
        'content_length', image.content_length, 'object_key', image.object_key, 'uploaded_at', image.uploaded_at) end as image`);

const joined = sql.raw(`
  left join users on users.id = bugs.assignee_id
  left join attachments as image
    on image.bug_id = bugs.id and not image.for_comment and image.uploaded_at is not null and not image.is_dropped`);

const labelsAsJson = sql`
  json_agg(json_build_object('id', labels.id, 'name', labels.name, 'color', labels.color) order by lower(labels.name))`;

const inFull = sql`
  select ${selected(allReportFields)},
    (select count(*) from bugs as duplicates where duplicates.duplicate_of_id = bugs.id) as duplicate_count,
    coalesce((
      select ${labelsAsJson} from bug_labels join labels on labels.id = bug_labels.label_id
      where bug_labels.bug_id = bugs.id
    ), '[]') as labels
  from bugs ${joined}`;

const selectBugs = prepareStatement(
  () => sql<BugRow>`${inFull} where bugs.id = any(${argument(1, 'bigint[]')})`,
);

const selectBugOfTeams = prepareStatement(
  () => sql<BugRow>`
    ${inFull} where bugs.id = ${argument(1, 'bigint')} and bugs.team_id = any(${argument(2, 'bigint[]')})`,
);

export async function findBug(db: Db, teamIds: number[], id: number): Promise<BugRow | undefined> {
  const [bug] = await selectBugOfTeams(db, [id, teamIds]);
  return bug;
}

/** Aggregating labels for all bugs at once is cheaper than per bug. */
const selectItems = prepareStatement(
  () => sql<ItemRow>`
    select ${selected(fieldsIn('list'))}, left(bugs.description, 200) as excerpt,
      coalesce(labelled.labels, '[]') as labels
    from unnest(${argument(1, 'bigint[]')}) with ordinality as page (id, place)
    join bugs on bugs.id = page.id ${joined}
    left join (
      select bug_id, ${labelsAsJson} as labels
      from bug_labels join labels on labels.id = bug_labels.label_id
      where bug_id = any(${argument(1, 'bigint[]')}) group by bug_id
    ) as labelled on labelled.bug_id = bugs.id
    order by place`,
);
