import { ApiError, invalid, originNotAllowed, rateLimited } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { clientIp } from '../../http/client-ip.ts';
import { sendJsonText } from '../../http/json.ts';
import { IdParams } from '../../schema.ts';
import {
  countRefusedRequest,
  isBlockedByRule,
  KeyUsedForAnother,
  monthlyCapReached,
  receiveReport,
  refuseEarly,
  sendTestReport,
} from './operations.ts';
import type { IngestContext } from './queue.ts';
import { acceptReports, toReport } from './report.ts';
import { maxIdempotencyKeyLength, NewReport, ReportHeaders, ReportReceipt } from './schema.ts';

export function ingestRoutes(app: App, context: IngestContext): void {
  app.post(
    '/projects/:project_id/test-report',
    {
      config: {
        auth: 'session',
        hasSecret: true,
        location: 'URL of the bug.',
        errors: [monthlyCapReached(), isBlockedByRule(), rateLimited('60 per minute', 60)],
      },
      schema: {
        tags: ['projects'],
        operationId: 'sendTestReport',
        summary: 'Send a test report',
        description:
          'Sends a sample report with `environment: "test"` and the project\'s own key. It counts against the rate limit and the monthly cap. If it would be dropped, the response is 409.',
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
  app.register(async (ingest: App) => {
    acceptReports(ingest);
    ingest.post(
      '/bugs',
      {
        config: {
          auth: 'key',
          hasSecret: true,
          crossOrigin: true,
          location: 'URL of the bug.',
          errors: [originNotAllowed(), rateLimited('60 per minute', 60)],
        },
        schema: {
          tags: ['ingest'],
          operationId: 'reportBug',
          summary: 'Send a report',
          description:
            '201 means that the report is stored. With an `Idempotency-Key` header, a repeat within 24 hours gets the first response; a different report with the same key is rejected.',
          headers: ReportHeaders,
          body: NewReport,
          response: { 201: ReportReceipt },
        },
        preParsing: (request, _reply, payload, done) => {
          refuseEarly(context, request.apiKey);
          done(null, payload);
        },
        errorHandler: async (error, request, reply) => {
          if (isRefusal(error)) await countRefusedRequest(context, request.apiKey);
          return app.errorHandler(error, request, reply);
        },
      },
      async (request, reply) => {
        const { apiKey, headers } = request;
        const idempotencyKey = headers['idempotency-key'] as string | undefined;
        if (idempotencyKey && idempotencyKey.length > maxIdempotencyKeyLength) {
          throw invalid('Idempotency-Key', `must be at most ${maxIdempotencyKeyLength} characters`);
        }
        const report = toReport(request.body, request.reportText, headers['user-agent']);
        const source = {
          ip: clientIp(request, context.config.trustedProxies),
          userAgent: headers['user-agent'],
          isUserAgentSent: typeof request.body.user_agent === 'string',
          requestId: request.id,
          bodySize: request.reportText.length,
        };
        const receipt = await receiveReport(context, apiKey, report, source, idempotencyKey);
        reply.code(201).header('location', `/api/v1/bugs/${receipt.id}`);
        return sendJsonText(reply, receipt.json);
      },
    );
  });
}

/** Rejected for its origin or body. The key was valid, but the request was not counted yet. */
function isRefusal(error: Error & { statusCode?: number }): boolean {
  if (error instanceof KeyUsedForAnother) return false;
  const status = error instanceof ApiError ? error.status : error.statusCode;
  return [400, 403, 413, 415, 422].includes(status ?? 500);
}
