import { sql } from 'kysely';
import Type from 'typebox';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { Id, ListOf } from '../../schema.ts';

const BugTitles = ListOf(
  Type.Object(
    { id: Id(), title: Type.String() },
    { title: 'BugTitle', examples: [{ id: 412, title: 'Checkout button does nothing' }] },
  ),
);

export function titleRoutes(app: App, context: Context): void {
  app.get(
    '/bugs-admin/titles',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['triage'],
        operationId: 'listBugTitles',
        summary: 'Read bug titles by id',
        description: 'For rendering references such as `#412`. Bugs you cannot access are left out.',
        querystring: Type.Object({
          bug_id: Type.Optional(
            Type.Array(Id(), { maxItems: 100, description: 'Bug ids. May be repeated.' }),
          ),
        }),
        response: { 200: BugTitles },
      },
    },
    ({ actor, query }) => listTitles(context, actor, query.bug_id ?? []),
  );
}

async function listTitles({ pools }: Context, actor: Actor, ids: number[]) {
  const items = await pools.main
    .selectFrom('bugs')
    .select(['id', 'title'])
    .where('id', '=', sql<number>`any(${ids})`)
    .where('team_id', '=', sql<number>`any(${actor.teamIds})`)
    .orderBy('id')
    .execute();
  return { items, total: items.length };
}
