import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import * as operations from './operations.ts';
import { hasTooManyViews } from './operations.ts';
import { NewSavedView, SavedView, SavedViewList, SavedViewPatch } from './schema.ts';

const tags = ['saved views'];
const auth = 'session';
const ofTeam = IdParams('team_id');
const oneOfTeam = IdParams('team_id', 'view_id');

export function savedViewRoutes(app: App, context: Context): void {
  app.get(
    '/teams/:team_id/saved-views',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'listSavedViews',
        summary: 'List your views',
        params: ofTeam,
        response: { 200: SavedViewList },
      },
    },
    ({ actor, params }) => operations.listViews(context, actor, params.team_id),
  );

  app.post(
    '/teams/:team_id/saved-views',
    {
      config: { auth, errors: [hasTooManyViews()] },
      schema: {
        tags,
        operationId: 'createSavedView',
        summary: 'Save a view',
        params: ofTeam,
        body: NewSavedView,
        response: { 201: SavedView },
      },
    },
    async ({ actor, params, body }, reply) =>
      reply.code(201).send(await operations.createView(context, actor, params.team_id, body)),
  );

  app.patch(
    '/teams/:team_id/saved-views/:view_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'updateSavedView',
        summary: 'Rename, pin or refilter a view',
        params: oneOfTeam,
        body: SavedViewPatch,
        response: { 200: SavedView },
      },
    },
    ({ actor, params, body }) => operations.updateView(context, actor, params, body),
  );

  app.delete(
    '/teams/:team_id/saved-views/:view_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'deleteSavedView',
        summary: 'Delete a view',
        params: oneOfTeam,
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await operations.deleteView(context, actor, params);
      return reply.code(204).send(null);
    },
  );
}
