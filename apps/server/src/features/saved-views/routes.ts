import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { routesOf } from '../../http/route.ts';
import * as operations from './operations.ts';
import { hasTooManyViews } from './operations.ts';
import { NewSavedView, SavedView, SavedViewList, SavedViewPatch } from './schema.ts';

export function savedViewRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'session', tags: ['saved views'] });

  routes.get(
    '/teams/:team_id/saved-views',
    { operationId: 'listSavedViews', summary: 'List your views', response: { 200: SavedViewList } },
    ({ actor, params }) => operations.listViews(context, actor, params.team_id),
  );

  routes.post(
    '/teams/:team_id/saved-views',
    {
      operationId: 'createSavedView',
      summary: 'Save a view',
      body: NewSavedView,
      response: { 201: SavedView },
      errors: [hasTooManyViews()],
    },
    ({ actor, params, body }) => operations.createView(context, actor, params.team_id, body),
  );

  routes.patch(
    '/teams/:team_id/saved-views/:view_id',
    {
      operationId: 'updateSavedView',
      summary: 'Rename, pin or refilter a view',
      body: SavedViewPatch,
      response: { 200: SavedView },
    },
    ({ actor, params, body }) => operations.updateView(context, actor, params, body),
  );

  routes.delete(
    '/teams/:team_id/saved-views/:view_id',
    { operationId: 'deleteSavedView', summary: 'Delete a view' },
    ({ actor, params }) => operations.deleteView(context, actor, params),
  );
}
