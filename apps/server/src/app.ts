import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { AppContext } from './app-context.ts';
import { createGuards, guardRoutes, recheckSlowRequests } from './auth/guards.ts';
import { dashboardRoutes, openDashboard } from './dashboard/dashboard.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { activityRoutes } from './features/activity/routes.ts';
import { createKeyGuard } from './features/api-key-cache/api-key-cache.ts';
import { attachmentRoutes } from './features/attachments/routes.ts';
import { blocklistRoutes } from './features/blocklist/routes.ts';
import { bugRoutes } from './features/bugs/routes.ts';
import { commentRoutes } from './features/comments/routes.ts';
import { deletionRoutes } from './features/deletion/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { ingestRoutes } from './features/ingest/routes.ts';
import { invitationRoutes } from './features/invitations/routes.ts';
import { labelRoutes } from './features/labels/routes.ts';
import { liveRoutes } from './features/live/routes.ts';
import { mcpRoutes } from './features/mcp/routes.ts';
import { mcpServerRoutes } from './features/mcp/server.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { operatorRoutes } from './features/operator/routes.ts';
import { projectRoutes } from './features/projects/routes.ts';
import { reporterRoutes } from './features/reporters/routes.ts';
import { savedViewRoutes } from './features/saved-views/routes.ts';
import { teamRoutes } from './features/teams/routes.ts';
import { statsRoutes } from './features/teams/stats.ts';
import { webhookMessages } from './features/webhooks/messages/schema.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { widgetRoutes } from './features/widget/routes.ts';
import { type App, answerWithDeclaredStatus } from './http/app.ts';
import { applyClientLimits } from './http/client-limits.ts';
import { compressJson } from './http/compression.ts';
import {
  closeStalledConnections,
  connectionOptions,
  connectionTimeouts,
  limitConnections,
  rejectMalformedRequests,
  respondToMalformedRequests,
} from './http/connections.ts';
import { answerUnknownRoutes, handleErrors } from './http/error-handler.ts';
import { applyCors, setHeaders, standardHeaders } from './http/headers.ts';
import { acceptJsonOnly, compileSerializer } from './http/json.ts';
import { countRequests, logRequests, trackCauses } from './http/observe.ts';
import { compileValidator } from './http/validation.ts';
import { applyLimits } from './limits/hook.ts';
import { docsRoutes } from './openapi/docs/page.ts';
import { describeApi, documentRoutes } from './openapi/document.ts';
import { widgetFileRoutes } from './widget/widget.ts';

export async function buildApp(context: AppContext): Promise<App> {
  const headers = standardHeaders({ https: context.config.baseUrl.startsWith('https:') });
  const setStandardHeaders = setHeaders(headers);
  const app: App = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 256 * 1024,
    requestTimeout: connectionTimeouts.requestMs,
    connectionTimeout: connectionTimeouts.stalledMs,
    keepAliveTimeout: connectionTimeouts.idleMs,
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered during shutdown; then the connection closes.
    return503OnClosing: false,
    // We reject requests without a Host header ourselves, with our error format (see connections.ts).
    http: { requireHostHeader: false, ...connectionOptions() },
    clientErrorHandler: respondToMalformedRequests(headers),
    // Fastify rejects some requests before routing, for example malformed URLs. Hooks do not run for them, so headers are set
    // here.
    frameworkErrors: (error, request, reply) => {
      setStandardHeaders(request, reply);
      return app.errorHandler(error, request, reply);
    },
  });

  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.addHook('onRequest', (request, reply, done) => {
    setStandardHeaders(request, reply);
    // Clients then reconnect, and the load balancer picks another node.
    if (context.stopping.hasBegun) reply.header('connection', 'close');
    done();
  });
  trackCauses(app, context.tracer);
  limitConnections(app.server);
  closeStalledConnections(app, headers);
  logRequests(app);
  countRequests(app, context.metrics);
  app.addHook('onResponse', ({ method }, _reply, done) => {
    if (method !== 'GET') context.signals.emit('outbox');
    done();
  });
  rejectMalformedRequests(app, headers);
  handleErrors(app, context.throttledLog);
  const dashboard = openDashboard(context.config);
  answerUnknownRoutes(app, dashboard.sendPage);
  acceptJsonOnly(app);

  applyCors(app);
  const guards = createGuards(context, createKeyGuard(app, context.apiKeys));
  guardRoutes(app, guards);
  applyClientLimits(app, context.config.trustedProxies);
  applyLimits(app, context);
  recheckSlowRequests(app, guards);
  answerWithDeclaredStatus(app);
  compressJson(app);
  await describeApi(app, context.config.baseUrl, webhookMessages);

  await registerRoutes(app, context, dashboard);
  return app;
}

async function registerRoutes(
  app: App,
  context: AppContext,
  dashboard: ReturnType<typeof openDashboard>,
): Promise<void> {
  await app.register(async (root: App) => {
    healthRoutes(root, context);
    mcpServerRoutes(root, context);
    documentRoutes(root, app);
    docsRoutes(root, app);
    dashboardRoutes(root, dashboard);
    widgetFileRoutes(root, context.config);
  });
  await app.register(
    async (api: App) => {
      accountRoutes(api, context);
      teamRoutes(api, context);
      invitationRoutes(api, context);
      projectRoutes(api, context);
      blocklistRoutes(api, context);
      webhookRoutes(api, context);
      ingestRoutes(api, context);
      bugRoutes(api, context);
      attachmentRoutes(api, context);
      commentRoutes(api, context);
      activityRoutes(api, context);
      labelRoutes(api, context);
      savedViewRoutes(api, context);
      statsRoutes(api, context);
      liveRoutes(api, context);
      notificationRoutes(api, context);
      reporterRoutes(api, context);
      widgetRoutes(api);
      operatorRoutes(api, context);
      deletionRoutes(api, context);
      mcpRoutes(api, context);
    },
    { prefix: '/api/v1' },
  );
}
