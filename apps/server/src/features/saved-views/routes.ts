import type { Context } from '../../context.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import * as operations from './operations.ts';
import { hasTooManyViews } from './operations.ts';
import { NewSavedView, SavedView, SavedViewList, SavedViewPatch } from './schema.ts';

const route = routeOptions('saved views', { auth: 'session' });
const ofTeam = IdParams('team_id');
const ofView = IdParams('team_id', 'view_id');

export function savedViewRoutes(app: App, context: Context): void {
  app.get(
    '/teams/:team_id/saved-views',
    route('listSavedViews', 'List your saved views', { params: ofTeam, response: { 200: SavedViewList } }),
    ({ actor, params }) => operations.listViews(context, actor, params.team_id),
  );

  app.post(
    '/teams/:team_id/saved-views',
    route(
      'createSavedView',
      'Save a view',
      { params: ofTeam, body: NewSavedView, response: { 201: SavedView } },
      { errors: [hasTooManyViews()] },
    ),
    ({ actor, params, body }) => operations.createView(context, actor, params.team_id, body),
  );

  app.patch(
    '/teams/:team_id/saved-views/:view_id',
    route('updateSavedView', 'Change a saved view', {
      params: ofView,
      body: SavedViewPatch,
      response: { 200: SavedView },
    }),
    ({ actor, params, body }) => operations.updateView(context, actor, params, body),
  );

  app.delete(
    '/teams/:team_id/saved-views/:view_id',
    route('deleteSavedView', 'Delete a saved view', { params: ofView, response: { 204: NoContent } }),
    ({ actor, params }) => operations.deleteView(context, actor, params),
  );
}
