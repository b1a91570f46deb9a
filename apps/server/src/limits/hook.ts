import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { clientIp } from '../http/client-ip.ts';
import type { Limit } from './limiter.ts';

/** A limit as a route names it: so many attempts for each client address, or for each e-mail in the body. */
export interface RouteLimit {
  name: string;
  max: number;
  per: 'minute' | 'hour';
  each: 'ip' | 'email';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limits?: RouteLimit[];
  }
}

/**
 * A limit comes before the body. Where one of a route's limits needs the body, the others are only looked at first,
 * and all are counted together once it has been read: an attempt that is refused counts nowhere.
 */
export function applyLimits(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', async (request) => {
    const { limits } = request.routeOptions.config;
    if (!limits) return;
    const byAddress = subjects(
      context,
      request,
      limits.filter(({ each }) => each === 'ip'),
    );
    await (needsBody(limits) ? context.limiter.check(byAddress) : context.limiter.take(byAddress));
  });

  app.addHook('preHandler', async (request) => {
    const { limits } = request.routeOptions.config;
    if (limits && needsBody(limits)) await context.limiter.take(subjects(context, request, limits));
  });
}

const needsBody = (limits: RouteLimit[]) => limits.some(({ each }) => each === 'email');

function subjects(context: Context, request: FastifyRequest, limits: RouteLimit[]): Limit[] {
  return limits.map(({ each, ...limit }) => ({ ...limit, subject: subjectOf(each, context, request) }));
}

function subjectOf(each: RouteLimit['each'], context: Context, request: FastifyRequest): string {
  if (each === 'ip') return clientIp(request, context.config.trustedProxies);
  return (request.body as { email: string }).email.toLowerCase();
}
