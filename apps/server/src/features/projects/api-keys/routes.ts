import Type from 'typebox';
import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { Id, IdParams, ListOf, NoContent, Nullable, Text, Timestamp } from '../../../schema.ts';
import * as operations from './operations.ts';
import { hasTooManyKeys } from './operations.ts';

const keyFields = {
  id: Id(),
  name: Type.String(),
  key_prefix: Type.String({ description: 'The beginning of the key, to tell it from others.' }),
  created_at: Timestamp(),
  last_used_at: Nullable(Timestamp()),
};

const exampleKey = {
  id: 8,
  name: 'CI',
  key_prefix: 'sk_a81c23ef',
  created_at: '2026-11-15T09:00:00.000Z',
  last_used_at: null,
};

const ApiKey = Type.Object(keyFields, { title: 'ApiKey', examples: [exampleKey] });
const ApiKeyList = ListOf(ApiKey);

const CreatedApiKey = Type.Object(
  { ...keyFields, api_key: Type.String({ description: 'The key itself, shown this once.' }) },
  { title: 'CreatedApiKey', examples: [{ ...exampleKey, api_key: 'sk_a81c23ef…' }] },
);

const ApiKeyName = Type.Object({ name: Text(200) }, { title: 'ApiKeyName', examples: [{ name: 'CI' }] });

const tags = ['projects'];
const auth = 'session';

export function apiKeyRoutes(app: App, context: Context): void {
  app.get(
    '/projects/:project_id/api-keys',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'listApiKeys',
        summary: 'List the additional keys',
        params: IdParams('project_id'),
        response: { 200: ApiKeyList },
      },
    },
    ({ actor, params }) => operations.listApiKeys(context, actor, params.project_id),
  );

  app.post(
    '/projects/:project_id/api-keys',
    {
      config: { auth, errors: [hasTooManyKeys()] },
      schema: {
        tags,
        operationId: 'createApiKey',
        summary: 'Create an additional key',
        params: IdParams('project_id'),
        body: ApiKeyName,
        response: { 201: CreatedApiKey },
      },
    },
    async ({ actor, params, body }, reply) =>
      reply.code(201).send(await operations.createApiKey(context, actor, params.project_id, body.name)),
  );

  app.patch(
    '/projects/:project_id/api-keys/:key_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'renameApiKey',
        summary: 'Rename an additional key',
        params: IdParams('project_id', 'key_id'),
        body: ApiKeyName,
        response: { 200: ApiKey },
      },
    },
    ({ actor, params, body }) =>
      operations.renameApiKey(context, actor, params.project_id, params.key_id, body.name),
  );

  app.delete(
    '/projects/:project_id/api-keys/:key_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'revokeApiKey',
        summary: 'Revoke an additional key',
        params: IdParams('project_id', 'key_id'),
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await operations.revokeApiKey(context, actor, params.project_id, params.key_id);
      return reply.code(204).send(null);
    },
  );
}
