import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { sendJsonText } from '../../../http/json-text.ts';
import { IdParams } from '../../../schema.ts';
import { ifMatchErrors, readIfMatch } from '../if-match.ts';
import { Bug, IfMatch } from '../schema.ts';
import { isSameBug, markDuplicate, unmarkDuplicate, wouldBeCircle } from './operations.ts';

export function duplicateRoutes(app: App, context: Context): void {
  app.post(
    '/bugs-admin/:bug_id/duplicate-of/:other_id',
    {
      config: { auth: 'session', errors: [...ifMatchErrors, wouldBeCircle(412, 409), isSameBug()] },
      schema: {
        tags: ['triage'],
        operationId: 'markDuplicate',
        summary: 'Mark a bug as a duplicate of another',
        description: 'Both are bugs of the same team. What would end in a circle is refused with 409.',
        headers: IfMatch,
        params: IdParams('bug_id', 'other_id'),
        response: { 200: Bug },
      },
    },
    async ({ actor, params, headers }, reply) =>
      sendJsonText(
        reply,
        await markDuplicate(context, actor, params.bug_id, params.other_id, readIfMatch(headers)),
      ),
  );

  app.delete(
    '/bugs-admin/:bug_id/duplicate-of',
    {
      config: { auth: 'session', errors: ifMatchErrors },
      schema: {
        tags: ['triage'],
        operationId: 'unmarkDuplicate',
        summary: 'Remove the mark of a duplicate',
        headers: IfMatch,
        params: IdParams('bug_id'),
        response: { 200: Bug },
      },
    },
    async ({ actor, params, headers }, reply) =>
      sendJsonText(reply, await unmarkDuplicate(context, actor, params.bug_id, readIfMatch(headers))),
  );
}
