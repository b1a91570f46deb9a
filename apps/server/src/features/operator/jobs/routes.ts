import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { IdParams, NoContent } from '../../../schema.ts';
import * as operations from './operations.ts';
import { JobsQuery, OperatorJobList, RetriedJobs } from './schema.ts';

const tags = ['operator'];
const config = { auth: 'operator' } as const;
const params = IdParams('job_id');

export function operatorJobRoutes(app: App, context: Context): void {
  app.get(
    '/operator/jobs',
    {
      config,
      schema: {
        tags,
        operationId: 'listOperatorJobs',
        summary: 'List the jobs that were given up, newest first',
        querystring: JobsQuery,
        response: { 200: OperatorJobList },
      },
    },
    ({ query }) => operations.listGivenUp(context, query),
  );

  app.post(
    '/operator/jobs/retry',
    {
      config,
      schema: {
        tags,
        operationId: 'retryOperatorJobs',
        summary: 'Try all jobs again that were given up',
        description: `The oldest first, ${operations.retriedAtOnce} at most: call it again while some remain. Without any it does nothing.`,
        response: { 200: RetriedJobs },
      },
    },
    () => operations.retrySomeJobs(context),
  );

  app.post(
    '/operator/jobs/:job_id/retry',
    {
      config,
      schema: {
        tags,
        operationId: 'retryOperatorJob',
        summary: 'Try a job again that was given up',
        params,
        response: { 204: NoContent },
      },
    },
    async ({ params }, reply) => {
      await operations.retryJob(context, params.job_id);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/operator/jobs/:job_id',
    {
      config,
      schema: {
        tags,
        operationId: 'deleteOperatorJob',
        summary: 'Forget a job that was given up',
        params,
        response: { 204: NoContent },
      },
    },
    async ({ params }, reply) => {
      await operations.forgetJob(context, params.job_id);
      return reply.code(204).send(null);
    },
  );
}
