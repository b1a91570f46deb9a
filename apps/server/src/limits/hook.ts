import type { FastifyInstance, FastifyRequest } from 'fastify';
import { foldAscii } from '../fold-ascii.ts';
import { clientNetworks, type TrustedProxies } from '../http/client-ip.ts';
import { addOnRequest, addPreHandler } from '../http/route-hooks.ts';
import { type Limit, type Limiter, perNetwork } from './limiter.ts';

/** A limit as a route declares it: so many attempts for each client (and more for its IPv6 networks), or for each e-mail address in the body. */
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

interface LimitParts {
  limiter: Limiter;
  config: { trustedProxies: TrustedProxies };
}

/**
 * Limits are applied before the body is read. Where one of a route's limits needs the body, the others are only checked
 * first, and all are counted together once the body has been read: an attempt that is refused counts nowhere.
 */
export function applyLimits(app: FastifyInstance, { limiter, config }: LimitParts): void {
  const limitsOf = (request: FastifyRequest, limits: RouteLimit[], email?: string): Limit[] =>
    limits
      .filter(({ each }) => each === 'ip' || email !== undefined)
      .flatMap(({ each, ...limit }) =>
        each === 'ip'
          ? perNetwork(limit, clientNetworks(request, config.trustedProxies))
          : [{ ...limit, subject: foldAscii(String(email)) }],
      );

  app.addHook('onRoute', (route) => {
    const limits = route.config?.limits;
    if (!limits) return;
    addOnRequest(route, async (request) => {
      const withoutEmail = limitsOf(request, limits);
      if (!needsBody(limits)) return limiter.take(withoutEmail);
      try {
        await limiter.check(withoutEmail);
      } catch (refusal) {
        // The request is refused in any case, but the limit of its e-mail address may name a longer wait.
        limiter.recall(limitsOf(request, limits, await readEmail(request)));
        throw refusal;
      }
    });
    if (!needsBody(limits)) return;
    addPreHandler(route, async (request) =>
      limiter.take(limitsOf(request, limits, (request.body as { email: string }).email)),
    );
  });
}

const needsBody = (limits: RouteLimit[]) => limits.some(({ each }) => each === 'email');

/** The e-mail address in the body of a refused request, which nobody else is going to read; undefined when it has none. */
async function readEmail({ raw, routeOptions }: FastifyRequest): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The rest of a body that is too long is left to the framework: it ends the connection after the answer.
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > routeOptions.bodyLimit) return undefined;
    chunks.push(chunk);
  }
  try {
    const { email } = JSON.parse(Buffer.concat(chunks).toString());
    return typeof email === 'string' ? email : undefined;
  } catch {
    return undefined;
  }
}
