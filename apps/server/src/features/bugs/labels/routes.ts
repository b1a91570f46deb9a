import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { sendJsonText } from '../../../http/json-text.ts';
import { IdParams } from '../../../schema.ts';
import { ifMatchErrors, readIfMatch } from '../if-match.ts';
import { Bug, IfMatch } from '../schema.ts';
import { attachLabel, detachLabel } from './operations.ts';

const tags = ['labels'];
const config = { auth: 'session' as const, errors: ifMatchErrors };
const ofBug = IdParams('bug_id', 'label_id');

export function bugLabelRoutes(app: App, context: Context): void {
  app.post(
    '/bugs-admin/:bug_id/labels/:label_id',
    {
      config,
      schema: {
        tags,
        operationId: 'addLabelToBug',
        summary: 'Put a label on a bug',
        headers: IfMatch,
        params: ofBug,
        response: { 200: Bug },
      },
    },
    async ({ actor, params, headers }, reply) =>
      sendJsonText(
        reply,
        await attachLabel(context, actor, params.bug_id, { id: params.label_id }, readIfMatch(headers)),
      ),
  );

  app.delete(
    '/bugs-admin/:bug_id/labels/:label_id',
    {
      config,
      schema: {
        tags,
        operationId: 'removeLabelFromBug',
        summary: 'Take a label off a bug',
        headers: IfMatch,
        params: ofBug,
        response: { 200: Bug },
      },
    },
    async ({ actor, params, headers }, reply) =>
      sendJsonText(
        reply,
        await detachLabel(context, actor, params.bug_id, { id: params.label_id }, readIfMatch(headers)),
      ),
  );
}
