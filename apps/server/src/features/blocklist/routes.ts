import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import * as operations from './operations.ts';
import { hasTooManyRules, ruleExists } from './operations.ts';
import { BlocklistRule, NewRule, RuleList, RulePreview, RulesQuery, RuleToTry } from './schema.ts';

const tags = ['blocklist'];
const auth = 'session';
const params = IdParams('project_id');

export function blocklistRoutes(app: App, context: Context): void {
  app.get(
    '/projects/:project_id/blocklist',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'listBlocklistRules',
        summary: 'List the rules of a project',
        params,
        querystring: RulesQuery,
        response: { 200: RuleList },
      },
    },
    ({ actor, params, query }) => operations.listRules(context, actor, params.project_id, query),
  );

  app.post(
    '/projects/:project_id/blocklist',
    {
      config: { auth, errors: [ruleExists(), hasTooManyRules()] },
      schema: {
        tags,
        operationId: 'createBlocklistRule',
        summary: 'Drop the reports that match a rule',
        params,
        body: NewRule,
        response: { 201: BlocklistRule },
      },
    },
    async ({ actor, params, body }, reply) =>
      reply.code(201).send(await operations.createRule(context, actor, params.project_id, body)),
  );

  app.delete(
    '/projects/:project_id/blocklist/:rule_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'deleteBlocklistRule',
        summary: 'Remove a rule',
        params: IdParams('project_id', 'rule_id'),
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await operations.deleteRule(context, actor, params.project_id, params.rule_id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/projects/:project_id/blocklist/preview',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'previewBlocklistRule',
        summary: 'Try a rule on the last 1,000 stored reports',
        params,
        body: RuleToTry,
        response: { 200: RulePreview },
      },
    },
    ({ actor, params, body }) => operations.previewRule(context, actor, params.project_id, body),
  );
}
