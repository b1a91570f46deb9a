import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { routesOf } from '../../http/route.ts';
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

export function projectRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'session', tags: ['projects'] });

  routes.get(
    '/projects',
    {
      operationId: 'listProjects',
      summary: 'List your projects',
      querystring: ProjectsQuery,
      response: { 200: ProjectList },
      errors: [404],
    },
    ({ actor, query }) => operations.listProjects(context, actor, query),
  );

  routes.post(
    '/projects',
    {
      operationId: 'createProject',
      summary: 'Create a project',
      body: NewProject,
      response: { 201: ProjectDetail },
      errors: [404, operations.hasTooManyProjects()],
    },
    ({ actor, body }) => operations.createProject(context, actor, body),
  );

  routes.get(
    '/projects/:project_id',
    { operationId: 'getProject', summary: 'Read a project', response: { 200: ProjectDetail } },
    ({ actor, params }) => operations.getProject(context, actor, params.project_id),
  );

  routes.patch(
    '/projects/:project_id',
    {
      operationId: 'updateProject',
      summary: 'Change a project',
      body: ProjectPatch,
      response: { 200: ProjectDetail },
    },
    ({ actor, params, body }) => operations.updateProject(context, actor, params.project_id, body),
  );

  routes.delete(
    '/projects/:project_id',
    { operationId: 'deleteProject', summary: 'Delete a project and all that is in it' },
    ({ actor, params }) => operations.deleteProject(context, actor, params.project_id),
  );

  routes.post(
    '/projects/:project_id/rotate-key',
    {
      operationId: 'rotateProjectKey',
      summary: "Replace the project's own key",
      response: { 200: ProjectDetail },
    },
    ({ actor, params }) => operations.rotateProjectKey(context, actor, params.project_id),
  );

  apiKeyRoutes(app, context);
}

function apiKeyRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'session', tags: ['projects'] });

  routes.get(
    '/projects/:project_id/api-keys',
    { operationId: 'listApiKeys', summary: 'List the additional keys', response: { 200: ApiKeyList } },
    ({ actor, params }) => apiKeys.listApiKeys(context, actor, params.project_id),
  );

  routes.post(
    '/projects/:project_id/api-keys',
    {
      operationId: 'createApiKey',
      summary: 'Create an additional key',
      body: ApiKeyName,
      response: { 201: CreatedApiKey },
      errors: [apiKeys.hasTooManyKeys()],
    },
    ({ actor, params, body }) => apiKeys.createApiKey(context, actor, params.project_id, body.name),
  );

  routes.patch(
    '/projects/:project_id/api-keys/:key_id',
    {
      operationId: 'renameApiKey',
      summary: 'Rename an additional key',
      body: ApiKeyName,
      response: { 200: ApiKey },
    },
    ({ actor, params, body }) =>
      apiKeys.renameApiKey(context, actor, params.project_id, params.key_id, body.name),
  );

  routes.delete(
    '/projects/:project_id/api-keys/:key_id',
    { operationId: 'revokeApiKey', summary: 'Revoke an additional key' },
    ({ actor, params }) => apiKeys.revokeApiKey(context, actor, params.project_id, params.key_id),
  );
}
