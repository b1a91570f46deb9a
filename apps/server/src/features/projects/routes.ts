import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import * as operations from './operations.ts';
import { NewProject, ProjectDetail, ProjectList, ProjectPatch, ProjectsQuery } from './schema.ts';

const tags = ['projects'];
const auth = 'session';
const params = IdParams('project_id');

export function projectRoutes(app: App, context: Context): void {
  app.get(
    '/projects',
    {
      config: { auth, errors: [404] },
      schema: {
        tags,
        operationId: 'listProjects',
        summary: 'List your projects',
        querystring: ProjectsQuery,
        response: { 200: ProjectList },
      },
    },
    ({ actor, query }) => operations.listProjects(context, actor, query),
  );

  app.post(
    '/projects',
    {
      config: { auth, errors: [404, operations.hasTooManyProjects()] },
      schema: {
        tags,
        operationId: 'createProject',
        summary: 'Create a project',
        body: NewProject,
        response: { 201: ProjectDetail },
      },
    },
    async ({ actor, body }, reply) =>
      reply.code(201).send(await operations.createProject(context, actor, body)),
  );

  app.get(
    '/projects/:project_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'getProject',
        summary: 'Read a project',
        params,
        response: { 200: ProjectDetail },
      },
    },
    ({ actor, params }) => operations.getProject(context, actor, params.project_id),
  );

  app.patch(
    '/projects/:project_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'updateProject',
        summary: 'Change a project',
        params,
        body: ProjectPatch,
        response: { 200: ProjectDetail },
      },
    },
    ({ actor, params, body }) => operations.updateProject(context, actor, params.project_id, body),
  );

  app.delete(
    '/projects/:project_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'deleteProject',
        summary: 'Delete a project and all that is in it',
        params,
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await operations.deleteProject(context, actor, params.project_id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/projects/:project_id/rotate-key',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'rotateProjectKey',
        summary: "Replace the project's own key",
        params,
        response: { 200: ProjectDetail },
      },
    },
    ({ actor, params }) => operations.rotateProjectKey(context, actor, params.project_id),
  );

  apiKeyRoutes(app, context);
}
