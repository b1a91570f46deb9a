import type { Context } from '../../context.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import * as apiKeys from './api-keys.ts';
import * as operations from './operations.ts';
import {
  ApiKey,
  ApiKeyList,
  ApiKeyName,
  CreatedApiKey,
  NewProject,
  ProjectDetail,
  ProjectList,
  ProjectPatch,
  ProjectsQuery,
} from './schema.ts';

const route = routeOptions('projects', { auth: 'session' });
/** Routes that return a key. */
const routeWithKey = routeOptions('projects', { auth: 'session', hasSecret: true });
const ofProject = IdParams('project_id');
const ofKey = IdParams('project_id', 'key_id');

export function projectRoutes(app: App, context: Context): void {
  app.get(
    '/projects',
    route(
      'listProjects',
      'List your projects',
      { querystring: ProjectsQuery, response: { 200: ProjectList } },
      { errors: [404] },
    ),
    ({ actor, query }) => operations.listProjects(context, actor, query),
  );

  app.post(
    '/projects',
    routeWithKey(
      'createProject',
      'Create a project',
      { body: NewProject, response: { 201: ProjectDetail } },
      { errors: [404, operations.hasTooManyProjects()] },
    ),
    ({ actor, body }) => operations.createProject(context, actor, body),
  );

  app.get(
    '/projects/:project_id',
    routeWithKey('getProject', 'Read a project', { params: ofProject, response: { 200: ProjectDetail } }),
    ({ actor, params }) => operations.getProject(context, actor, params.project_id),
  );

  app.patch(
    '/projects/:project_id',
    routeWithKey('updateProject', 'Change a project', {
      params: ofProject,
      body: ProjectPatch,
      response: { 200: ProjectDetail },
    }),
    ({ actor, params, body }) => operations.updateProject(context, actor, params.project_id, body),
  );

  app.delete(
    '/projects/:project_id',
    route('deleteProject', 'Delete a project and its data', {
      params: ofProject,
      response: { 204: NoContent },
    }),
    ({ actor, params }) => operations.deleteProject(context, actor, params.project_id),
  );

  app.post(
    '/projects/:project_id/rotate-key',
    routeWithKey('rotateProjectKey', 'Rotate the API key of a project', {
      params: ofProject,
      response: { 200: ProjectDetail },
    }),
    ({ actor, params }) => operations.rotateProjectKey(context, actor, params.project_id),
  );

  apiKeyRoutes(app, context);
}

function apiKeyRoutes(app: App, context: Context): void {
  app.get(
    '/projects/:project_id/api-keys',
    route('listApiKeys', 'List additional API keys', { params: ofProject, response: { 200: ApiKeyList } }),
    ({ actor, params }) => apiKeys.listApiKeys(context, actor, params.project_id),
  );

  app.post(
    '/projects/:project_id/api-keys',
    routeWithKey(
      'createApiKey',
      'Create an additional API key',
      { params: ofProject, body: ApiKeyName, response: { 201: CreatedApiKey } },
      { errors: [apiKeys.hasTooManyKeys()] },
    ),
    ({ actor, params, body }) => apiKeys.createApiKey(context, actor, params.project_id, body.name),
  );

  app.patch(
    '/projects/:project_id/api-keys/:key_id',
    route('renameApiKey', 'Rename an additional API key', {
      params: ofKey,
      body: ApiKeyName,
      response: { 200: ApiKey },
    }),
    ({ actor, params, body }) =>
      apiKeys.renameApiKey(context, actor, params.project_id, params.key_id, body.name),
  );

  app.delete(
    '/projects/:project_id/api-keys/:key_id',
    route('revokeApiKey', 'Revoke an additional API key', { params: ofKey, response: { 204: NoContent } }),
    ({ actor, params }) => apiKeys.revokeApiKey(context, actor, params.project_id, params.key_id),
  );
}
