import { rateLimited } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { clientIp } from '../../../http/client-ip.ts';
import { sendJsonText } from '../../../http/json-text.ts';
import { IdParams } from '../../../schema.ts';
import type { IngestContext } from '../queue.ts';
import { ReportReceipt } from '../schema.ts';
import { isBlockedByRule, monthIsFull, sendTestReport } from './operations.ts';

export function testReportRoutes(app: App, context: IngestContext): void {
  app.post(
    '/projects/:project_id/test-report',
    {
      config: {
        auth: 'session',
        location: 'The address of the bug.',
        errors: [monthIsFull(), isBlockedByRule(), rateLimited('60 per minute', 60)],
      },
      schema: {
        tags: ['projects'],
        operationId: 'sendTestReport',
        summary: 'Send a test report to a project',
        description:
          'An example with `environment: "test"`, received like any report of the project\'s own key: it counts against the minute and the month. What would be dropped is refused with 409 instead.',
        params: IdParams('project_id'),
        response: { 201: ReportReceipt },
      },
    },
    async (request, reply) => {
      const userAgent = request.headers['user-agent'];
      const ip = clientIp(request, context.config.trustedProxies);
      const source = { ip, userAgent, isUserAgentSent: false, requestId: request.id, bodySize: 0 };
      const receipt = await sendTestReport(context, request.actor, request.params.project_id, source);
      reply.code(201).header('location', `/api/v1/bugs/${receipt.id}`);
      return sendJsonText(reply, receipt.json);
    },
  );
}
