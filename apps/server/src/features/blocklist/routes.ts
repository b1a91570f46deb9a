import type { Context } from '../../context.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import * as operations from './operations.ts';
import { hasTooManyRules, ruleExists } from './operations.ts';
import { BlocklistRule, NewRule, RuleList, RulePreview, RulesQuery, RuleToTry } from './schema.ts';

const route = routeOptions('blocklist', { auth: 'session' });
const params = IdParams('project_id');

export function blocklistRoutes(app: App, context: Context): void {
  app.get(
    '/projects/:project_id/blocklist',
    route('listBlocklistRules', 'List blocklist rules', {
      params,
      querystring: RulesQuery,
      response: { 200: RuleList },
    }),
    ({ actor, params, query }) => operations.listRules(context, actor, params.project_id, query),
  );

  app.post(
    '/projects/:project_id/blocklist',
    route(
      'createBlocklistRule',
      'Create a blocklist rule',
      { params, body: NewRule, response: { 201: BlocklistRule } },
      { errors: [ruleExists(), hasTooManyRules()] },
    ),
    ({ actor, params, body }) => operations.createRule(context, actor, params.project_id, body),
  );

  app.delete(
    '/projects/:project_id/blocklist/:rule_id',
    route('deleteBlocklistRule', 'Delete a blocklist rule', {
      params: IdParams('project_id', 'rule_id'),
      response: { 204: NoContent },
    }),
    ({ actor, params }) => operations.deleteRule(context, actor, params.project_id, params.rule_id),
  );

  app.post(
    '/projects/:project_id/blocklist/preview',
    route('previewBlocklistRule', 'Preview a blocklist rule', {
      params,
      body: RuleToTry,
      response: { 200: RulePreview },
    }),
    ({ actor, params, body }) => operations.previewRule(context, actor, params.project_id, body),
  );
}
