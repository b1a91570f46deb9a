import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { foldAscii } from '../fold-ascii.ts';
import { addHook } from '../http/app.ts';
import { clientNetworks, type TrustedProxies } from '../http/client-ip.ts';
import { type Limit, type Limiter, perNetwork } from './limiter.ts';

/** A route's limit per client, with more for its IPv6 networks, or per email address in the body. */
export interface RouteLimit {
  name: string;
  max: number;
  per: 'minute' | 'hour';
  each: 'ip' | 'email';
  /** Exempts a request by its unvalidated body. Only for routes with a single limit. */
  unless?: (body: unknown) => Promise<boolean>;
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
 * If a limit needs the body, the others are checked before it and all are counted together, so that a rejected attempt counts
 * nowhere.
 */
export function applyLimits(app: FastifyInstance, { limiter, config }: LimitParts): void {
  const limitsOf = (request: FastifyRequest, limits: RouteLimit[], email?: string): Limit[] =>
    limits
      .filter(({ each }) => each === 'ip' || email !== undefined)
      .flatMap(({ each, unless: _, ...limit }) =>
        each === 'ip'
          ? perNetwork(limit, clientNetworks(request, config.trustedProxies))
          : [{ ...limit, subject: foldAscii(String(email)) }],
      );

  app.addHook('onRoute', (route) => {
    const limits = route.config?.limits;
    if (!limits) return;
    const unless = limits[0]?.unless;
    if (unless) {
      addHook(route, 'preParsing', async (request, _reply, payload) => {
        const { body, replay } = await peekAtBody(request, payload);
        if (!(await unless(body))) await limiter.take(limitsOf(request, limits));
        return replay;
      });
      return;
    }
    addHook(route, 'onRequest', async (request) => {
      const withoutEmail = limitsOf(request, limits);
      if (!needsBody(limits)) return limiter.take(withoutEmail);
      try {
        await limiter.check(withoutEmail);
      } catch (refusal) {
        // The request is rejected anyway, but the limit of its email address may require a longer wait.
        limiter.recall(limitsOf(request, limits, await readEmail(request)));
        throw refusal;
      }
    });
    if (!needsBody(limits)) return;
    addHook(route, 'preHandler', async (request) =>
      limiter.take(limitsOf(request, limits, (request.body as { email: string }).email)),
    );
  });
}

/** Reads the body before Fastify does. Invalid or oversized bodies are left to Fastify. */
async function peekAtBody({ headers, routeOptions }: FastifyRequest, payload: RequestPayload) {
  if (Number(headers['content-length']) > routeOptions.bodyLimit) return { replay: payload };
  const chunks = await readChunks(payload, routeOptions.bodyLimit);
  const bytes = Buffer.concat(chunks);
  const replay: RequestPayload = Readable.from(chunks);
  replay.receivedEncodedLength = bytes.length;
  return { body: bytes.length > routeOptions.bodyLimit ? undefined : parseJson(bytes), replay };
}

/** Stops at the limit. Fastify handles the rest. */
async function readChunks(payload: RequestPayload, limit: number): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  return chunks;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

const needsBody = (limits: RouteLimit[]) => limits.some(({ each }) => each === 'email');

/** The email address in the body of a rejected request, or undefined. */
async function readEmail({ raw, routeOptions }: FastifyRequest): Promise<string | undefined> {
  const bytes = Buffer.concat(await readChunks(raw, routeOptions.bodyLimit));
  const { email } = Object(bytes.length > routeOptions.bodyLimit ? undefined : parseJson(bytes));
  return typeof email === 'string' ? email : undefined;
}
